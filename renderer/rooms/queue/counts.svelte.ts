import { jobStates, type JobState } from '#shared/job.ts';
import type { JobFilter } from '#shared/views/queue.ts';
import type { Status } from '#shared/views/status.ts';
import type { Studio } from '../../state/studio.svelte.ts';
import { isNarrowed, wireFilter } from './asked.ts';

/** ms between two counts of a narrowed list: each is a question for each state. */
const EVERY = 1000;

export type StateCounts = Readonly<Record<JobState, number>>;

/**
 * How many jobs of each state the filter would let through: those of the status while only states are
 * asked for, else counted. Undefined before the first count. Call it while a component is initialised.
 */
export function countsOf(
  studio: Studio,
  filter: () => JobFilter,
  status: () => Status | undefined,
): { readonly value: StateCounts | undefined } {
  let counted = $state.raw<StateCounts>();
  const narrowing = $derived({ ...filter(), states: undefined });
  const key = $derived(JSON.stringify(narrowing));

  $effect(() => {
    void key;
    const asked = JSON.parse(key) as JobFilter;
    if (!isNarrowed(asked)) return;
    const leaving = new AbortController();
    let timer: ReturnType<typeof setTimeout> | null = null;
    const count = async () => {
      const totals = await Promise.all(
        jobStates.map(async (state) => {
          const input = {
            filter: wireFilter({ ...asked, states: [state] }),
            sort: 'order' as const,
          };
          const page = await studio.ask(
            'queue.page',
            { ...input, offset: 0, limit: 1 },
            leaving.signal,
          );
          return [state, page.ok ? page.value.total : 0] as const;
        }),
      );
      if (!leaving.signal.aborted) counted = Object.fromEntries(totals) as StateCounts;
    };
    void count();
    const unlisten = studio.onChange((changed) => {
      if (changed !== null && changed.jobs?.length === 0) return;
      timer ??= setTimeout(() => {
        timer = null;
        void count();
      }, EVERY);
    });
    return () => {
      unlisten();
      leaving.abort();
      if (timer !== null) clearTimeout(timer);
    };
  });

  return {
    get value() {
      return isNarrowed(filter()) ? counted : status()?.counts;
    },
  };
}
