import { describe, expect, it } from 'vitest';
import { HeldLease } from './lease.ts';

/** Returns clocks that the test sets, in ms. */
function clocks() {
  const now = { mono: 0, wall: 0 };
  return { now, clock: { mono: () => now.mono, wall: () => now.wall } };
}

describe('a lease', () => {
  it('ends here before it ends in the database, even if this computer’s clock runs 10% slow', () => {
    const { now, clock } = clocks();
    const held = new HeldLease(clock);
    held.request()({ fence: 1, ms: 30_000, changes: 1, requestsPerSecond: 100 });
    now.mono = now.wall = 20_000;
    expect(held.valid).toMatchObject({ fence: 1 });
    // 30 s have passed in the database
    now.mono = now.wall = 27_000;
    expect(held.valid).toBeNull();
  });

  it('lasts from the request for it, and not from the answer', () => {
    const { now, clock } = clocks();
    const held = new HeldLease(clock);
    const take = held.request();
    now.mono = now.wall = 26_000;
    take({ fence: 1, ms: 30_000, changes: 1, requestsPerSecond: 100 });
    expect(held.valid).toBeNull();
  });

  it('ends while the computer sleeps, even if one of its clocks stops', () => {
    for (const sleeping of ['mono', 'wall'] as const) {
      const { now, clock } = clocks();
      const held = new HeldLease(clock);
      held.request()({ fence: 1, ms: 30_000, changes: 1, requestsPerSecond: 100 });
      now[sleeping] = 26_000;
      expect(held.valid).toBeNull();
    }
  });
});
