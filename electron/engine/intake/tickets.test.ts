import { rename, rm, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  eventually,
  hotFolderHarness,
  hurried,
  jobOf,
  jpeg,
  type HotFolderHarness,
} from '../../../test/intake/hot-folder-harness.ts';
import { valueOf } from '../../../test/fixtures/values.ts';
import { systemClock, type Clock } from '../../base/clock.ts';
import { dryRun } from './dry-run.ts';
import { watchFolder, type IntakeEvent } from './hot-folder.ts';
import { usualPatience } from './settle.ts';
import { createTickets } from './tickets.ts';
import { createTracker } from './tracker.ts';
import { accessIn } from '../../../test/fixtures/permitted.ts';

let harness: HotFolderHarness;
const opened = async (clock?: Clock) => (harness = await hotFolderHarness(clock));

/**
 * Writes photos, given by their numbers, and other files to the hot folder, one after the other.
 */
async function lay(files: Readonly<Record<string, number | string>>): Promise<void> {
  for (const [name, content] of Object.entries(files)) {
    await harness.put(name, typeof content === 'number' ? await jpeg(content) : content);
  }
}

const count = (batchCount: number) => JSON.stringify({ params: { batchCount } });

const countOf = (event: IntakeEvent | undefined): unknown =>
  valueOf(harness.ledger.jobs.load(jobOf(event))).recipe.params['batchCount'];

const problems = () =>
  harness.events.flatMap((event) =>
    event.kind === 'failed' ? [[event.path, event.problem.code] as const] : [],
  );

