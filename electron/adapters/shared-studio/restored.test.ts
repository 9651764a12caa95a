import { expect, it } from 'vitest';
import { claimRequest, enterStation } from '../../../test/fixtures/entered-station.ts';
import type { TestStudio } from '../../../test/fixtures/postgres.ts';
import { sharedPostgres } from '../../../test/fixtures/shared-postgres.ts';
import { valueOf } from '../../../test/fixtures/values.ts';

const server = await sharedPostgres();

async function stationIn(studio: TestStudio, name: string) {
  const { shared, lease } = await enterStation(studio, name);
  const claim = async (change: object = {}, under = lease) =>
    valueOf(await shared.claim(claimRequest(change), under));
  return { shared, lease, claim };
}

it('a lease ends if the database has lost a claim or a report that it had confirmed', async () => {
  const studio = await server.newStudio();
  const a = await stationIn(studio, 'A');
  const granted = await a.claim();
  if (granted.kind !== 'granted') throw new Error(granted.kind);
  // a standby takes over that does not know the last change yet
  const lose = () => studio.sql('UPDATE stations SET changes = changes - 1');
  await lose();
  expect(valueOf(await a.shared.renew(a.lease))).toBeNull();
  await a.shared.enter('A');
  const report = { claim: granted.claim, state: 'held', executions: [] } as const;
  expect(valueOf(await a.shared.report(report))).toBe(true);
  await lose();
  expect(valueOf(await a.shared.renew({ ...a.lease, fence: 2 }))).toBeNull();
});

it('a report that was sent before the station noticed a restore does not keep its job from claiming again', async () => {
  const studio = await server.newStudio();
  const a = await stationIn(studio, 'A');
  const granted = await a.claim();
  if (granted.kind !== 'granted') throw new Error(granted.kind);
  for (let time = 0; time < 3; time += 1) await a.shared.enter('A');
  // the state of a backup from before these leases
  await studio.sql('UPDATE stations SET fence = 1');
  await studio.sql("SELECT setval('fences', 1)");
  const report = { claim: granted.claim, state: 'held', executions: [] } as const;
  expect(valueOf(await a.shared.report(report))).toBe(true);
  const lease = valueOf(await a.shared.enter('A'));
  if ('refused' in lease) throw new Error(lease.refused);
  expect(await a.claim({}, lease)).toEqual(granted);
});

it('the open purchases of a lost station count against the concurrency limit until their executions have certainly ended', async () => {
  const studio = await server.newStudio({ inFlight: 1 });
  const a = await stationIn(studio, 'A');
  const b = await stationIn(studio, 'B');
  expect((await a.claim()).kind).toBe('granted');
  const other = () => b.claim({ photo: 'other' });
  expect((await other()).kind).toBe('busy');
  await studio.sql("UPDATE claims SET changed_at = changed_at - interval '61 minutes'");
  expect((await other()).kind).toBe('busy');
  const endLease = (ago: string) =>
    studio.sql(`UPDATE stations SET lease_until = now() - $1::interval WHERE name = 'A'`, [ago]);
  // the request may have been sent just before the lease ended
  await endLease('1 s');
  expect((await other()).kind).toBe('busy');
  await endLease('61 minutes');
  expect((await other()).kind).toBe('granted');
});
