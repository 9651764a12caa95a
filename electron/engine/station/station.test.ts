import { randomUUID } from 'node:crypto';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { failure } from '#shared/failure.ts';
import { handClock } from '../../../test/fixtures/hand-clock.ts';
import { admit, intend } from '../../../test/fixtures/jobs.ts';
import { ledgerIn } from '../../../test/fixtures/new-ledger.ts';
import { ownFolder } from '../../../test/fixtures/own-folder.ts';
import { plainRecipe } from '../../../test/fixtures/plain-recipe.ts';
import { startPostgres } from '../../../test/fixtures/postgres.ts';
import { recipeOf, valueOf } from '../../../test/fixtures/values.ts';
import { studioAccountMark } from '../../adapters/ledger/owner.ts';
import { openSharedStudio } from '../../adapters/shared-studio/shared-studio.ts';
import type { SharedStudio } from '../../adapters/shared-studio/types.ts';
import type { StationAccount } from './account.ts';
import { createStation } from './station.ts';

const server = await startPostgres();
afterAll(() => server.close());

/** Opens a station that has a lease, and a job that has its intent to buy; `change` replaces statements. */
async function openStation(
  change: (shared: SharedStudio) => Partial<SharedStudio> = () => ({}),
  account: StationAccount | null = null,
) {
  const studio = await server.newStudio();
  const clock = handClock();
  const ledger = ledgerIn(await ownFolder('station'), clock);
  onTestFinished(() => ledger.close());
  const shared = await openSharedStudio(await studio.newStation(), randomUUID());
  const troubles: unknown[] = [];
  const notices: string[] = [];
  const station = createStation({
    shared: { ...shared, ...change(shared) },
    ledger,
    clock,
    name: 'A',
    account,
    onTrouble: (problem) => troubles.push(problem),
    onNotice: ({ key = '' }) => notices.push(key),
    onMistake(error) {
      throw error;
    },
  });
  station.start();
  onTestFinished(() => station.stop());
  const hasLease = () => troubles.length > 0 && station.lease() !== null;
  await expect.poll(hasLease).toBe(true);

  const jobId = admit(ledger, ledger.jobs.recipe(recipeOf(plainRecipe), 'recipe'));
  intend(ledger, jobId, 1);
  const request = {
    job: jobId,
    jobRun: 1,
    photo: 'photo',
    purchase: 'recipe',
    task: `task-${jobId}`,
    settled: [],
    images: 1,
    cost: null,
    folder: null,
  };
  const claims = () => studio.sql('SELECT id::integer AS claim, state FROM claims ORDER BY id');
  /** Returns the states of the claims, after the station had time for another exchange. */
  const later = async () => {
    clock.pass(1000);
    return claims();
  };
  return { studio, station, shared, ledger, clock, notices, troubles, jobId, request, later };
}

it('a claim may be paid for only under the lease with which it was granted, and only until that lease ends', async () => {
  const { station, ledger, clock, jobId, request } = await openStation();
  const answer = valueOf(await station.claim(request));
  if (answer.kind !== 'granted') throw new Error(answer.kind);
  const { claim, fence } = answer;
  expect(station.requestsPerSecond()).toBe(100);
  expect(station.mayPay(jobId, 1).ok).toBe(false);
  ledger.claims.set({ jobId, run: 1, claim, fence });
  expect(station.mayPay(jobId, 1)).toEqual({ ok: true, value: undefined });
  ledger.claims.set({ jobId, run: 1, claim, fence: fence - 1 });
  expect(station.mayPay(jobId, 1)).toMatchObject({ problem: { code: 'station-lease-lost' } });
  ledger.claims.set({ jobId, run: 1, claim, fence });
  await server.stop();
  onTestFinished(() => server.start());
  // in the database, the lease lasts for another 4 s
  clock.pass(26_000);
  expect(station.mayPay(jobId, 1)).toMatchObject({ problem: { code: 'station-lease-lost' } });
  // the other stations may have divided the account's rate without this station, which keeps its last part
  expect(station.requestsPerSecond()).toBe(100);
});