describe('a photo with a ticket', () => {
  it('is admitted with the ticket’s values, and each ticket is a different purchase', async () => {
    const { watch, until } = await opened();
    await lay({ 'a.jpg.json': count(3), 'a.jpg': 1 });
    await lay({ 'b.jpg': 1, 'b.jpg.json': count(2), 'c.jpg': 1, 'c.jpg.json': count(3) });
    const watcher = await watch();
    const [a] = await until('admitted', 'a.jpg');
    const [b] = await until('admitted', 'b.jpg');
    const [c] = await until('under-way', 'c.jpg');
    expect([countOf(a), countOf(b), jobOf(c)]).toEqual([3, 2, jobOf(a)]);
    await eventually(() => expect(watcher.state().settling).toBe(0));
  });

  it('waits while its ticket is invalid, reports that once, and is admitted when the ticket is corrected', async () => {
    const { put, watch, until, ledger, folder, names } = await opened();
    const watched = folder({ after: 'move' });
    await lay({ 'a.jpg.json': '{"params": {"batchCount": 99}}', 'a.jpg': 1 });
    const watcher = await watch(watched);
    await until('failed', 'a.jpg');
    await watcher.rescan();
    await watcher.rescan();
    expect(problems()).toEqual([['a.jpg', 'ticket-invalid']]);
    expect(ledger.jobs.count()).toMatchObject({ waiting: 0 });
    expect(ledger.figures.refusals(watched.id, 3)).toMatchObject([
      { path: 'a.jpg', problem: { code: 'ticket-invalid' } },
    ]);
    expect(watcher.state().settling).toBe(0);
    expect(await names('in')).toEqual(['a.jpg', 'a.jpg.json']);

    await put('a.jpg.json', count(2));
    const [admitted] = await until('admitted', 'a.jpg');
    expect(countOf(admitted)).toBe(2);
    expect(ledger.figures.refused(watched.id)).toBe(0);
  });

  it('waits while its ticket is being saved', async () => {
    const { put, watch, folder, until, inbox, events } = await opened();
    await watch(folder({ settleMs: 400 }));
    await lay({ 'a.jpg.json': 'half', 'a.jpg': 1 });
    await until('failed', 'a.jpg');
    await rm(join(inbox, 'a.jpg.json'));
    await put('a.jpg.json', count(4));
    const [admitted] = await until('admitted', 'a.jpg');
    expect(countOf(admitted)).toBe(4);
    expect(events.filter(({ kind }) => kind === 'admitted')).toHaveLength(1);
  });

  it('waits again if its ticket was removed, in case it is being rewritten', async () => {
    const { put, inbox, ledger, folder } = await opened();
    let now = 0;
    const clock = { ...systemClock, mono: () => now };
    const timing = { settleMs: 100, ...usualPatience };
    const tickets = createTickets(
      { ledger, clock, folder: folder(), timing, tracker: createTracker(timing) },
      { look: () => {}, list: () => {} },
    );
    expect(await tickets.decide('a.jpg')).toEqual({ do: 'take' });
    await put('a.jpg.json', count(2));
    expect(await tickets.decide('a.jpg')).toEqual({ do: 'wait', until: 100 });
    now = 100;
    expect(await tickets.decide('a.jpg')).toEqual({ do: 'take' });
    await rm(join(inbox, 'a.jpg.json'));
    expect(await tickets.decide('a.jpg')).toEqual({ do: 'wait', until: 200 });
    now = 200;
    expect(await tickets.decide('a.jpg')).toEqual({ do: 'take' });
  });

  it('is not bought again if its ticket changes or arrives later', async () => {
    const { put, watch, until, ledger, inbox, folder } = await opened();
    const watched = folder();
    await lay({ 'a.jpg': 1, 'a.jpg.json': count(2), 'b.jpg': 2 });
    const watcher = await watch(watched);
    await until('admitted', undefined, 2);
    // the ticket was saved again without a change: no event
    await utimes(join(inbox, 'a.jpg.json'), 1, 1);
    await watcher.rescan();
    await put('b.jpg.json', count(2));
    await until('failed', 'b.jpg.json');
    await put('a.jpg.json', count(3));
    await until('failed', 'a.jpg.json');
    await watcher.rescan();
    expect(problems()).toEqual([
      ['b.jpg.json', 'ticket-late'],
      ['a.jpg.json', 'ticket-late'],
    ]);
    expect(ledger.jobs.count()).toMatchObject({ waiting: 2 });

    await put('b.jpg', await jpeg(3));
    const [, again] = await until('admitted', 'b.jpg', 2);
    expect(countOf(again)).toBe(2);
    expect(ledger.figures.refusals(watched.id, 3)).toMatchObject([{ path: 'a.jpg.json' }]);
    await rm(join(inbox, 'a.jpg.json'));
    await eventually(() => expect(ledger.figures.refused(watched.id)).toBe(0));
  });

  it('is not bought automatically if its ticket changes while the program is not running', async () => {
    const { put, watch, until, folder, ledger } = await opened();
    await lay({ 'a.jpg': 1, 'a.jpg.json': count(2) });
    const first = await watch();
    await until('admitted');
    await first.close();
    await put('a.jpg.json', count(3));
    const second = await watch(folder());
    await until('failed', 'a.jpg.json');
    await second.rescan();
    expect(ledger.jobs.count()).toMatchObject({ waiting: 1 });
  });

  it('is moved to Processed with its ticket, under one name, even after a crash in between', async () => {
    const { put, watch, until, ledger, mover, names, inbox, folder } = await opened();
    const watched = folder({ after: 'move' });
    await lay({ 'Processed/a.jpg': 9, 'a.jpg': 1, 'a.jpg.json': count(2), 'b.jpg': 2 });
    await watch(watched);
    const [a] = await until('admitted', 'a.jpg');
    const [b] = await until('admitted', 'b.jpg');
    await put('b.jpg.json', count(2));
    await until('failed', 'b.jpg.json');
    for (const event of [a, b]) ledger.jobs.end(jobOf(event), 'done', null);
    // the photo was moved, and then the program crashed
    await rename(join(inbox, 'a.jpg'), join(inbox, 'Processed/a-2.jpg'));
    for (const event of [a, b]) {
      await mover.afterJob(jobOf(event));
    }
    const processed = ['a-2.jpg', 'a-2.jpg.json', 'a.jpg', 'b.jpg'];
    expect(await names('in/Processed')).toEqual(processed);
    // the late ticket did not belong to the photo
    expect(await names('in')).toEqual(['Processed', 'b.jpg.json']);
  });
});

