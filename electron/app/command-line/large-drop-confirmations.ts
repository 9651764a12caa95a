import type { LargeDropConfirmation } from '#shared/views/command-line.ts';
import { largeDropOf, type LargeDropAnswer } from '../../engine/intake/large-drops.ts';
import type { Studio } from '../../studio.ts';
import type { StudioEvent } from '../../studio-events.ts';
import { answerDrop } from '../hot-folders/answer-drop.ts';
import type { Talk } from './talk.ts';

/** Asks about the large drops of the hot folders that a command watches. */
export interface LargeDropConfirmations {
  /** Hears of a drop that waits. */
  readonly listen: (event: StudioEvent) => void;
  /** Asks about a folder if a question is open there, also one of an earlier start. */
  ask(hotFolderId: number): void;
  /** Whether a question is put to a person now. */
  isAsking(): boolean;
  /** Resolves when no question is put any more; whether photos still wait for an answer. */
  end(): Promise<boolean>;
}

const largeDropAnswers: readonly LargeDropAnswer[] = ['take', 'skip', 'always'];

/**
 * Asks the person who gave the command and goes on with the answer. Where nobody answers, the question is
 * told once.
 */
export function createLargeDropConfirmations(
  { ask: put, tell }: Pick<Talk, 'ask' | 'tell'>,
  { ledger, hotFolders }: Pick<Studio, 'ledger' | 'hotFolders'>,
): LargeDropConfirmations {
  /** Folders whose question was put, until it is answered. */
  const asked = new Map<number, Promise<void>>();
  let open = 0;

  const questionOf = (hotFolderId: number): LargeDropConfirmation | null => {
    const folder = ledger.hotFolders.get(hotFolderId);
    const drop = folder === undefined ? null : largeDropOf(ledger, folder);
    if (folder === undefined || drop === null || drop.photos === 0) return null;
    return { hotFolderId, path: folder.path, ...drop };
  };

  const untilAnswered = async (id: number): Promise<void> => {
    for (let drop = questionOf(id); drop !== null; drop = questionOf(id)) {
      const said = await put({ kind: 'large-drop', ...drop });
      if (said === null) return tell({ kind: 'unanswered-drop', ...drop });
      const answer = largeDropAnswers.find((one) => one === said);
      // more photos may have come since, which the answer is not about
      if (answer === undefined || questionOf(id)?.photos !== drop.photos) continue;
      answerDrop({ ledger, hotFolders }, id, answer);
    }
    asked.delete(id);
  };

  const ask = (id: number) => {
    if (asked.has(id) || questionOf(id) === null) return;
    open += 1;
    const over = untilAnswered(id).finally(() => (open -= 1));
    asked.set(id, over);
    // whoever waits for the end hears of it
    over.catch(() => undefined);
  };

  return {
    ask,
    listen(event) {
      if (event.kind === 'intake' && event.event.kind === 'asks') ask(event.hotFolderId);
    },
    isAsking: () => open > 0,
    async end() {
      await Promise.all(asked.values());
      return [...asked.keys()].some((id) => questionOf(id) !== null);
    },
  };
}
