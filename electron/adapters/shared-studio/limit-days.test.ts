import { expect, it } from 'vitest';
import { success } from '#shared/problem.ts';
import { enterStation } from '../../../test/fixtures/entered-station.ts';
import { atMidday } from '../../../test/fixtures/midday.ts';
import { sharedPostgres } from '../../../test/fixtures/shared-postgres.ts';
import { valueOf } from '../../../test/fixtures/values.ts';
import { withClient } from './connection.ts';

const server = await sharedPostgres();

const request = (job: number) => ({
  job,
  jobRun: 1,
  photo: `photo ${job}`,
  purchase: 'recipe',
  task: `t${job}`,
  settled: [],
  images: 4,
  cost: null,
  folder: null,
});

it('the daily limit follows the clock of the database in the time zone of the studio', async () => {
  const studio = await server.newStudio({ imagesPerDay: 4 });
  const { shared, lease } = await enterStation(studio, 'A');
  const claim = async (job: number) => valueOf(await shared.claim(request(job), lease));
  // these two zones are 26 hours apart, so they never have the same day
  await studio.sql("UPDATE studio SET time_zone = 'Etc/GMT+12'");
  expect(await claim(1)).toMatchObject({ kind: 'granted' });
  expect(await claim(2)).toMatchObject({ kind: 'limit', reached: { verdict: 'later' } });
  await studio.sql("UPDATE studio SET time_zone = 'Etc/GMT-14'");
  expect(await claim(2)).toMatchObject({ kind: 'granted' });
  expect(await claim(3)).toMatchObject({ kind: 'limit', reached: { verdict: 'later' } });
});

it('a station that reports another day neither escapes the limit nor is blocked by it', async () => {
  const studio = await server.newStudio({ imagesPerDay: 4 });
  const day = await atMidday(studio);
  const { id, access, shared, lease } = await enterStation(studio, 'A');
  // what was bought without a claim counts for its day, but for no later day than the database's
  const record = async (job: number, given: string) => {
    const bought = { ...request(job), day: given, state: 'bought', executions: ['e'] } as const;
    valueOf(await shared.record(bought));
    return studio.sql('SELECT day::text FROM claims WHERE job = $1', [job]);
  };
  expect(await record(1, '2025-02-03')).toEqual([{ day: '2025-02-03' }]);
  const claim = async (job: number) => {
    const values = [id, lease.fence, job, `photo ${job}`];
    const { rows } = valueOf(
      await withClient(access, async (client) =>
        success(
          await client.query(
            `SELECT outcome FROM darkslide.claim($1, $2, $3, $3, 1, $4, 'recipe', 't', 4, '2025-02-03', NULL, NULL,
               NULL, NULL, '{}')`,
            values,
          ),
        ),
      ),
    );
    return rows;
  };
  expect(await claim(2)).toEqual([{ outcome: 'granted' }]);
  expect(await claim(3)).toEqual([{ outcome: 'limit' }]);
  expect(await record(4, '2030-01-01')).toEqual([{ day }]);
});
