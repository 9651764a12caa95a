import { afterAll, describe, expect, it } from 'vitest';
import { success } from '#shared/problem.ts';
import { noLimits } from '#shared/spending-limits.ts';
import { claimRequest, enterStation } from '../../../test/fixtures/entered-station.ts';
import { sharedPostgres } from '../../../test/fixtures/shared-postgres.ts';
import { valueOf } from '../../../test/fixtures/values.ts';
import { systemClock } from '../../base/clock.ts';
import { withClient } from './connection.ts';
import { createListener } from './listen.ts';
import { openSharedStudio } from './shared-studio.ts';
import type { ClaimRequest, Lease, SharedStudio } from './types.ts';

const server = await sharedPostgres();

const purchase = (change: Partial<ClaimRequest> = {}) => claimRequest({ images: 4, ...change });

/** What a purchase adds to a record of it. */
const earlier = { folder: null, day: '2026-11-01' };

const claimed = async (shared: SharedStudio, lease: Lease, change: Partial<ClaimRequest> = {}) =>
  valueOf(await shared.claim(purchase(change), lease));

/** A report with the lease and the number that show the order of a station's statements. */
const REPORT = 'SELECT darkslide.report($1, $2, $3, $4, $5, $6)';

describe('a claim', () => {
  it('belongs to one station: it is granted again to the same job, but to no other station', async () => {
    const studio = await server.newStudio();
    const a = await enterStation(studio, 'A');
    const b = await enterStation(studio, 'B');
    const first = await claimed(a.shared, a.lease);
    expect(first.kind).toBe('granted');
    expect(await claimed(a.shared, a.lease)).toEqual(first);
    expect(await claimed(b.shared, b.lease, { task: 't2' })).toEqual({
      kind: 'elsewhere',
      station: 'A',
      needsPerson: false,
    });
    expect(await claimed(b.shared, b.lease, { photo: 'other' })).toMatchObject({ kind: 'granted' });
  });

  it('stays with its station once the purchase is made, and is free again once it is released', async () => {
    const studio = await server.newStudio();
    const a = await enterStation(studio, 'A');
    const b = await enterStation(studio, 'B');
    const first = await claimed(a.shared, a.lease);
    if (first.kind !== 'granted') throw new Error(first.kind);
    const { claim } = first;
    expect(valueOf(await b.shared.report({ claim, state: 'released', executions: [] }))).toBe(
      false,
    );
    expect(valueOf(await a.shared.report({ claim, state: 'bought', executions: ['e1'] }))).toBe(
      true,
    );
    expect(await claimed(b.shared, b.lease)).toEqual({ kind: 'bought', station: 'A' });
    // the user of B requests the purchase anyway
    const again = await claimed(b.shared, b.lease, { jobRun: 2, task: 't2' });
    expect(again.kind).toBe('granted');

    const other = await claimed(a.shared, a.lease, { job: 2, photo: 'second' });
    if (other.kind !== 'granted') throw new Error(other.kind);
    valueOf(await a.shared.report({ claim: other.claim, state: 'released', executions: [] }));
    expect(await claimed(b.shared, b.lease, { job: 2, photo: 'second' })).toMatchObject({
      kind: 'granted',
    });
  });

  it('of a dead station must be taken over together with its task before it is granted', async () => {
    const studio = await server.newStudio({ leaseSeconds: 2 });
    const a = await enterStation(studio, 'A');
    await claimed(a.shared, a.lease);
    const b = await enterStation(studio, 'B');
    await studio.sql(`UPDATE stations SET lease_until = now() - interval '1 s' WHERE name = 'A'`);
    const taken = await claimed(b.shared, b.lease, { job: 9, task: 't2' });
    expect(taken).toMatchObject({ kind: 'adopt', task: 't1', from: 'A' });
    // A is back: its lease has expired, and even with a new lease, the purchase now belongs to B
    expect(await claimed(a.shared, a.lease)).toEqual({ kind: 'no-lease' });
    expect(valueOf(await a.shared.renew(a.lease))).toBeNull();
    const entered = valueOf(await a.shared.enter('A'));
    if ('refused' in entered) throw new Error(entered.refused);
    expect(entered.fence).toBeGreaterThan(a.lease.fence);
    expect(await claimed(a.shared, entered)).toMatchObject({ kind: 'elsewhere', station: 'B' });
    // B gets the same answer until its job has taken over A's task
    expect(await claimed(b.shared, b.lease, { job: 9, task: 't2' })).toMatchObject({
      kind: 'adopt',
    });
    expect(await claimed(b.shared, b.lease, { job: 9, task: 't1' })).toMatchObject({
      kind: 'granted',
    });
  });

  it('is found by photo and recipe if the ledger was lost and a new one numbers its jobs from 1 again', async () => {
    const studio = await server.newStudio();
    const { shared, lease } = await enterStation(studio, 'A');
    const lost = await claimed(shared, lease, { photo: 'before', task: 't1' });
    if (lost.kind !== 'granted') throw new Error(lost.kind);
    await shared.report({ claim: lost.claim, state: 'bought', executions: ['e1'] });
    // in the new ledger, job 1 is about another photo, and job 2 is about the photo of the lost job 1
    expect(await claimed(shared, lease, { task: 't2' })).toMatchObject({ kind: 'granted' });
    expect(await claimed(shared, lease, { job: 2, photo: 'before', task: 't3' })).toMatchObject({
      kind: 'adopt',
      task: 't1',
    });
  });

  it('is not granted while it is being released', async () => {
    const studio = await server.newStudio();
    const { id, access, shared, lease } = await enterStation(studio, 'A');
    const first = await claimed(shared, lease);
    if (first.kind !== 'granted') throw new Error(first.kind);
    const isWaiting = async () =>
      (
        await studio.sql(
          "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
        )
      ).length;
    const second = await withClient(access, async (client) => {
      await client.query('BEGIN');
      await client.query(REPORT, [id, first.claim, lease.fence, 2, 'released', []]);
      const asked = shared.claim(purchase(), lease);
      await expect.poll(isWaiting, { timeout: 7000 }).toBe(1);
      await client.query('COMMIT');
      return asked;
    });
    const granted = valueOf(second);
    if (granted.kind !== 'granted') throw new Error(granted.kind);
    expect(granted.claim).not.toBe(first.claim);
    expect(await studio.sql('SELECT id::integer, state FROM claims ORDER BY id')).toEqual([
      { id: first.claim, state: 'released' },
      { id: granted.claim, state: 'open' },
    ]);
  });

  it('is not changed by a statement that arrives after a later statement of its station', async () => {
    const studio = await server.newStudio();
    const { id, access, shared, lease } = await enterStation(studio, 'A');
    const first = await claimed(shared, lease);
    expect(await claimed(shared, lease)).toEqual(first);
    if (first.kind !== 'granted') throw new Error(first.kind);
    const { claim } = first;
    const late = (sql: string, values: readonly unknown[]) =>
      withClient(access, async (client) => {
        await client.query('SET search_path TO darkslide');
        return success((await client.query(sql, [...values])).rows);
      });
    // the station has sent this release between its two claims
    const release = [id, claim, lease.fence, 1, 'released', []];
    expect(valueOf(await late(REPORT, release))).toEqual([{ report: null }]);
    const bought = { claim, state: 'bought', executions: ['e1'] } as const;
    expect(valueOf(await shared.report(bought))).toBe(true);
    const again = `SELECT outcome FROM claim($1, $2, 1, 1, 1, 'photo', 'recipe', 't1', 4, '2026-11-27',
      NULL, NULL, NULL, NULL, '{}')`;
    expect(valueOf(await late(again, [id, lease.fence]))).toEqual([{ outcome: 'busy' }]);
    expect(await studio.sql('SELECT state FROM claims')).toEqual([{ state: 'bought' }]);
    await shared.report({ ...bought, state: 'released' });
    expect(valueOf(await late(again, [id, lease.fence]))).toEqual([{ outcome: 'busy' }]);
    expect(await studio.sql('SELECT state FROM claims')).toEqual([{ state: 'released' }]);
  });

  it('made by many stations at the same time is granted to exactly one of them', async () => {
    const studio = await server.newStudio();
    const names = Array.from({ length: 8 }, (_, at) => `S${at}`);
    const stations = await Promise.all(names.map((name) => enterStation(studio, name)));
    for (let photo = 0; photo < 20; photo += 1) {
      const answers = await Promise.all(
        stations.map(({ shared, lease }) =>
          claimed(shared, lease, { job: photo, photo: `p${photo}` }),
        ),
      );
      expect(answers.filter(({ kind }) => kind === 'granted')).toHaveLength(1);
      expect(answers.filter(({ kind }) => kind === 'elsewhere')).toHaveLength(7);
    }
  });
});

