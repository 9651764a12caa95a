import { success, type Outcome } from '#shared/problem.ts';
import type { Costs } from '#shared/views/costs.ts';
import { costsOf, type CostQuery } from '../costs/costs.ts';
import { lookIntoLedger } from './meant-ledger.ts';
import { preferencesIn, type CommandSetup } from './setup.ts';

/** `costs`: returns what was spent. Problems: those of reading the ledger. */
export function listCosts(setup: CommandSetup, query: CostQuery): Promise<Outcome<Costs>> {
  return lookIntoLedger(setup, (ledger) =>
    success(costsOf({ ledger, preferences: preferencesIn(setup) }, query)),
  );
}
