import { describe, expect, it } from 'vitest';
import { openHarness, type Harness } from './harness.ts';

let harness: Harness;

const mistakes = () =>
  harness.told.flatMap((event) => (event.kind === 'mistake' ? [event.problem.code] : []));

describe('a bug', () => {
  it('in a listener stops no photo', async () => {
    const listener = () => {
      throw new Error('the screen is gone');
    };
    harness = await openHarness({ listener });
    await harness.done();
    expect(mistakes()).toContain('internal');
  });

  it('in the search for the next job is reported, and the queue tries again', async () => {
    harness = await openHarness();
    const { next } = harness.ledger.jobs;
    let times = 2;
    Object.assign(harness.ledger.jobs, {
      next: (...values: Parameters<typeof next>) => {
        if (times-- > 0) throw new Error('a bug');
        return next(...values);
      },
    });
    await harness.done();
    expect(mistakes()).toEqual(['internal', 'internal']);
  });
});