/** Returns a statement that reaches the database, but whose answer is lost the first time; or that never reaches it. */
function losing<Args extends unknown[], T>(
  statement: (...args: Args) => Promise<T>,
  what: 'statement' | 'answer',
) {
  let isFirst = true;
  return async (...args: Args) => {
    const isLost = isFirst;
    isFirst = false;
    if (!isLost) return statement(...args);
    if (what === 'answer') await statement(...args);
    return failure('studio-unreachable');
  };
}

it('a claim is given back even if the first attempt fails, and before its run is claimed again', async () => {
  const { station, ledger, jobId, request, later } = await openStation((shared) => ({
    report: losing(shared.report, 'statement'),
  }));
  const { fence } = station.lease() ?? {};
  const take = async () => {
    const answer = valueOf(await station.claim(request));
    if (answer.kind !== 'granted') throw new Error(answer.kind);
    ledger.claims.set({ jobId, run: 1, ...answer });
    return answer.claim;
  };
  const claim = await take();
  station.release(jobId, 1);
  await expect.poll(later).toEqual([{ claim, state: 'released' }]);
  expect(station.lease()?.fence).toBe(fence);
  const second = await take();
  station.release(jobId, 1);
  const third = await take();
  const all = [
    { claim, state: 'released' },
    { claim: second, state: 'released' },
    { claim: third, state: 'open' },
  ];
  expect(await later()).toEqual(all);
});

it('an unsent request does not count against the concurrency limit while its station sends nothing, and counts again once its run claims again', async () => {
  const { station, ledger, jobId, request, later } = await openStation();
  const take = async () => {
    const answer = valueOf(await station.claim(request));
    if (answer.kind !== 'granted') throw new Error(answer.kind);
    ledger.claims.set({ jobId, run: 1, ...answer });
    return [{ claim: answer.claim, state: 'open' }];
  };
  const claimed = await take();
  const held = claimed.map((claim) => ({ ...claim, state: 'held' }));
  expect(await later()).toEqual(claimed);
  station.halt(true);
  await expect.poll(later).toEqual(held);
  station.halt(false);
  await later();
  expect(await later()).toEqual(held);
  expect(await take()).toEqual(claimed);
  expect(await later()).toEqual(claimed);
  ledger.pauses.pauseAll();
  await expect.poll(later).toEqual(held);
});

it('a claim whose answer was lost is released if its job does not claim again', async () => {
  const { station, request, later } = await openStation((shared) => ({
    claim: losing(shared.claim, 'answer'),
  }));
  expect(await station.claim(request)).toMatchObject({ problem: { code: 'studio-unreachable' } });
  await expect.poll(later).toMatchObject([{ state: 'released' }]);
});

it.each([
  { to: 'cancelled', becomes: 'bought' },
  { to: 'held', becomes: 'held' },
] as const)(
  'a claim that was taken over, but whose answer was lost, is $becomes if its job is $to instead of claiming again',
  async ({ to, becomes }) => {
    const { station, ledger, jobId, request, later, shared } = await openStation((all) => ({
      claim: losing(all.claim, 'answer'),
    }));
    // an earlier job of this station has claimed the purchase with another task
    const lease = station.lease();
    if (lease === null) throw new Error('the station has no lease');
    const before = { ...request, job: 99, task: 'task-99' };
    expect(valueOf(await shared.claim(before, lease)).kind).toBe('granted');
    expect(await station.claim(request)).toMatchObject({ problem: { code: 'studio-unreachable' } });
    for (let round = 0; round < 3; round += 1) await later();
    expect(await later()).toMatchObject([{ state: 'open' }]);
    ledger.jobs.end(jobId, to, null);
    await expect.poll(later).toMatchObject([{ state: becomes }]);
    if (to === 'cancelled') return;
    ledger.jobs.end(jobId, 'cancelled', null);
    await expect.poll(later).toMatchObject([{ state: 'bought' }]);
  },
);

