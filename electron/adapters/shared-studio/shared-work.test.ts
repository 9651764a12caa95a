import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import type { TestStudio } from '../../../test/fixtures/postgres.ts';
import { sharedPostgres } from '../../../test/fixtures/shared-postgres.ts';
import { valueOf } from '../../../test/fixtures/values.ts';
import { openSharedStudio } from './shared-studio.ts';
import { keyOf, type OfferedWork, type SharedWork, type SkippedFile } from './shared-work.ts';
import type { Lease } from './types.ts';

const server = await sharedPostgres();

async function stationIn(studio: TestStudio, name: string) {
  const id = randomUUID();
  const shared = await openSharedStudio(await studio.newStation(), id);
  afterAll(() => shared.close());
  const enter = async () => {
    const entered = valueOf(await shared.enter(name));
    if ('refused' in entered) throw new Error(entered.refused);
    return entered;
  };
  return { id, work: shared.work, enter, lease: await enter() };
}

const folder = randomUUID();

const photo = (name: string, change: Partial<OfferedWork> = {}): OfferedWork => ({
  photo: name,
  purchase: 'recipe',
  run: 1,
  folder,
  priority: 0,
  order: {
    source: { root: 'shoots', path: `drop/${name}.jpg` },
    bytes: 1000,
    output: { root: 'shoots', path: 'out' },
    subFolder: '',
    recipe: '{}',
    files: {},
    client: '',
  },
  ...change,
});

const offer = async (
  work: SharedWork,
  lease: Lease,
  rows: readonly OfferedWork[],
  how: { again?: boolean; prioritised?: boolean } = {},
) =>
  valueOf(
    await work.offer(
      rows.map((row) => ({ ...row, again: false, prioritised: false, ...how })),
      lease,
    ),
  );

const nothing = { folders: [], photos: [] };
const take = async (
  work: SharedWork,
  lease: Lease,
  most: number,
  roots = ['shoots'],
  except: { folders: string[]; photos: string[] } = nothing,
) =>
  valueOf(await work.take({ most, roots, own: false, folders: [folder], except }, lease)).map(
    (row) => row.photo,
  );

/** Ends the lease of a station in the database, as if its time were over. */
const endLease = (studio: TestStudio, id: string) =>
  studio.sql('UPDATE stations SET lease_until = clock_timestamp() WHERE id = $1', [id]);

