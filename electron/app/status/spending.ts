import type { SpendingLimits, StudioSpending } from '#shared/spending-limits.ts';
import type { Ledger } from '../../adapters/ledger/open.ts';

/** Returns the amounts that the studio has spent in the current day and month, with its limits. */
export function studioSpending(
  { spending }: Pick<Ledger, 'spending'>,
  limits: SpendingLimits,
): StudioSpending {
  return { currency: spending.prices().currency, spent: spending.spent(), limits };
}
