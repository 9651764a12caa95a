import { describe, expect, it } from 'vitest';
import { queryOf, readView, wireFilter } from './address.ts';

const read = (text: string) => readView(new URLSearchParams(text));
const text = (query: ReturnType<typeof queryOf>) =>
  new URLSearchParams(
    Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined),
  ).toString();

describe('the address of the library', () => {
  it('is read as the view that it was written for', () => {
    for (const address of [
      '',
      'pick=unmarked&stars=3&days=week&agent=removeBG&recipe=White&hotFolderId=7&text=a%26b&sort=stars',
      'pick=rejected&days=2026-01-02..2026-01-05&hotFolderId=none',
      'days=2026-01-02..',
      'recipe=White&text=a&held=yes',
    ]) {
      expect(text(queryOf(read(address)))).toBe(address);
    }
  });

  it('ignores invalid values', () => {
    const address = 'pick=maybe&stars=9&days=..&hotFolderId=-1&text=+&held=1&sort=size';
    expect(read(address)).toEqual({ filter: {}, sort: 'newest' });
  });
});

describe('the days of a filter', () => {
  const now = new Date(2026, 2, 10, 15, 30).getTime();
  const day = (month: number, date: number) => new Date(2026, month, date).getTime();
  const spanOf = (days: string) => wireFilter(read(`days=${days}`).filter, now);

  it('start and end at midnight on this computer', () => {
    expect(spanOf('today')).toEqual({ from: day(2, 10), before: day(2, 11) });
    expect(spanOf('yesterday')).toEqual({ from: day(2, 9), before: day(2, 10) });
    expect(spanOf('week')).toEqual({ from: day(2, 4), before: day(2, 11) });
    expect(spanOf('month')).toEqual({ from: day(1, 9), before: day(2, 11) });
  });

  it('can be a range, even without a first or last day', () => {
    expect(spanOf('2026-03-01..2026-03-02')).toEqual({ from: day(2, 1), before: day(2, 3) });
    expect(spanOf('2026-03-01..')).toEqual({ from: day(2, 1) });
    expect(spanOf('..2026-03-01')).toEqual({ before: day(2, 2) });
    expect(spanOf('2026-99-01..')).toEqual({});
  });
});