describe('offered photos', () => {
  it('are only taken by stations that know their hot folder, because others do not know its limits', async () => {
    const studio = await server.newStudio();
    const a = await stationIn(studio, 'A');
    const b = await stationIn(studio, 'B');
    await offer(a.work, a.lease, [photo('1'), photo('2', { folder: randomUUID() })]);
    expect(await take(b.work, b.lease, 5)).toEqual(['1']);
    expect(await take(a.work, a.lease, 5)).toEqual(['2']);
  });

  it('are not taken from folders, and no photos are taken, that a station leaves out, even its own', async () => {
    const studio = await server.newStudio();
    const a = await stationIn(studio, 'A');
    const other = randomUUID();
    const rows = [photo('1'), photo('2'), photo('3', { folder: other }), photo('4')];
    await offer(a.work, a.lease, rows);
    const except = { folders: [other], photos: [keyOf(photo('1'))] };
    expect(await take(a.work, a.lease, 2, ['shoots'], except)).toEqual(['2', '4']);
    expect(await take(a.work, a.lease, 9)).toEqual(['1', '2', '3', '4']);
  });

  it('are each taken by one station, by priority and in the order of their admission', async () => {
    const studio = await server.newStudio();
    const [a, b] = [await stationIn(studio, 'A'), await stationIn(studio, 'B')];
    const names = Array.from({ length: 40 }, (_, at) => `photo-${String(at).padStart(2, '0')}`);
    await offer(
      a.work,
      a.lease,
      names.map((name) => photo(name)),
    );
    await offer(a.work, a.lease, [photo('urgent', { priority: 5 })]);
    expect(await take(b.work, b.lease, 3)).toEqual(['urgent', 'photo-00', 'photo-01']);
    // a repeated request, as after a lost answer, returns the same photos
    expect(await take(b.work, b.lease, 3)).toEqual(['urgent', 'photo-00', 'photo-01']);
    const [ofA, ofB] = await Promise.all([take(a.work, a.lease, 20), take(b.work, b.lease, 20)]);
    expect(new Set([...ofA, ...ofB]).size).toBe(40);
  });

  it('are offered once, whoever offers them and however often', async () => {
    const studio = await server.newStudio();
    const [a, b] = [await stationIn(studio, 'A'), await stationIn(studio, 'B')];
    await Promise.all([
      offer(a.work, a.lease, [photo('one'), photo('two')]),
      offer(b.work, b.lease, [photo('two'), photo('one')]),
    ]);
    expect(await take(b.work, b.lease, 9)).toHaveLength(2);
    valueOf(await b.work.end(photo('one'), 'done', { problem: null }));
    const state = (rows: Awaited<ReturnType<typeof offer>>) =>
      rows.map((row) => [row.state, row.station]);
    expect(state(await offer(a.work, a.lease, [photo('one')]))).toEqual([['done', 'B']]);
    // a user repeats the job
    const again = await offer(a.work, a.lease, [photo('one', { run: 2 })], { again: true });
    expect(state(again)).toEqual([['offered', null]]);
  });

  it('go to another station once the lease of the first has ended, but results of the first still count', async () => {
    const studio = await server.newStudio();
    const [a, b] = [await stationIn(studio, 'A'), await stationIn(studio, 'B')];
    await offer(a.work, a.lease, [photo('one'), photo('two')]);
    expect(await take(a.work, a.lease, 2)).toHaveLength(2);
    expect(await take(b.work, b.lease, 2)).toEqual([]);
    await endLease(studio, a.id);
    expect(
      await a.work.take({ most: 2, roots: [], own: false, folders: [], except: nothing }, a.lease),
    ).toMatchObject({
      problem: { code: 'studio-unreachable' },
    });
    expect(await take(b.work, b.lease, 1)).toEqual(['one']);
    // A is back: it keeps the photo that no other station has taken
    expect(await take(a.work, await a.enter(), 9)).toEqual(['two']);
    const failed = { problem: null };
    expect(valueOf(await a.work.end(photo('one'), 'failed', failed))).toBe(false);
    expect(valueOf(await a.work.end(photo('one'), 'done', failed))).toBe(true);
    expect(await take(b.work, b.lease, 9)).toEqual([]);
  });

  it('are not taken while their folder is paused, nor by a station that cannot reach their files', async () => {
    const studio = await server.newStudio();
    const [a, b] = [await stationIn(studio, 'A'), await stationIn(studio, 'B')];
    const pause = (paused: boolean) => a.work.watch([{ folder, paused }], a.lease);
    await pause(true);
    await offer(a.work, a.lease, [photo('one')]);
    expect(await take(b.work, b.lease, 1)).toEqual([]);
    await pause(false);
    expect(await take(b.work, b.lease, 1, ['other'])).toEqual([]);
    expect(await take(b.work, b.lease, 1, ['other', 'shoots'])).toEqual(['one']);
    valueOf(await b.work.giveBack([photo('one')]));
    expect(await take(a.work, a.lease, 1)).toEqual(['one']);
    valueOf(await a.work.withdraw([photo('one')]));
    expect(await take(a.work, a.lease, 1)).toEqual([]);
  });

  it('are withdrawn, and get another priority, at any station, even if another station watches their folder now', async () => {
    const studio = await server.newStudio();
    const [a, b] = [await stationIn(studio, 'A'), await stationIn(studio, 'B')];
    await offer(a.work, a.lease, [photo('one'), photo('two'), photo('three')]);
    valueOf(await b.work.ofFolder(folder, b.lease));
    await offer(a.work, a.lease, [photo('three', { priority: 5 })], { prioritised: true });
    // B has not heard of it when it offers its photos again
    await offer(b.work, b.lease, [photo('three')]);
    const key = { photo: 'one', purchase: 'recipe' };
    const withdrawn = await a.work.withdraw([key, photo('unknown')]);
    expect(valueOf(withdrawn)).toEqual([{ ...key, state: 'withdrawn' }]);
    expect(await take(b.work, b.lease, 9)).toEqual(['three', 'two']);
    valueOf(await b.work.end(photo('two'), 'done', { problem: null }));
    expect(valueOf(await a.work.withdraw([photo('two')]))).toMatchObject([{ state: 'done' }]);
  });

  it('that are retried go to the station that has their purchase while it is alive, and to any station otherwise', async () => {
    const studio = await server.newStudio();
    const [a, b] = [await stationIn(studio, 'A'), await stationIn(studio, 'B')];
    const names = ['bought', 'not bought'];
    await offer(
      a.work,
      a.lease,
      names.map((name) => photo(name)),
    );
    const hold = async () => {
      expect(await take(b.work, b.lease, 2)).toEqual(names);
      for (const name of names) {
        expect(valueOf(await b.work.end(photo(name), 'held', { problem: null }))).toBe(true);
      }
    };
    const retry = async () => {
      const again = names.map((name) => photo(name));
      const rows = await offer(a.work, a.lease, again, { again: true });
      return rows.map((row) => [row.photo, row.state, row.station]);
    };
    await hold();
    await studio.sql(
      `INSERT INTO claims (photo, purchase, run, station, fence, job, job_run, state, task, images, day)
       VALUES ('bought', 'recipe', 1, $1, $2, 1, 1, 'held', 'task', 1, '2026-01-01')`,
      [b.id, b.lease.fence],
    );
    expect(await retry()).toEqual([
      ['bought', 'taken', 'B'],
      ['not bought', 'offered', null],
    ]);
    expect(await take(a.work, a.lease, 9)).toEqual(['not bought']);
    expect(await take(b.work, b.lease, 9)).toEqual(['bought']);
    valueOf(await a.work.giveBack([photo('not bought')]));
    await hold();
    await endLease(studio, b.id);
    expect(await retry()).toEqual(names.map((name) => [name, 'offered', null]));
  });

  it('are withdrawn when their station leaves, unless another station has them, and others are given back', async () => {
    const studio = await server.newStudio();
    const [a, b] = [await stationIn(studio, 'A'), await stationIn(studio, 'B')];
    await offer(b.work, b.lease, [photo('of-b', { priority: 9 })]);
    await offer(a.work, a.lease, [photo('in-hand', { priority: 8 })]);
    expect(await take(a.work, a.lease, 2)).toEqual(['of-b', 'in-hand']);
    await offer(a.work, a.lease, [photo('taken', { priority: 7 }), photo('open')]);
    expect(await take(b.work, b.lease, 1)).toEqual(['taken']);
    for (const _ of ['once', 'again after a lost answer']) {
      const left = valueOf(await a.work.leave()).map((row) => row.photo);
      expect(left.toSorted()).toEqual(['in-hand', 'open']);
    }
    expect(await take(b.work, b.lease, 9)).toEqual(['of-b', 'taken']);
  });

  it('are reported to every station when their state changes', async () => {
    const studio = await server.newStudio();
    const [a, b] = [await stationIn(studio, 'A'), await stationIn(studio, 'B')];
    const { at } = valueOf(await a.work.changes(null));
    await offer(a.work, a.lease, [photo('one')]);
    await take(b.work, b.lease, 1);
    const problem = { code: 'photo-damaged', message: 'Damaged.', about: null, said: null };
    valueOf(await b.work.end(photo('one'), 'held', { problem }));
    expect(valueOf(await a.work.changes(at)).changes).toEqual([
      {
        photo: 'one',
        purchase: 'recipe',
        run: 1,
        state: 'held',
        station: 'B',
        outcome: { problem },
      },
    ]);
  });

  it('are returned without an order, or not at all, if their order is invalid', async () => {
    const studio = await server.newStudio();
    const a = await stationIn(studio, 'A');
    await offer(a.work, a.lease, [photo('one')]);
    await studio.sql(`UPDATE work SET content = '{"source": 1}', outcome = '[]'`);
    expect(valueOf(await a.work.ofFolder(folder, a.lease))).toEqual([]);
    const [taken] = valueOf(
      await a.work.take(
        { most: 1, roots: ['shoots'], own: true, folders: [], except: nothing },
        a.lease,
      ),
    );
    expect(taken?.order).toBeNull();
  });
});

