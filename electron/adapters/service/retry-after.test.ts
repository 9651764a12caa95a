import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { longestRetryAfter, readRetryAfter } from './retry-after.ts';

const wall = Date.UTC(2026, 4, 1, 12, 0, 0);

describe('F17 Retry-After', () => {
  it.each([
    ['seconds', '30', 30_000],
    ['no wait', '0', 0],
    ['spaces around it', ' 5 ', 5_000],
    ['a date', 'Fri, 01 May 2026 12:00:20 GMT', 20_000],
    ['a date in the RFC 850 format', 'Friday, 01-May-26 12:00:20 GMT', 20_000],
    ['a date in the asctime format', 'Fri May  1 12:00:20 2026', 20_000],
    ['a date in the past', 'Fri, 01 May 2026 11:00:00 GMT', 0],
    ['a huge number of seconds', '99999999999999999999999', longestRetryAfter],
    ['a date years in the future', 'Fri, 01 May 2099 12:00:20 GMT', longestRetryAfter],
    ['nothing', undefined, null],
    ['empty', '', null],
    ['words', 'soon', null],
    ['negative', '-5', null],
    ['a fraction', '1.5', null],
    ['hexadecimal', '0x10', null],
    ['an ISO 8601 date', '2026-05-01T12:00:20Z', null],
    ['an impossible date', 'Fri, 99 Foo 2026 12:00:20 GMT', null],
  ])('%s', (_name, header, expected) => {
    expect(readRetryAfter(header, wall)).toBe(expected);
  });

  it('returns null or a value between 0 and the cap, for any text and any clock', () => {
    const header = fc.oneof(
      fc.string(),
      fc.integer().map(String),
      fc.date({ noInvalidDate: true }).map((date) => date.toUTCString()),
    );
    fc.assert(
      fc.property(header, fc.double({ noNaN: true, min: 0, max: 8e15 }), (text, wall) => {
        const wait = readRetryAfter(text, wall);
        if (wait === null) return;
        expect(wait).toBeGreaterThanOrEqual(0);
        expect(wait).toBeLessThanOrEqual(longestRetryAfter);
      }),
    );
  });
});
