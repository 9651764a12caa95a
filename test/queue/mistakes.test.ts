import { describe, expect, it } from 'vitest';
import { openDesk, type Desk } from './desk.ts';

let desk: Desk;

const mistakes = () =>
  desk.told.flatMap((event) => (event.kind === 'mistake' ? [event.problem.code] : []));

describe('a mistake', () => {
  it('of who listens stops no photo', async () => {
    const listener = () => {
      throw new Error('the screen is gone');
    };
    desk = await openDesk({ listener });
    await desk.done();
    expect(mistakes()).toContain('internal');
  });

  it('in looking for the next job is told, and looked for again', async () => {
    desk = await openDesk();
    const { next } = desk.ledger.jobs;
    let times = 2;
    Object.assign(desk.ledger.jobs, {
      next: (...values: Parameters<typeof next>) => {
        if (times-- > 0) throw new Error('a bug');
        return next(...values);
      },
    });
    await desk.done();
    expect(mistakes()).toEqual(['internal', 'internal']);
  });
});
