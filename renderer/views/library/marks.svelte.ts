import type { Mark, MarkedResult } from '#shared/views/retouch.ts';
import { useNotices } from '../../data/notices.svelte.ts';
import type { Studio } from '../../data/studio.svelte.ts';

/** Maximum number of undo steps. */
const MOST_STEPS = 200;

/** The marks that results had before a change. */
export type MarkStep = readonly MarkedResult[];

/** Sets marks (picks and ratings) on results, and undoes these changes. */
export interface Marks {
  /** Sets the pick or rating of results; returns the step to undo, or null if this was not successful. */
  set(resultIds: readonly number[], change: Partial<Mark>): Promise<MarkStep | null>;
  /** Undoes a step, by default the last one, and returns the ids of its results; null if there is no such step. */
  undo(step?: MarkStep): Promise<readonly number[] | null>;
}

/**
 * Creates the object that sets and undoes marks. Changes run one at a time, so that an undo never overtakes the change
 * that it undoes.
 */
export function marksOf(studio: Studio): Marks {
  const { complain } = useNotices();
  let steps: readonly MarkStep[] = [];
  let last: Promise<unknown> = Promise.resolve();

  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const next = last.then(work);
    last = next;
    return next;
  };
  const write = async (resultIds: readonly number[], change: Partial<Mark>) => {
    const answer = await studio.ask('retouch.mark', { resultIds: [...resultIds], ...change });
    if (!answer.ok) complain(answer.problem);
    return answer.ok ? answer.value : null;
  };

  return {
    set: (resultIds, change) =>
      inTurn(async () => {
        const before = await write(resultIds, change);
        if (before !== null) steps = [...steps, before].slice(-MOST_STEPS);
        return before;
      }),
    undo: (given) =>
      inTurn(async () => {
        const step = given ?? steps.at(-1);
        if (step === undefined || !steps.includes(step)) return null;
        for (const { mark, ids } of byMark(step)) {
          if ((await write(ids, mark)) === null) return null;
        }
        steps = steps.filter((one) => one !== step);
        return step.map(({ resultId }) => resultId);
      }),
  };
}

/** Groups results that get the same mark, because a command sets one mark on any number of results. */
function byMark(
  step: readonly MarkedResult[],
): readonly { readonly mark: Mark; readonly ids: number[] }[] {
  const groups = new Map<string, { readonly mark: Mark; readonly ids: number[] }>();
  for (const { resultId, pick, stars } of step) {
    const key = `${pick} ${stars}`;
    const group = groups.get(key) ?? { mark: { pick, stars }, ids: [] };
    group.ids.push(resultId);
    groups.set(key, group);
  }
  return [...groups.values()];
}
