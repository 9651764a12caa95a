import { csvCell } from '#shared/csv.ts';
import { decimalText } from '#shared/money.ts';
import type { CostFormat, Costs, CostSum } from '#shared/views/costs.ts';

/** Returns costs as the text of a file: the JSON or CSV that the command line prints. */
export function costFile(costs: Costs, format: CostFormat): string {
  return format === 'csv' ? costsCsv(costs) : `${JSON.stringify(costsJson(costs), null, 2)}\n`;
}

/** Returns costs as JSON: the lines and totals, with amounts as decimal texts. */
export function costsJson({ lines, totals, ...rest }: Costs): object {
  const withAmount = <S extends CostSum>(sum: S) => ({ ...sum, amount: amountOf(sum) });
  return { ...rest, lines: lines.map(withAmount), totals: totals.map(withAmount) };
}

/** Returns the lines of costs as CSV, with a header row; totals are not included. */
export function costsCsv({ by, lines, taxNote }: Costs): string {
  const rows = lines.map((line) => [
    line.group ?? '',
    line.outcome,
    line.runs,
    line.images,
    line.currency ?? '',
    amountOf(line) ?? '',
    taxNote,
  ]);
  const head = [by, 'outcome', 'runs', 'images', 'currency', 'amount', 'taxNote'];
  return [head, ...rows].map((row) => `${row.map(csvCell).join(',')}\n`).join('');
}

/** Returns the decimal amount; null for images without a price. */
function amountOf({ currency, minor }: CostSum): string | null {
  return currency === null ? null : decimalText({ currency, minor });
}