describe('limits and slots', () => {
  it('are never exceeded by concurrent claims, and count reservations exactly', async () => {
    const studio = await server.newStudio({ imagesPerDay: 40, imagesPerMonth: 60 });
    const stations = await Promise.all(['A', 'B', 'C'].map((name) => enterStation(studio, name)));
    const wanted = Array.from({ length: 10 }, (_, at) => at);
    const answers = await Promise.all(
      stations.flatMap(({ shared, lease, id }) =>
        wanted.map((job) => claimed(shared, lease, { job, photo: `${id} ${job}` })),
      ),
    );
    expect(answers.filter(({ kind }) => kind === 'granted')).toHaveLength(10);
    expect(answers.filter(({ kind }) => kind === 'limit')).toHaveLength(20);
    const reached = { of: 'studio', per: 'day', unit: 'images', verdict: 'later', allowed: 40 };
    expect(answers.find(({ kind }) => kind === 'limit')).toMatchObject({ kind: 'limit', reached });
    const { shared, lease } = await enterStation(studio, 'D');
    // another day of the same month
    const another = 'CASE extract(day FROM day) WHEN 1 THEN day + 1 ELSE day - 1 END';
    await studio.sql(`UPDATE claims SET day = ${another}`);
    const next = await Promise.all(
      wanted.slice(0, 8).map((at) => claimed(shared, lease, { job: 100 + at, photo: `q${at}` })),
    );
    expect(next.filter(({ kind }) => kind === 'granted')).toHaveLength(5);
    expect(next.find(({ kind }) => kind === 'limit')).toMatchObject({
      reached: { per: 'month', unit: 'images', verdict: 'later', allowed: 60 },
    });
    expect(await claimed(shared, lease, { job: 200, photo: 'r', images: 41 })).toMatchObject({
      reached: { per: 'day', verdict: 'too-low', allowed: 40 },
    });
    // a released claim frees the images that it reserved
    const granted = answers.find(({ kind }) => kind === 'granted');
    if (granted?.kind !== 'granted') throw new Error('none');
    for (const station of stations) {
      await station.shared.report({ claim: granted.claim, state: 'released', executions: [] });
    }
    expect(await studio.sql('SELECT images FROM spent ORDER BY images DESC')).toEqual([
      { images: 36 },
      { images: 20 },
    ]);
  });

  it('count money in the currency of the studio, for the studio and for each hot folder', async () => {
    const studio = await server.newStudio({ moneyPerDay: 200, currency: 'EUR' });
    const stations = await Promise.all(['A', 'B'].map((name) => enterStation(studio, name)));
    const { shared, lease } = await enterStation(studio, 'C');
    const cost = { currency: 'EUR', minor: 40 };
    const folder = { key: 'white', limits: { ...noLimits, moneyPerMonth: 80 } };
    const wanted = Array.from({ length: 4 }, (_, job) => job);
    const claimAll = (change: Partial<ClaimRequest>) =>
      Promise.all(
        stations.flatMap((one) =>
          wanted.map((job) =>
            claimed(one.shared, one.lease, { job, photo: `${one.id} ${job}`, cost, ...change }),
          ),
        ),
      );
    const inFolder = await claimAll({ folder });
    expect(inFolder.filter(({ kind }) => kind === 'granted')).toHaveLength(2);
    expect(inFolder.find(({ kind }) => kind === 'limit')).toMatchObject({
      reached: { of: 'folder', per: 'month', unit: 'money', verdict: 'later', allowed: 80 },
    });
    // the same photos without a folder: claims that were granted before are granted again
    const outside = await claimAll({});
    expect(outside.filter(({ kind }) => kind === 'granted')).toHaveLength(5);
    expect(outside.find(({ kind }) => kind === 'limit')).toMatchObject({
      reached: { of: 'studio', per: 'day', unit: 'money', verdict: 'later', allowed: 200 },
    });
    expect(await studio.sql('SELECT folder, money::integer FROM spent ORDER BY folder')).toEqual([
      { folder: '', money: 200 },
      { folder: 'white', money: 0 },
    ]);
    const noPrice = { reached: { of: 'studio', unit: 'money', verdict: 'no-price' } };
    for (const other of [null, { currency: 'CHF', minor: 1 }]) {
      expect(await claimed(shared, lease, { photo: 'p', cost: other })).toMatchObject(noPrice);
    }
    const dear = { currency: 'EUR', minor: 201 };
    expect(await claimed(shared, lease, { photo: 'p', cost: dear })).toMatchObject({
      reached: { verdict: 'too-low', allowed: 200 },
    });
  });

  it('keep the number of open purchases within the account’s concurrency limit', async () => {
    const studio = await server.newStudio({ inFlight: 2 });
    const { shared, lease } = await enterStation(studio, 'A');
    const [first] = await Promise.all([
      claimed(shared, lease, { job: 1, photo: 'p1' }),
      claimed(shared, lease, { job: 2, photo: 'p2' }),
    ]);
    expect(await claimed(shared, lease, { job: 3, photo: 'p3' })).toEqual({ kind: 'busy' });
    if (first.kind !== 'granted') throw new Error(first.kind);
    await shared.report({ claim: first.claim, state: 'bought', executions: ['e'] });
    expect(await claimed(shared, lease, { job: 3, photo: 'p3' })).toMatchObject({
      kind: 'granted',
    });
  });

  it('count a purchase that a user decided about only once it is granted again', async () => {
    const studio = await server.newStudio({ inFlight: 1 });
    const { shared, lease } = await enterStation(studio, 'A');
    const wanted = [1, 2].map((job) => ({ job, photo: `p${job}` }));
    for (const change of wanted) {
      const granted = await claimed(shared, lease, change);
      if (granted.kind !== 'granted') throw new Error(granted.kind);
      await shared.report({ claim: granted.claim, state: 'held', executions: [] });
    }
    expect(await claimed(shared, lease, wanted[0])).toMatchObject({ kind: 'granted' });
    expect(await claimed(shared, lease, wanted[1])).toEqual({ kind: 'busy' });
  });
});