it('a photo waits for its ticket in a folder that requires tickets; each is listed while the other is missing', async () => {
  const { watch, until, folder, events, ledger } = await opened(hurried(200, 300));
  const watched = folder({ needsTickets: true, settleMs: 5_000, rescanMs: 600_000 });
  await lay({ 'a.jpg': 1, 'b.jpg': 2, 'z.jpg.json': count(2) });
  const watcher = await watch(watched);
  await eventually(() =>
    expect(watcher.state()).toMatchObject({
      settling: 0,
      unpaired: {
        photos: { count: 2, first: 'a.jpg' },
        tickets: { count: 1, first: 'z.jpg.json' },
      },
    }),
  );
  for (let times = 0; times < 5; times += 1) await watcher.rescan();
  const kinds = events.map(({ kind }) => kind);
  expect(kinds).not.toContain('failed');
  expect(kinds.filter((kind) => kind === 'unpaired').length).toBeLessThan(4);

  await lay({ 'b.jpg.json': count(4), 'z.jpg': 3 });
  const [b] = await until('admitted', 'b.jpg');
  const [z] = await until('admitted', 'z.jpg');
  expect([countOf(b), countOf(z)]).toEqual([4, 2]);
  await eventually(() =>
    expect(watcher.state().unpaired).toEqual({
      photos: { count: 1, first: 'a.jpg' },
      tickets: { count: 0, first: null },
    }),
  );
  expect(ledger.jobs.count()).toMatchObject({ waiting: 2 });
});

describe('tickets are counted in advance', () => {
  it('in a dry run, with the images they request', async () => {
    const { inbox, ledger, recipe, folder } = await opened();
    const wrong = '{"params": {"batchCount": "many"}}';
    const photos = { 'a.jpg': 1, 'b.jpg': 2, 'c.jpg': 3 };
    const others = { 'a.jpg.json': count(4), 'c.jpg.json': wrong, 'Tickets/mask.png': 'no photo' };
    await lay({ ...photos, ...others });
    const before = new Date(Date.now() - 60_000);
    for (const name of Object.keys({ ...photos, ...others })) {
      await utimes(join(inbox, name), before, before);
    }
    const look = (needsTickets: boolean) =>
      dryRun({ ledger, clock: systemClock }, folder({ needsTickets }), recipe);
    const each = recipe.recipe.params['batchCount'] ?? 4;
    const free = await look(false);
    expect(free.entries.map(({ path, kind }) => [path, kind])).toEqual([
      ['a.jpg', 'new'],
      ['b.jpg', 'new'],
      ['c.jpg', 'failed'],
    ]);
    expect(free).toMatchObject({ jobs: 2, images: 4 + Number(each) });
    const strict = await look(true);
    expect(strict.entries.map(({ kind }) => kind)).toEqual(['new', 'wants-ticket', 'failed']);
    expect(strict).toMatchObject({ jobs: 1, images: 4 });
  });

  it('in a large drop, which is confirmed again if a ticket changes', async () => {
    const { root, put, ledger, mover, folder, recipe, clock, events } = await opened();
    const watched = folder();
    await lay({ '1.jpg': 1, '2.jpg': 2, '3.jpg': 3, '3.jpg.json': count(2) });
    const parts = {
      ledger,
      clock,
      random: Math.random,
      mover,
      access: accessIn(join(root, 'data')),
    };
    const asking = { existing: 'process', askAbove: () => 1 } as const;
    const opening = watchFolder(parts, watched, recipe, asking, (event) => void events.push(event));
    const watcher = valueOf(await opening);
    const waiting = () => ledger.largeDrops.waiting(watched.id, 10);
    await eventually(() => expect(waiting()).toMatchObject({ photos: 3, images: 22 }));
    await put('3.jpg.json', count(3));
    await eventually(() => expect(waiting()).toMatchObject({ photos: 3, images: 23 }));
    ledger.largeDrops.answer(watched.id, 'take', null);
    watcher.takeGranted();
    const third = () => events.find((event) => event.kind === 'admitted' && event.path === '3.jpg');
    await eventually(() => expect(countOf(third())).toBe(3));
    await watcher.close();
  });
});
