import type { Problem } from '#shared/problem.ts';
import { createMarkWriter, type MarkWriterParts } from './mark-writer.ts';

/**
 * Writes marks (the user's ratings, picks and rejects) into delivered files while the studio is
 * open.
 */
export interface MarkSupervisor {
  /** Starts writing all pending marks, if this has not started yet. */
  wake(): void;
  /** Resolves when no file is being written any more; call this after aborting `signal`. */
  ended(): Promise<void>;
}

/**
 * Time in ms to wait before writing, to collect several marks: a user who is culling soon marks the
 * next picture, or changes the last mark.
 */
const COLLECT_FOR = 1000;

/**
 * Starts writing, beginning with the marks left over from an earlier run. `onTrouble`: see
 * `createMarkWriter`. `onMistake` receives thrown errors.
 */
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
        await parts.clock.sleep(COLLECT_FOR, signal);
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
