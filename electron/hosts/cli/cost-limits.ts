import { failure } from '#shared/failure.ts';
import { minorOf } from '#shared/money.ts';
import { success, type Outcome } from '#shared/problem.ts';
import { preferencesIn } from '../../app/command-line/setup.ts';
import type { Context } from './context.ts';

/** Limits in money as typed, without those that were not given. */
export interface CostLimits {
  readonly perDay: string | undefined;
  readonly perMonth: string | undefined;
}

/**
 * Returns limits in minor units of the currency of the prices, null for those that were not given. Problem:
 * amount-invalid.
 */
export function readCostLimits(
  context: Context,
  { perDay, perMonth }: CostLimits,
): Outcome<{ currency: string; moneyPerDay: number | null; moneyPerMonth: number | null }> {
  const { currency } = preferencesIn(context).prices;
  const [moneyPerDay, moneyPerMonth] = [perDay, perMonth].map((text) =>
    text === undefined ? null : minorOf(text, currency),
  );
  const wrong = [
    ...(perDay !== undefined && moneyPerDay === null ? [perDay] : []),
    ...(perMonth !== undefined && moneyPerMonth === null ? [perMonth] : []),
  ];
  if (wrong[0] !== undefined) return failure('amount-invalid', { amount: wrong[0], currency });
  return success({
    currency,
    moneyPerDay: moneyPerDay ?? null,
    moneyPerMonth: moneyPerMonth ?? null,
  });
}
