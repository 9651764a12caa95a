import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { through } from './between.ts';
import { plainRecipe } from './harness.ts';
import { openHttpHarness } from './http-harness.ts';

it('A10 if the service lists more results than were ordered, only the ordered number is accepted, and the job reports this', async () => {
  const harness = await openHttpHarness({
    through: through({
      told({ data }) {
        for (const { results } of data?.executions ?? []) {
          const [first] = results;
          if (first?.['status'] !== 'Success') continue;
          for (let n = 0; n < 9; n += 1) {
            results.push({ ...first, image: `${String(first['image'])}?surplus=${n}` });
          }
        }
      },
    }),
  });
  const job = await harness.done({
    recipe: { ...plainRecipe, params: { ...plainRecipe.params, batchCount: 2 } },
  });
  const results = harness.ledger.results.ofJob(job);
  expect(results).toHaveLength(2);
  expect(results.map(({ url }) => url?.includes('surplus'))).toEqual([false, false]);
  expect(await readdir(join(harness.folder, 'out'))).toHaveLength(2);
  expect(harness.asked('image')).toBe(2);
  const surplus = harness.ledger.history
    .of(job)
    .filter(({ what }) => what.includes('than were ordered'));
  expect(surplus).toHaveLength(1);
  expect(surplus[0]?.detail).toMatch(/: 11 listed, 2 ordered$/u);
});

it('A10 text from the service is plain text in the ledger and on the job', async () => {
  const hostile = 'no\0 \u001B[2Jway\r\nDone: all\u202Egpj';
  const harness = await openHttpHarness({
    through: through({
      told({ data }) {
        for (const { results } of data?.executions ?? []) {
          for (const [at, result] of results.entries()) {
            results[at] = { ...result, status: 'Failed', image: '', error: hostile };
          }
        }
      },
    }),
  });
  const job = await harness.admit();
  await harness.until(job, 'failed');
  const words = JSON.stringify([
    harness.job(job).problem,
    harness.ledger.results.ofJob(job).map(({ error }) => error),
    harness.ledger.history.of(job).map(({ detail }) => detail),
  ]);
  expect(words).toContain('no [2Jway Done: allgpj');
  expect(words).not.toMatch(/\\u00|\\[nr]|\u202E/u);
});