describe('a folder', () => {
  it('is watched by one station at a time, and by another once the first stops or no longer renews its watch', async () => {
    const studio = await server.newStudio();
    const [a, b] = [await stationIn(studio, 'A'), await stationIn(studio, 'B')];
    const watch = async ({ work, lease }: typeof a) => {
      const [row] = valueOf(await work.watch([{ folder, paused: false }], lease));
      return [row?.isOwn, row?.station, row?.ms];
    };
    const both = await Promise.all([watch(a), watch(b)]);
    expect(both.filter(([isOwn]) => isOwn)).toHaveLength(1);
    const [first, second] = both[0]?.[0] === true ? [a, b] : [b, a];
    expect(await watch(second)).toEqual([false, both.find(([isOwn]) => isOwn)?.[1], 20_000]);
    await studio.sql('UPDATE watches SET watched_until = clock_timestamp()');
    expect((await watch(second))[0]).toBe(true);
    expect((await watch(first))[0]).toBe(false);
    valueOf(await second.work.stopWatching());
    expect((await watch(first))[0]).toBe(true);
  });

  it('keeps the files that a station skipped until a station names them as gone', async () => {
    const studio = await server.newStudio();
    const [a, b] = [await stationIn(studio, 'A'), await stationIn(studio, 'B')];
    const file = (path: string, bytes: number) => ({ path, bytes, mtimeMs: 1_700_000_000_000 });
    const skip = async ({ work, lease }: typeof a, files: SkippedFile[], gone: string[] = []) =>
      valueOf(await work.skip(folder, { files, gone }, lease));
    await skip(a, [file('1.jpg', 10), file('2.jpg', 20)]);
    // the disk of B is not mounted
    await skip(b, []);
    await skip(b, [file('2.jpg', 25), file('3.jpg', 30)]);
    const all = [file('1.jpg', 10), file('2.jpg', 25), file('3.jpg', 30)];
    const there = async () =>
      valueOf(await a.work.skipped(folder)).toSorted((one, other) => one.bytes - other.bytes);
    expect(await there()).toEqual(all);
    await skip(a, [file('3.jpg', 30)], ['1.jpg', '2.jpg']);
    expect(await there()).toEqual([file('3.jpg', 30)]);
    // a hostile station writes values that no file has
    await studio.sql(`INSERT INTO skipped_files VALUES ('${folder}', 'a.jpg', ${2n ** 62n}, 1),
      ('${folder}', repeat('b', 5000), 1, 1)`);
    expect(await there()).toEqual([file('3.jpg', 30)]);
  });
});
