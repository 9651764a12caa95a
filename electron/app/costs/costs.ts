import { extname } from 'node:path';
import { clientOf, oneSpelling } from '#shared/custom-models.ts';
import { skuOf } from '#shared/sku.ts';
import type { CostGroup, CostLine, Costs, CostSum } from '#shared/views/costs.ts';
import type { Preferences } from '#shared/views/settings.ts';
import type { Period } from '../../adapters/ledger/costs.ts';
import type { Ledger } from '../../adapters/ledger/open.ts';

/** The ledger and the preferences from which costs are read. */
interface CostSource {
  readonly ledger: Pick<Ledger, 'costs' | 'customModels'>;
  readonly preferences: Pick<Preferences, 'skuPattern' | 'prices'>;
}

/** The days and the grouping that the user asks for. */
export interface CostQuery extends Period {
  readonly by: CostGroup;
}

/** Returns the money that was spent, or may have been spent, in a period, by group and outcome. */
export function costsOf({ ledger, preferences }: CostSource, query: CostQuery): Costs {
  const { taxNote } = preferences.prices;
  const lines = linesOf({ ledger, preferences }, query);
  const totals = summed(lines.map((line) => ({ ...line, group: null }))).map(
    ({ outcome, runs, images, currency, minor }): CostSum => ({
      outcome,
      runs,
      images,
      currency,
      minor,
    }),
  );
  return { ...query, lines, totals, taxNote };
}

function linesOf(
  { ledger: { costs, customModels }, preferences: { skuPattern } }: CostSource,
  { by, from, to }: CostQuery,
): readonly CostLine[] {
  const period = { from, to };
  if (by === 'article') {
    return regrouped(costs.sums('photo', period), (name) =>
      skuOf(name.slice(0, name.length - extname(name).length), skuPattern),
    );
  }
  if (by === 'client') {
    const clients = customModels.clientsOfCosts();
    const spelled = oneSpelling(clients);
    return regrouped(costs.sums('clientAndPath', period), (key) => {
      const [client = '', path = ''] = JSON.parse(key) as string[];
      return client === '' ? (clientOf(path, clients) ?? '') : spelled(client);
    });
  }
  return costs.sums(by, period);
}

/** Groups lines by one part of their key; lines without a value in that part belong to no group. */
function regrouped(lines: readonly CostLine[], groupOf: (key: string) => string): CostLine[] {
  const named = lines.map((line) => {
    const group = groupOf(line.group ?? '');
    return { ...line, group: group === '' ? null : group };
  });
  return summed(named).sort((one, other) => order(one).localeCompare(order(other), 'en'));
}

/** Returns a sort key; lines without a group are last. */
function order({ group, outcome, currency }: CostLine): string {
  return `${group === null ? 1 : 0} ${group} ${outcome} ${currency}`;
}

/** Adds up the lines with the same group, outcome and currency. */
function summed(lines: readonly CostLine[]): CostLine[] {
  const sums = new Map<string, CostLine>();
  for (const line of lines) {
    const key = JSON.stringify([line.group, line.outcome, line.currency]);
    const { runs, images, minor } = sums.get(key) ?? { runs: 0, images: 0, minor: 0 };
    sums.set(key, {
      ...line,
      runs: runs + line.runs,
      images: images + line.images,
      minor: minor + line.minor,
    });
  }
  return [...sums.values()];
}
