import { Client } from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { claimRequest, enterStation } from '../../../test/fixtures/entered-station.ts';
import { sharedPostgres } from '../../../test/fixtures/shared-postgres.ts';
import { valueOf } from '../../../test/fixtures/values.ts';
import { configOf } from './connection.ts';
import { knownVersion } from './migrate.ts';
import type { Lease } from './types.ts';

const server = await sharedPostgres();

it('two and three stations divide the request rate of the account, and a station that is gone has no part', async () => {
  const studio = await server.newStudio();
  await studio.sql('UPDATE studio SET requests_per_second = 12');
  const stations: Awaited<ReturnType<typeof enterStation>>[] = [];
  /** Returns the parts of the stations after each has renewed its lease. */
  const shares = () =>
    Promise.all(
      stations.map(async ({ shared, lease }) => {
        const renewed = valueOf(await shared.renew({ ...lease, changes: 0 }));
        return renewed?.requestsPerSecond ?? null;
      }),
    );
  const add = async (name: string) => {
    const station = await enterStation(studio, name);
    stations.push(station);
    return station.lease.requestsPerSecond;
  };
  expect(await add('A')).toBe(12);
  expect(await add('B')).toBe(6);
  expect(await shares()).toEqual([6, 6]);
  expect(await add('C')).toBe(4);
  expect(await shares()).toEqual([4, 4, 4]);
  await studio.sql(`UPDATE stations SET lease_until = now() - interval '1 s' WHERE name = 'C'`);
  // leases that have ended are counted every 5 seconds
  expect(await shares()).toEqual([4, 4, null]);
  await studio.sql(`UPDATE station_count SET counted_at = counted_at - interval '5 s'`);
  // one of these renewals counts them
  await shares();
  expect(await shares()).toEqual([6, 6, null]);
  await stations[1]?.shared.leave();
  expect(await shares()).toEqual([12, null, null]);
});

it('stations that enter at the same time count each other', async () => {
  const studio = await server.newStudio();
  await studio.sql('UPDATE studio SET requests_per_second = 12');
  const a = await enterStation(studio, 'A');
  await studio.sql('UPDATE stations SET lease_until = now()');
  const slow = new Client(await configOf(a.access));
  onTestFinished(() => slow.end());
  await slow.connect();
  await slow.query('BEGIN');
  await slow.query('SELECT * FROM enter($1, $2, $3)', [a.id, 'A', knownVersion]);
  const entering = enterStation(studio, 'B');
  const waiting = `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`;
  await expect.poll(() => studio.sql(waiting)).toHaveLength(1);
  await slow.query('COMMIT');
  const { shared, lease } = await entering;
  expect(valueOf(await shared.renew(lease))).toMatchObject({ requestsPerSecond: 6 });
});

it('after a change of the tables that it does not know, an older station neither claims nor renews nor enters', async () => {
  const studio = await server.newStudio();
  const a = await enterStation(studio, 'A');
  const b = await enterStation(studio, 'B');
  const claim = async ({ shared }: typeof a, lease: Lease, photo = 'photo') =>
    valueOf(await shared.claim(claimRequest({ photo }), lease));
  expect(await claim(a, a.lease)).toMatchObject({ kind: 'granted' });
  // a change that stations of this version know
  await studio.sql('INSERT INTO migrations (number, oldest_station) VALUES (98, 1)');
  expect(await claim(a, a.lease, 'second')).toMatchObject({ kind: 'granted' });
  await studio.sql('INSERT INTO migrations (number, oldest_station) VALUES (99, 99)');
  expect(await claim(a, a.lease, 'third')).toEqual({ kind: 'no-lease' });
  expect(await a.shared.work.watch([], a.lease)).toMatchObject({ ok: false });
  expect(valueOf(await a.shared.renew(a.lease))).toBeNull();
  for (const { shared } of [a, b]) {
    expect(await shared.enter('A')).toMatchObject({ problem: { code: 'studio-newer' } });
  }
  // until its lease would have ended, no other station takes over what it may have sent
  const [newer = { fence: '' }] = await studio.sql<{ fence: string }>(
    `SELECT fence FROM stations WHERE id = $1`,
    [b.id],
  );
  expect(await claim(b, { ...b.lease, fence: Number(newer.fence) })).toMatchObject({
    kind: 'elsewhere',
  });
});
