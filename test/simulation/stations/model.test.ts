import { expect, it, onTestFinished } from 'vitest';
import { openSharedStudio } from '#electron/adapters/shared-studio/shared-studio.ts';
import type { ClaimState, Lease, SharedStudio } from '#electron/adapters/shared-studio/types.ts';
import { atMidday } from '../../fixtures/midday.ts';
import { sharedPostgres } from '../../fixtures/shared-postgres.ts';
import { seeded } from '../../fixtures/seeded.ts';
import { valueOf } from '../../fixtures/values.ts';
import { createModelStudio, type ModelStudio } from './model.ts';

const server = await sharedPostgres();

const LEASE = 3600;
const DAY = 24 * 60 * 60_000;
const limits = { inFlight: 4, imagesPerDay: 12 };

/** A station that exists in the database and in the model, and its last lease. */
interface Pair {
  readonly id: string;
  readonly name: string;
  readonly shared: SharedStudio;
  lease: Lease;
}

it.each([1, 2, 3])(
  'the model studio of the simulation gives the same answers as PostgreSQL to 250 random statements: seed %i',
  async (seed) => {
    const studio = await server.newStudio({ leaseSeconds: LEASE, ...limits });
    const day = await atMidday(studio);
    const dayAt = (by: number) => new Date(Date.parse(day) + by * DAY).toISOString().slice(0, 10);
    const days = [dayAt(-1), day, dayAt(1)];
    let now = 0;
    const model = createModelStudio(
      { leaseMs: LEASE * 1000, ...limits },
      () => now,
      () => day,
    );
    const pairs: Pair[] = [];
    let numbers = 0;
    for (const name of ['A', 'B', 'C']) {
      const id = crypto.randomUUID();
      const shared = await openSharedStudio(await studio.newStation(), id);
      onTestFinished(() => shared.close());
      pairs.push({ id, name, shared, lease: await enter(model, { id, name, shared }) });
    }
    const random = seeded(seed);
    const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] as T;

    /** Ends the lease of one station; all other stations keep theirs. */
    const expire = async (pair: Pair) => {
      for (const part of [0.6, 0.6]) {
        now += LEASE * 1000 * part;
        await studio.sql('UPDATE stations SET lease_until = lease_until - $1::interval', [
          `${LEASE * part} s`,
        ]);
        for (const one of pairs) {
          if (one === pair) continue;
          const lease = { ...one.lease, changes: 0 };
          model.renew(one.id, lease);
          await one.shared.renew(lease);
        }
      }
      // the model always counts the leases that have ended
      await studio.sql(`UPDATE station_count SET counted_at = '-infinity'`);
      // a day passes, too
      await studio.sql('UPDATE claims SET day = day - 1');
      for (const one of model.claims) {
        one.day = new Date(Date.parse(one.day) - DAY).toISOString().slice(0, 10);
      }
      const passed = `${LEASE * 1.2} s`;
      await studio.sql('UPDATE claims SET changed_at = changed_at - $1::interval', [passed]);
    };

    const step = async (): Promise<readonly [unknown, unknown]> => {
      const pair = pick(pairs);
      const { id, shared, lease } = pair;
      const request = {
        job: pick([1, 2, 3]),
        jobRun: pick([1, 1, 1, 2]),
        photo: pick(['p', 'q', 'r', 's']),
        purchase: pick(['white', 'grey']),
        task: pick(['t1', 't2', 't3']),
        settled: pick([[], [], ['t1', 't2']]),
        images: pick([1, 3]),
        cost: null,
        folder: null,
      };
      const state = pick<ClaimState>(['open', 'started', 'held', 'finished', 'bought', 'released']);
      const executions = state === 'bought' ? ['e1'] : [];
      const draw = random();
      numbers += 1;
      const sent = { fence: lease.fence, number: numbers };
      if (draw < 0.5) {
        return [valueOf(await shared.claim(request, lease)), model.claim(id, sent, request)];
      }
      if (draw < 0.75) {
        const needsPerson = random() < 0.5;
        const report = { claim: 1 + Math.floor(random() * 20), state, executions, needsPerson };
        return [valueOf(await shared.report(report)), model.report(id, sent, report)];
      }
      if (draw < 0.8 && state !== 'released') {
        const purchase = { ...request, day: pick(days), state, executions };
        return [valueOf(await shared.record(purchase)), model.record(id, purchase)];
      }
      if (draw < 0.85) await expire(pair);
      if (draw < 0.92) {
        return [valueOf(await shared.renew(lease)), model.renew(id, lease)];
      }
      pair.lease = await enter(model, pair);
      const byClaim = (a: { claim: number }, b: { claim: number }) => a.claim - b.claim;
      return [valueOf(await shared.mine()).toSorted(byClaim), model.mine(id)];
    };

    for (let at = 0; at < 250; at += 1) {
      const [real, modelled] = await step();
      expect(real, `statement ${at}`).toEqual(modelled);
    }
  },
);

/** Enters a station in the database and in the model, which must give the same lease; returns the lease. */
async function enter(
  model: ModelStudio,
  { id, name, shared }: Omit<Pair, 'lease'>,
): Promise<Lease> {
  const lease = valueOf(await shared.enter(name));
  expect(lease).toEqual(model.enter(id, name));
  if ('refused' in lease) throw new Error(lease.refused);
  return lease;
}
