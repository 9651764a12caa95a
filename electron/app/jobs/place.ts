import type { Ledger } from '../../adapters/ledger/open.ts';
import type { Studio } from '../../studio.ts';

/**
 * Where jobs are changed: in a studio, whose runner stops them first, or in a ledger that no studio is
 * using.
 */
export type JobPlace = Pick<Studio, 'ledger' | 'change' | 'ending' | 'deleteTasks'>;

/** Returns a ledger that this process holds without a running queue. */
export function ledgerAtRest(ledger: Ledger): JobPlace {
  return {
    ledger,
    change: async (_jobIds, make) => make(),
    ending: new AbortController().signal,
    // the next runner deletes the tasks
    deleteTasks: () => {},
  };
}
