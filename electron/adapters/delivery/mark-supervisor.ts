import type { Problem } from '#shared/problem.ts';
import { createMarkWriter, type MarkWriterParts } from './mark-writer.ts';

/** Marks on their way into files, while the studio is open. */
export interface MarkSupervisor {
  /** Marks are to be written: soon, with those that come meanwhile. */
  wake(): void;
  /** Waits for the file that is being written; to be called when `signal` is aborted. */
  ended(): Promise<void>;
}

/** ms in which marks gather: who culls goes on to the next picture, or changes their mind. */
const GATHERED = 1000;

/** Begins with what an earlier run has left. `onTrouble`: see `createMarkWriter`; `onMistake` is told what was thrown. */
export function superviseMarks(
  parts: MarkWriterParts,
  onTrouble: (problem: Problem) => void,
  onMistake: (error: unknown) => void,
  signal: AbortSignal,
): MarkSupervisor {
  const writer = createMarkWriter(parts, onTrouble);
  let isAsked = true;
  let isBusy = true;
  let working = writer.recover(signal).catch(onMistake).then(work);

  async function work(): Promise<void> {
    try {
      while (isAsked && !signal.aborted) {
        isAsked = false;
        await parts.clock.sleep(GATHERED, signal);
        await writer.writeAll(signal);
      }
    } catch (error) {
      onMistake(error);
    } finally {
      isBusy = false;
    }
  }

  return {
    wake() {
      isAsked = true;
      if (isBusy || signal.aborted) return;
      isBusy = true;
      working = work();
    },
    ended: () => working,
  };
}
