import { describe, expect, it } from 'vitest';
import { createFetchQueue } from './fetch-queue.ts';

/** Creates a queue, records which fetches have started, and lets the test finish or cancel each of them. */
function fetching(atOnce: number) {
  const queue = createFetchQueue(atOnce);
  const begun = new Map<string, () => void>();
  return {
    begun: () => [...begun.keys()],
    end: (name: string) => begun.get(name)?.(),
    want: (name: string) => queue.take((done) => void begun.set(name, done)),
  };
}

describe('the queue of pictures', () => {
  it('starts a few fetches at a time, in the order of the requests', () => {
    const { begun, want, end } = fetching(2);
    ['a', 'b', 'c', 'd'].forEach(want);
    expect(begun()).toEqual(['a', 'b']);
    end('b');
    expect(begun()).toEqual(['a', 'b', 'c']);
  });

  it('skips requests that were withdrawn before they started', () => {
    const { begun, want, end } = fetching(1);
    const [, giveUp] = ['a', 'b', 'c'].map(want);
    giveUp?.();
    end('a');
    expect(begun()).toEqual(['a', 'c']);
  });

  it('counts a started fetch as running until it ends, even if it was withdrawn, and counts its end only once', () => {
    const { begun, want, end } = fetching(1);
    const [giveUp] = ['a', 'b', 'c'].map(want);
    giveUp?.();
    expect(begun()).toEqual(['a']);
    end('a');
    end('a');
    expect(begun()).toEqual(['a', 'b']);
  });
});
