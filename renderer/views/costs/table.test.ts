import { describe, expect, it } from 'vitest';
import type { CostLine } from '#shared/views/costs.ts';
import { cellOf, rowsOf, sortedRows, type CostSort } from './table.ts';

const line = (some: Partial<CostLine>): CostLine => ({
  group: 'ACME',
  outcome: 'delivered',
  runs: 1,
  images: 1,
  currency: 'EUR',
  minor: 20,
  ...some,
});

const rows = rowsOf([
  line({ group: null, images: 9, minor: 900 }),
  line({}),
  line({ outcome: 'failed', images: 2, minor: 40 }),
  line({ currency: 'JPY', images: 1, minor: 5000 }),
  line({ currency: null, images: 7, minor: 0 }),
  line({ group: 'Other', images: 4, minor: 80 }),
]);
const order = (sort: CostSort) =>
  sortedRows(rows, sort).map(({ group, currency }) => `${group} ${currency}`);

describe('rows of costs', () => {
  it('never add amounts in different currencies', () => {
    expect(rows.map(({ sum }) => sum.minor)).toEqual([900, 60, 5000, 0, 80]);
  });

  it('show the outcomes separately', () => {
    const [, acme] = rows;
    if (acme === undefined) throw new Error('There is no second row.');
    expect(acme.outcomes).toEqual({
      delivered: { images: 1, minor: 20 },
      failed: { images: 2, minor: 40 },
    });
    expect(cellOf(acme, 'doubt')).toEqual({ images: 0, minor: 0 });
    expect(cellOf(acme, 'sum')).toEqual({ images: 3, minor: 60 });
  });

  it('are sorted by name, with rows without a group at the end', () => {
    expect(order({ column: 'group', isDescending: true })).toEqual([
      'Other EUR',
      'ACME EUR',
      'ACME JPY',
      'ACME null',
      'null EUR',
    ]);
  });

  it('are sorted by amount within their currency, with rows without a price at the end', () => {
    expect(order({ column: 'sum', isDescending: true })).toEqual([
      'null EUR',
      'Other EUR',
      'ACME EUR',
      'ACME JPY',
      'ACME null',
    ]);
    expect(order({ column: 'failed', isDescending: false }).slice(0, 3)).toEqual([
      'null EUR',
      'Other EUR',
      'ACME EUR',
    ]);
  });
});
