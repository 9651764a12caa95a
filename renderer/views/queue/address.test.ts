import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jobStates } from '#shared/job.ts';
import { jobSorts } from '#shared/job-row.ts';
import { queryOf, readView, readJob, type QueueView } from './address.ts';
import { forAll } from '../../../test/fixtures/property.ts';

const read = (text: string) => readView(new URLSearchParams(text));

describe('the address of the queue', () => {
  it('contains the filter and the order', () => {
    expect(read('states=held,failed&hotFolderId=3&sort=newest')).toEqual({
      filter: { states: ['failed', 'held'], hotFolderId: 3 },
      sort: 'newest',
    });
    expect(read('')).toEqual({ filter: {}, sort: 'order' });
  });

  it('ignores invalid values', () => {
    expect(read('states=sleeping&hotFolderId=-1&recipe=%20&sort=price')).toEqual(read(''));
    expect(readJob(new URLSearchParams('job=1e9999'))).toBeNull();
  });

  it('is read as the view that it was written for', () => {
    const asked: fc.Arbitrary<QueueView> = fc.record({
      filter: fc.record(
        {
          states: fc
            .uniqueArray(fc.constantFrom(...jobStates), { minLength: 1 })
            .map((some) => jobStates.filter((state) => some.includes(state))),
          hotFolderId: fc.integer({ min: 1 }),
          recipe: fc.string({ unit: 'grapheme' }).filter((text) => text.trim() !== ''),
          text: fc.string({ unit: 'grapheme' }).filter((text) => text.trim() !== ''),
        },
        { requiredKeys: [] },
      ),
      sort: fc.constantFrom(...jobSorts),
    });
    forAll([asked, fc.option(fc.integer({ min: 1 }))], (given, job) => {
      const entries = Object.entries(queryOf(given, job)).filter(
        ([, value]) => value !== undefined,
      );
      const query = new URLSearchParams(entries as [string, string][]);
      expect(readView(query)).toEqual(given);
      expect(readJob(query)).toBe(job);
    });
  });
});