it('a claim that a restored database knows in an earlier state is reported again', async () => {
  const { studio, station, ledger, jobId, request, later } = await openStation();
  const answer = valueOf(await station.claim(request));
  if (answer.kind !== 'granted') throw new Error(answer.kind);
  ledger.claims.set({ jobId, run: 1, ...answer });
  ledger.jobs.end(jobId, 'held', null);
  await expect.poll(later).toMatchObject([{ state: 'held' }]);
  await studio.sql("UPDATE claims SET state = 'open'");
  await studio.sql('UPDATE stations SET changes = changes - 1');
  await expect.poll(later).toMatchObject([{ state: 'held' }]);
});

it('a claim that is being given back when the database is restored does not release another with its id', async () => {
  let isAway = false;
  const { studio, station, ledger, jobId, request, later } = await openStation((shared) => ({
    report: async (claim) => (isAway ? failure('studio-unreachable') : shared.report(claim)),
  }));
  const answer = valueOf(await station.claim(request));
  if (answer.kind !== 'granted') throw new Error(answer.kind);
  ledger.claims.set({ jobId, run: 1, ...answer });
  isAway = true;
  station.release(jobId, 1);
  await later();
  // the restored database gives the id to a purchase of the same station
  await studio.sql("UPDATE claims SET job = 99, photo = 'other', state = 'bought'");
  await studio.sql('UPDATE stations SET changes = changes - 1');
  isAway = false;
  const before = station.lease()?.fence ?? 0;
  await expect
    .poll(async () => (await later(), station.lease()?.fence ?? 0))
    .toBeGreaterThan(before);
  for (let round = 0; round < 3; round += 1) await later();
  expect(await later()).toMatchObject([{ state: 'bought' }]);
});

it('a station whose clock is wrong says so once, and counts its purchases for the day of the database', async () => {
  let compared = 0;
  const { studio, station, clock, notices, request, later } = await openStation(({ now }) => ({
    now() {
      compared += 1;
      return now();
    },
  }));
  // the clock of the test is in a day that has passed
  expect(notices).toEqual(['station-clock.behind']);
  expect(valueOf(await station.claim(request)).kind).toBe('granted');
  const isToday = `SELECT day = (now() AT TIME ZONE 'UTC')::date AS "isToday" FROM claims`;
  expect(await studio.sql(isToday)).toEqual([{ isToday: true }]);
  clock.pass(60 * 60_000);
  await expect.poll(async () => (await later(), compared)).toBe(2);
  await later();
  expect(notices).toEqual(['station-clock.behind']);
});

it('a station with the key of another account says so and buys nothing, until an administrator accepts the key', async () => {
  const account = { url: 'https://service.test/openapi/v1', key: 'the key of the studio' };
  const { studio, station, request, later, troubles } = await openStation(undefined, account);
  expect(await studio.sql('SELECT mark FROM accounts')).toMatchObject([
    { mark: expect.stringMatching(/^[0-9a-f]{8}$/u) },
  ]);
  expect(valueOf(await station.claim(request)).kind).toBe('granted');
  // the studio has had another key from the beginning
  await studio.sql(`UPDATE accounts SET mark = 'ffffffff'`);
  await studio.sql(`UPDATE stations SET lease_until = now() - interval '1 s'`);
  await expect
    .poll(async () => (await later(), troubles.at(-1)))
    .toMatchObject({ code: 'studio-account' });
  expect(await station.claim(request)).toMatchObject({ problem: { code: 'studio-account' } });
  expect(station.lease()).toBeNull();
  const [{ id } = { id: '' }] = await studio.sql<{ id: string }>('SELECT id FROM studio');
  await studio.sql('INSERT INTO accounts (mark) VALUES ($1)', [studioAccountMark(id, account)]);
  await expect.poll(async () => (await later(), station.lease())).not.toBeNull();
});
