import { askPsd } from '#electron/engine/queue/ask-psd.ts';
import { describe, expect, it } from 'vitest';
import { openHarness, plainRecipe } from './harness.ts';

const recipe = { ...plainRecipe, delivery: { ...plainRecipe.delivery, psd: true } };

describe('F37 a PSD', () => {
  it.each(['psd-create', 'psd-query'] as const)(
    'that the service refuses at %s is requested again, then reported on the job',
    async (on) => {
      const harness = await openHarness();
      harness.demo.inject({ on, kind: 'refused', text: 'Layers are not for this plan.' });
      const job = await harness.admit({ recipe });
      expect(await harness.until(job, 'done')).toBe('psd-failed');
      expect(harness.job(job).problem?.message).toContain('Layers are not for this plan.');
      expect(harness.delivered(job)).toEqual(['image']);
      expect(harness.asked('psd-create')).toBe(3);
    },
  );

  it.each(['psd-create', 'psd-query'] as const)(
    'that is refused once at %s is downloaded',
    async (on) => {
      const harness = await openHarness();
      harness.demo.inject({ on, times: 1, kind: 'refused', text: 'Not now.' });
      const job = await harness.admit({ recipe });
      expect(await harness.until(job, 'done')).toBeNull();
      expect(harness.delivered(job)).toEqual(['image', 'psd']);
    },
  );

  it('whose queries all fail is eventually reported on the job', async () => {
    const harness = await openHarness();
    harness.demo.inject({ on: 'psd-query', kind: 'server-error' });
    const job = await harness.admit({ recipe });
    await harness.poll(() => harness.asked('psd-query')).toBeDefined();
    for (let asked = 0; asked < 80; asked += 1) harness.ledger.jobs.wait(job, 0);
    expect(await harness.until(job, 'done')).toBe('psd-failed');
    expect(harness.delivered(job)).toEqual(['image']);
  });
});

describe('a PSD that the user requests', () => {
  it('is refused, and changes nothing, while the job’s last run is held, failed or cancelled', async () => {
    const harness = await openHarness();
    const job = await harness.done();
    const [image] = harness.ledger.results.ofJob(job);
    const ask = () => harness.ledger.transaction(() => askPsd(harness.ledger, image?.id ?? 0));
    for (const state of ['held', 'failed', 'cancelled'] as const) {
      harness.ledger.jobs.end(job, state, null);
      expect(ask()).toMatchObject({ problem: { code: 'job-under-way' } });
      expect(harness.ledger.jobs.count()[state]).toBe(1);
    }
    harness.ledger.jobs.end(job, 'done', null);
    expect(ask()).toMatchObject({ value: { outcome: 'asked' } });
    expect(ask()).toMatchObject({ value: { outcome: 'making' } });
    harness.runner.wake();
    await harness.until(job, 'done');
    expect(ask()).toMatchObject({ value: { outcome: 'there' } });
    expect(harness.delivered(job)).toEqual(['image', 'psd']);
    expect(harness.bought()).toBe(1);
  });
});
