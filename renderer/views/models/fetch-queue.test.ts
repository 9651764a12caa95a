import { describe, expect, it } from 'vitest';
import { createFetchQueue } from './fetch-queue.ts';

/** Records which fetches started, and lets the test finish or cancel each. */
function fetching(atOnce: number) {
  const queue = createFetchQueue(atOnce);
  const begun = new Map<string, () => void>();
  return {
    begun: () => [...begun.keys()],
    end: (name: string) => begun.get(name)?.(),
    want: (name: string) => queue.take((done) => void begun.set(name, done)),
  };
}

describe('the turns of pictures', () => {
  it('are a few at a time, in the order they are wanted', () => {
    const { begun, want, end } = fetching(2);
    ['a', 'b', 'c', 'd'].forEach(want);
    expect(begun()).toEqual(['a', 'b']);
    end('b');
    expect(begun()).toEqual(['a', 'b', 'c']);
  });

  it('pass by what is not wanted any more', () => {
    const { begun, want, end } = fetching(1);
    const [, giveUp] = ['a', 'b', 'c'].map(want);
    giveUp?.();
    end('a');
    expect(begun()).toEqual(['a', 'c']);
  });

  it('last until what was begun has ended, wanted or not, and end once', () => {
    const { begun, want, end } = fetching(1);
    const [giveUp] = ['a', 'b', 'c'].map(want);
    giveUp?.();
    expect(begun()).toEqual(['a']);
    end('a');
    end('a');
    expect(begun()).toEqual(['a', 'b']);
  });
});