it('stations are notified of those changes of a claim that others may wait for, and of no others', async () => {
  const studio = await server.newStudio();
  const a = await enterStation(studio, 'A');
  const told: unknown[] = [];
  const access = await studio.newStation();
  const listener = createListener({
    access,
    clock: systemClock,
    onChange: (topic) => void told.push(topic),
  });
  const stopping = new AbortController();
  const listening = listener.listen(stopping.signal);
  await expect.poll(() => told).toEqual([null]);
  const first = await claimed(a.shared, a.lease);
  if (first.kind !== 'granted') throw new Error(first.kind);
  const { claim } = first;
  for (const state of ['started', 'finished', 'finished', 'bought'] as const) {
    valueOf(await a.shared.report({ claim, state, executions: ['e1'] }));
  }
  await studio.sql("SELECT pg_notify('darkslide', 'work')");
  await expect.poll(() => told).toEqual([null, 'claims', 'claims', 'work']);
  stopping.abort();
  await listening;
});

describe('a station', () => {
  it('can neither read the tables nor act for another station', async () => {
    const studio = await server.newStudio();
    const a = await enterStation(studio, 'A');
    const hostile = await openSharedStudio(await studio.newStation(), a.id);
    afterAll(() => hostile.close());
    expect(await hostile.enter('A')).toEqual({ ok: true, value: { refused: 'other-login' } });
    expect(await hostile.claim(purchase(), a.lease)).toMatchObject({ value: { kind: 'no-lease' } });
    expect(valueOf(await hostile.mine())).toEqual([]);
    const { user, password } = await studio.newStation();
    for (const table of ['claims', 'stations', 'studio', 'spent']) {
      const read = withClient({ ...studio.admin, user, password }, async (client) => {
        await client.query(`SELECT * FROM ${table}`);
        return success();
      });
      expect(await read).toMatchObject({ ok: false, problem: { code: 'studio-refused' } });
    }
    const other = await enterStation(studio, 'B');
    expect(valueOf(await other.shared.enter('a'))).toEqual({ refused: 'name-taken' });
  });

  it('can leave only once none of its purchases is open', async () => {
    const studio = await server.newStudio();
    const { shared, lease } = await enterStation(studio, 'A');
    const granted = await claimed(shared, lease);
    if (granted.kind !== 'granted') throw new Error(granted.kind);
    expect(valueOf(await shared.leave())).toBe(1);
    await shared.report({ claim: granted.claim, state: 'bought', executions: ['e'] });
    expect(valueOf(await shared.leave())).toBe(0);
    expect(await claimed(shared, lease, { job: 2, photo: 'p2' })).toEqual({ kind: 'no-lease' });
    expect(valueOf(await shared.status())).toEqual([]);
  });

  it('records what it bought before it joined, without taking it from another station', async () => {
    const studio = await server.newStudio();
    const a = await enterStation(studio, 'A');
    const b = await enterStation(studio, 'B');
    const bought = { ...purchase(), ...earlier, state: 'bought', executions: ['e1'] } as const;
    const recorded = valueOf(await a.shared.record(bought));
    expect(valueOf(await a.shared.record(bought))).toEqual(recorded);
    valueOf(await b.shared.record({ ...bought, task: 't2', executions: ['e2'] }));
    expect(await studio.sql('SELECT run, executions FROM claims ORDER BY run')).toEqual([
      { run: 1, executions: ['e1'] },
      { run: 2, executions: ['e2'] },
    ]);
    expect(valueOf(await a.shared.mine())).toMatchObject([
      { claim: recorded?.claim, state: 'bought' },
    ]);
  });

  it('takes over a purchase that a lost station has not delivered, and the purchase counts only once', async () => {
    const studio = await server.newStudio();
    const a = await enterStation(studio, 'A');
    const b = await enterStation(studio, 'B');
    const first = await claimed(a.shared, a.lease);
    if (first.kind !== 'granted') throw new Error(first.kind);
    const { claim } = first;
    await a.shared.report({ claim, state: 'finished', executions: ['e1'] });
    const other = { task: 't2' };
    expect(await claimed(b.shared, b.lease, other)).toMatchObject({ kind: 'elsewhere' });
    await studio.sql("UPDATE stations SET lease_until = now() - interval '1 s' WHERE name = 'A'");
    const taken = { kind: 'adopt', claim, task: 't1', from: 'A' };
    expect(await claimed(b.shared, b.lease, other)).toEqual(taken);
    await b.shared.report({ claim, state: 'bought', executions: ['e1'] });
    // A comes back and records what it has bought
    const bought = { ...purchase(), ...earlier, state: 'finished', executions: ['e1'] } as const;
    expect(valueOf(await a.shared.record(bought))).toBeNull();
    expect(await studio.sql("SELECT images FROM spent WHERE folder = ''")).toEqual([{ images: 4 }]);
  });
});
