import type { LargeDropConfirmation } from '#shared/views/command-line.ts';
import type { LargeDrop } from '#shared/views/folders.ts';
import { largeDropOf, type LargeDropAnswer } from '../../engine/intake/large-drops.ts';
import type { Studio } from '../../studio.ts';
import type { StudioEvent } from '../../studio-events.ts';
import { answerDrop } from '../hot-folders/answer-drop.ts';
import type { Talk } from './talk.ts';

/** Asks the user to confirm large drops in the hot folders that a command watches. */
export interface LargeDropConfirmations {
  /** Handles the events of the studio. */
  readonly listen: (event: StudioEvent) => void;
  /** Asks the open question of a folder, even if an earlier command already asked it. */
  ask(hotFolderId: number): void;
  /** Returns whether a question is waiting for the user's answer. */
  isAsking(): boolean;
  /** Waits until every question is answered or abandoned; returns whether photos still wait for an answer. */
  end(): Promise<boolean>;
}

const largeDropAnswers: readonly LargeDropAnswer[] = ['take', 'skip', 'always'];

/**
 * Asks the user who runs the command to confirm each large drop, and applies the answer. If nobody can answer, reports
 * the open question once and does not ask again.
 */
export function createLargeDropConfirmations(
  { ask: put, tell }: Pick<Talk, 'ask' | 'tell'>,
  { ledger, hotFolders }: Pick<Studio, 'ledger' | 'hotFolders'>,
): LargeDropConfirmations {
  /** Open questions by folder, until they are answered. */
  const asked = new Map<number, Promise<void>>();
  let open = 0;

  const questionOf = (
    hotFolderId: number,
  ): (LargeDropConfirmation & Pick<LargeDrop, 'last'>) | null => {
    const folder = ledger.hotFolders.get(hotFolderId);
    const drop = folder === undefined ? null : largeDropOf(ledger, folder);
    if (folder === undefined || drop === null || drop.photos === 0) return null;
    return { hotFolderId, path: folder.path, ...drop };
  };

  const untilAnswered = async (id: number): Promise<void> => {
    for (let drop = questionOf(id); drop !== null; drop = questionOf(id)) {
      const { last, ...shown } = drop;
      const said = await put({ kind: 'large-drop', ...shown });
      if (said === null) return tell({ kind: 'unanswered-drop', ...shown });
      const answer = largeDropAnswers.find((one) => one === said);
      // The answer does not apply to photos that arrived after the question.
      if (answer === undefined || questionOf(id)?.photos !== drop.photos) continue;
      answerDrop({ ledger, hotFolders }, id, { answer, last });
    }
    asked.delete(id);
  };

  const ask = (id: number) => {
    if (asked.has(id) || questionOf(id) === null) return;
    open += 1;
    const over = untilAnswered(id).finally(() => (open -= 1));
    asked.set(id, over);
    // prevents an unhandled rejection; `end` passes the error to its caller
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
