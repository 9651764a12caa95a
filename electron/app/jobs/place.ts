import type { Ledger } from '../../adapters/ledger/open.ts';
import type { Studio } from '../../studio.ts';

/** Where jobs are changed: in a studio, which first stops the jobs, or in a ledger that no studio is using. */
export type JobPlace = Pick<Studio, 'ledger' | 'change' | 'ending' | 'deleteTasks'>;

/** Returns the `JobPlace` of a ledger that this process has locked without running a queue. */
export function ledgerAtRest(ledger: Ledger): JobPlace {
  return {
    ledger,
    change: async (_jobIds, make) => make(),
    ending: new AbortController().signal,
    // The next running queue deletes the tasks.
    deleteTasks: () => {},
  };
}
