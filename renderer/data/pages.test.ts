import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JobRow } from '#shared/job-row.ts';
import { jobRow } from '../testing/plain-jobs.ts';
import { createPages, PAGE, type Pages, type Span } from './pages.ts';
import { forAll } from '../../test/fixtures/property.ts';

const row = (id: number, changedAt = 0) => jobRow(id, { changedAt });
const list = (length: number, from = 1) => Array.from({ length }, (_, at) => row(from + at));

/** Requests rows until the list is complete, and returns how many rows were requested. */
function settle(pages: Pages<JobRow>, studio: readonly JobRow[], seen: Span): number {
  let asked = 0;
  for (let questions = 0; questions < 20; questions += 1) {
    const wanted = pages.wanted(seen);
    if (wanted === null) return asked;
    const rows = studio.slice(wanted.offset, wanted.offset + wanted.limit);
    pages.store(wanted, studio.length, rows);
    asked += rows.length;
  }
  throw new Error('The list never stops requesting rows.');
}

function shown(pages: Pages<JobRow>, { first, last }: Span): (number | undefined)[] {
  return Array.from({ length: last - first + 1 }, (_, at) => pages.at(first + at)?.id);
}

describe('pages of a long list', () => {
  it('hold the visible rows and the next page, not the whole list', () => {
    const pages = createPages<JobRow>();
    expect(settle(pages, list(100_000), { first: 0, last: 20 })).toBe(PAGE);
    expect(pages.total).toBe(100_000);
    expect(settle(pages, list(100_000), { first: 150, last: 170 })).toBe(PAGE);
    expect(pages.at(399)?.id).toBe(400);
    expect(pages.at(400)).toBeUndefined();
  });

  it('B11 start at a later page after a list was rearranged, even if the list is short now', () => {
    const seen = { first: 450, last: 470 };
    const pages = createPages<JobRow>(471);
    expect(settle(pages, list(1000), seen)).toBe(PAGE);
    expect(pages.at(0)).toBeUndefined();
    expect(pages.at(450)?.id).toBe(451);
    const short = createPages<JobRow>(471);
    expect(settle(short, list(30), seen)).toBe(30);
    expect(short.total).toBe(30);
  });

  it('reload the visible rows and the rows around them, not whole pages', () => {
    const pages = createPages<JobRow>();
    const seen = { first: 0, last: 20 };
    settle(pages, list(1000), seen);
    pages.outdate();
    expect(settle(pages, list(1000), seen)).toBeLessThan(60);
    expect(pages.wanted(seen)).toBeNull();
  });

  it('reload after a change that arrived during a request', () => {
    const pages = createPages<JobRow>();
    const seen = { first: 0, last: 20 };
    const wanted = pages.wanted(seen)!;
    pages.outdate();
    pages.store(wanted, 30, list(30));
    expect(pages.wanted(seen)).not.toBeNull();
  });

  it('keep the identity of an unchanged row, so that it is not redrawn', () => {
    const pages = createPages<JobRow>();
    const seen = { first: 0, last: 2 };
    settle(pages, [row(1), row(2), row(3)], seen);
    const [first, second] = [pages.at(0), pages.at(1)];
    pages.outdate();
    settle(pages, [row(1), row(2, 5), row(3)], seen);
    expect(pages.at(0)).toBe(first);
    expect(pages.at(1)).not.toBe(second);
  });

  it('stop requesting rows that the list counts but does not return', () => {
    const pages = createPages<JobRow>();
    const wanted = pages.wanted({ first: 0, last: 20 })!;
    pages.store(wanted, 100, list(10));
    expect(pages.total).toBe(10);
    expect(pages.wanted({ first: 0, last: 20 })).toBeNull();
  });

  it('show the current list at every position, however it grows and shrinks', () => {
    const step = fc.record({
      length: fc.integer({ min: 0, max: 6000 }),
      from: fc.integer({ min: 1, max: 3 }),
      first: fc.integer({ min: 0, max: 6000 }),
    });
    forAll([fc.array(step, { minLength: 1, maxLength: 20 })], (steps) => {
      const pages = createPages<JobRow>();
      for (const { length, from, first } of steps) {
        const studio = list(length, from);
        const seen = { first, last: first + 30 };
        pages.outdate();
        settle(pages, studio, seen);
        expect(pages.total).toBe(length);
        const end = Math.max(0, length - 1);
        const inside = { first: Math.min(first, end), last: Math.min(first + 30, end) };
        const ids = studio.slice(inside.first, inside.last + 1).map(({ id }) => id);
        expect(length === 0 ? [] : shown(pages, inside)).toEqual(ids);
        const kept = shown(pages, { first: 0, last: 6100 }).filter((id) => id !== undefined).length;
        expect(kept).toBeLessThanOrEqual(13 * PAGE);
      }
    });
  });
});
