import { describe, expect, it } from 'vitest';
import { openDesk, plainRecipe, type Desk } from './desk.ts';

let desk: Desk;

/** The data folder's disk has no room for what `book.method` writes, as SQLite says it. */
function noRoomFor<Book extends object>(book: Book, method: keyof Book, isFull: () => boolean) {
  const write = book[method] as (...values: unknown[]) => unknown;
  const counted = { calls: 0 };
  Object.assign(book, {
    [method]: (...values: unknown[]) => {
      counted.calls += 1;
      if (isFull()) throw new Error('database or disk is full');
      return write(...values);
    },
  });
  return counted;
}

/** Full for so many ms from the first writing on. */
const fullFor = (ms: number) => {
  let end: number | null = null;
  return () => desk.clock.mono() < (end ??= desk.clock.mono() + ms);
};

describe('F39 the disk of the ledger is full', () => {
  it('when a PSD is to be noted: it pauses and goes on', async () => {
    desk = await openDesk();
    const wantPsd = noRoomFor(desk.ledger.results, 'wantPsd', fullFor(120_000));
    const recipe = { ...plainRecipe, delivery: { ...plainRecipe.delivery, psd: true } };
    await desk.done({ recipe });
    expect(wantPsd.calls).toBeLessThan(30);
  });

  it('when an answer to a question is to be noted: it pauses and goes on', async () => {
    desk = await openDesk();
    noRoomFor(desk.ledger.results, 'see', fullFor(120_000));
    await desk.done();
    expect(desk.asked('query')).toBeLessThan(30);
  });

  it('when a task is to be noted: no orphan is made at every breath', async () => {
    desk = await openDesk();
    noRoomFor(desk.ledger.jobs, 'created', fullFor(120_000));
    await desk.done();
    expect(desk.asked('create')).toBeLessThan(30);
  });

  it('when the program starts: it tries again and goes on', async () => {
    const isFull = fullFor(60_000);
    desk = await openDesk({ before: (ledger) => noRoomFor(ledger.executions, 'recover', isFull) });
    const job = await desk.admit();
    expect(desk.runner.closed().map((gate) => gate.problem.code)).toEqual(['disk-full']);
    await desk.until(job, 'done');
    expect(desk.runner.closed()).toEqual([]);
  });

  it('when a job is sent: one notice, and it goes on', async () => {
    desk = await openDesk();
    noRoomFor(desk.ledger.executions, 'sending', fullFor(60_000));
    await desk.done();
    expect(desk.told.filter((event) => event.kind === 'mistake')).toEqual([]);
  });

  it('when a doubt is to be noted: the doubt still ends', async () => {
    desk = await openDesk();
    let times = 1;
    noRoomFor(desk.ledger.executions, 'doubt', () => times-- > 0);
    desk.demo.inject({ on: 'execute', times: 1, kind: 'server-error' });
    const job = await desk.admit();
    expect(await desk.until(job, 'held')).toBe('execution-unknown');
    expect(desk.asked('execute')).toBe(1);
  });
});
