import { describe, expect, it } from 'vitest';
import { plainRecipe } from '../fixtures/plain-recipe.ts';
import { openHarness } from './harness.ts';

const HOUR = 3_600_000;

it('C7 an execution that the service reports as successful without results fails after three such answers', async () => {
  const harness = await openHarness({ limits: { executionDeadline: 1000 * HOUR } });
  harness.demo.inject({ kind: 'few-results', listed: 0, on: 'query' });
  const job = await harness.admit();
  expect(await harness.until(job, 'failed')).toBe('execution-failed');
  const [execution] = harness.executions(job);
  expect(execution).toMatchObject({ state: 'finished', emptySuccesses: 2 });
  expect(harness.job(job).problem?.message).toContain('reported success but returned no image');
  expect(harness.bought()).toBe(1);
});

it('C7 after two empty answers, an image that appears later is delivered', async () => {
  const harness = await openHarness();
  harness.demo.inject({ kind: 'few-results', listed: 0, on: 'query', times: 3 });
  await harness.done();
  expect(harness.bought()).toBe(1);
});

describe('an execution that lists fewer images than were ordered', () => {
  const recipe = { ...plainRecipe, params: { ...plainRecipe.params, batchCount: 4 } };

  it('is queried again, and the image that appears later is delivered', async () => {
    const speed = { executionMs: 0, jitterMs: 0 };
    const harness = await openHarness({ demo: { speed } });
    harness.demo.inject({ kind: 'few-results', listed: 3, on: 'query', times: 2 });
    const job = await harness.done({ recipe });
    expect(harness.delivered(job)).toHaveLength(4);
    expect(harness.job(job).problem).toBeNull();
  });

  it('is done after three such answers, and says that an image is missing', async () => {
    const harness = await openHarness();
    harness.demo.inject({ kind: 'few-results', listed: 3, on: 'query' });
    const job = await harness.done({ recipe });
    expect(harness.delivered(job)).toHaveLength(3);
    expect(harness.job(job).problem?.code).toBe('execution-partial');
    expect(harness.bought()).toBe(1);
  });
});
