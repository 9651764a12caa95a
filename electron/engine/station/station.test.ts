import { randomUUID } from 'node:crypto';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { handClock } from '../../../test/fixtures/hand-clock.ts';
import { admit, intend } from '../../../test/fixtures/jobs.ts';
import { ledgerIn } from '../../../test/fixtures/new-ledger.ts';
import { ownFolder } from '../../../test/fixtures/own-folder.ts';
import { plainRecipe } from '../../../test/fixtures/plain-recipe.ts';
import { startPostgres } from '../../../test/fixtures/postgres.ts';
import { recipeOf, valueOf } from '../../../test/fixtures/values.ts';
import { openSharedStudio } from '../../adapters/shared-studio/shared-studio.ts';
import { createStation } from './station.ts';

const server = await startPostgres();
afterAll(() => server.close());

it('a claim may be paid for only under the lease with which it was granted, and only until that lease ends', async () => {
  const studio = await server.newStudio();
  const clock = handClock();
  const ledger = ledgerIn(await ownFolder('station'), clock);
  onTestFinished(() => ledger.close());
  const shared = await openSharedStudio(await studio.newStation(), randomUUID());
  const troubles: unknown[] = [];
  const station = createStation({
    shared,
    ledger,
    clock,
    name: 'A',
    onTrouble: (problem) => troubles.push(problem),
    onMistake(error) {
      throw error;
    },
  });
  station.start();
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
    images: 1,
    day: '2026-11-27',
    cost: null,
    folder: null,
  };
  const answer = valueOf(await station.claim(request));
  if (answer.kind !== 'granted') throw new Error(answer.kind);
  const { claim, fence } = answer;
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
  await station.stop();
});
