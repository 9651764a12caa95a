import type { Ledger } from '../../adapters/ledger/open.ts';
import type { Studio } from '../../studio.ts';

/** Where jobs are changed: in a studio, whose runner lets go of them first, or in a ledger at rest. */
export type JobPlace = Pick<Studio, 'ledger' | 'change' | 'ending' | 'deleteTasks'>;

/** A ledger that this process holds and no runner works on. */
export function ledgerAtRest(ledger: Ledger): JobPlace {
  return {
    ledger,
    change: async (_jobIds, make) => make(),
    ending: new AbortController().signal,
    // the next runner does
    deleteTasks: () => {},
  };
}
