import { describe, expect, it } from 'vitest';
import { createShelf } from './shelf.ts';

/** Creates a cache; the test decides when its pieces arrive. */
function shelfOf() {
  const asked: string[] = [];
  const dropped: string[] = [];
  const answers = new Map<string, (piece: string | null) => void>();
  let missing = 0;
  const shelf = createShelf<string>({
    fetch(key, signal) {
      asked.push(key);
      const { promise, resolve } = Promise.withResolvers<string | null>();
      answers.set(key, resolve);
      signal.addEventListener('abort', () => resolve(null));
      return promise;
    },
    drop: (piece) => dropped.push(piece),
    onArrival() {},
    onMissing: () => (missing += 1),
  });
  const come = async (key: string, piece: string | null = key) => {
    answers.get(key)?.(piece);
    // waits until the cache has stored the piece, which takes several microtasks
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { shelf, asked, dropped, come, missing: () => missing };
}

const keys = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, n) => String(from + n));

describe('a cache of pieces', () => {
  it('fetches the first piece alone, then four at a time', async () => {
    const { shelf, asked, come } = shelfOf();
    shelf.want({}, keys(0, 10));
    expect(asked).toEqual(['0']);
    await come('0');
    expect(asked).toEqual(keys(0, 5));
    await come('3');
    expect(asked).toEqual(keys(0, 6));
    expect(shelf.get('3')).toBe('3');
  });

  it('cancels fetches of pieces that are no longer wanted, except the first fetch', async () => {
    const { shelf, asked, come } = shelfOf();
    const who = {};
    shelf.want(who, ['a', 'b']);
    shelf.want(who, ['c']);
    expect(asked).toEqual(['a']);
    await come('a');
    expect(asked).toEqual(['a', 'c']);
    shelf.want(who, ['d']);
    await come('c', null);
    expect(asked).toEqual(['a', 'c', 'd']);
    shelf.want(who, ['c']);
    expect(asked).toEqual(['a', 'c', 'd', 'c']);
  });

  it('keeps the pieces that any viewer wants, and a limited number of other pieces', async () => {
    const { shelf, come, dropped } = shelfOf();
    const [one, other] = [{}, {}];
    shelf.want(other, ['x']);
    await come('x');
    for (const key of keys(0, 60)) {
      shelf.want(one, [key]);
      await come(key);
    }
    expect(shelf.get('x')).toBe('x');
    expect(dropped).toEqual(keys(0, 11));
    shelf.close();
    expect(dropped).toHaveLength(61);
  });

  it('fetches an unavailable piece only once, and again on retry', async () => {
    const { shelf, asked, come, missing } = shelfOf();
    shelf.want({}, ['a']);
    await come('a', null);
    shelf.want({}, ['a']);
    expect([asked, missing()]).toEqual([['a'], 1]);
    shelf.retry();
    await come('a');
    expect(shelf.get('a')).toBe('a');
  });

  it('frees pieces that arrive after it was closed', async () => {
    const { shelf, come, dropped } = shelfOf();
    shelf.want({}, ['a']);
    shelf.close();
    await come('a');
    expect(dropped).toEqual([]);
    expect(shelf.get('a')).toBeUndefined();
  });
});
