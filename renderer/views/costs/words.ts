import type { Money } from '#shared/money.ts';
import type { CostGroup } from '#shared/views/costs.ts';
import { agentTitle, recipeTitle } from '../../texts/catalogue.ts';
import { dayText, money, monthText } from '../../texts/numbers.ts';
import { t } from '../../texts/texts.svelte.ts';
import type { CostCell } from './table.ts';

/** Returns the name of a group on screen. */
export function groupText(by: CostGroup, group: string | null): string {
  if (group === null) return t(`costs.none.${by}`);
  if (by === 'day') return dayText(group);
  if (by === 'month') return monthText(group);
  return by === 'agent' ? agentTitle(group) : by === 'recipe' ? recipeTitle(group) : group;
}

/** Returns the amount of a cell; null if there is no price, or if there are no images. */
export function amountText({ images, minor }: CostCell, currency: string | null): string | null {
  return currency === null || images === 0 ? null : money({ currency, minor } satisfies Money);
}
