import { askPsd } from '#electron/engine/queue/ask-psd.ts';
import { describe, expect, it } from 'vitest';
import { openDesk, plainRecipe } from './desk.ts';

const recipe = { ...plainRecipe, delivery: { ...plainRecipe.delivery, psd: true } };

describe('F37 a PSD', () => {
  it.each(['psd-create', 'psd-query'] as const)(
    'that the service refuses at %s is asked for again, then told of on the job',
    async (on) => {
      const desk = await openDesk();
      desk.demo.inject({ on, kind: 'refused', text: 'Layers are not for this plan.' });
      const job = await desk.admit({ recipe });
      expect(await desk.until(job, 'done')).toBe('psd-failed');
      expect(desk.job(job).problem?.message).toContain('Layers are not for this plan.');
      expect(desk.delivered(job)).toEqual(['image']);
      expect(desk.asked('psd-create')).toBe(3);
    },
  );

  it.each(['psd-create', 'psd-query'] as const)(
    'that is refused once at %s is brought home',
    async (on) => {
      const desk = await openDesk();
      desk.demo.inject({ on, times: 1, kind: 'refused', text: 'Not now.' });
      const job = await desk.admit({ recipe });
      expect(await desk.until(job, 'done')).toBeNull();
      expect(desk.delivered(job)).toEqual(['image', 'psd']);
    },
  );

  it('whose every question fails is told of on the job in the end', async () => {
    const desk = await openDesk();
    desk.demo.inject({ on: 'psd-query', kind: 'server-error' });
    const job = await desk.admit({ recipe });
    await desk.poll(() => desk.asked('psd-query')).toBeDefined();
    for (let asked = 0; asked < 80; asked += 1) desk.ledger.jobs.wait(job, 0);
    expect(await desk.until(job, 'done')).toBe('psd-failed');
    expect(desk.delivered(job)).toEqual(['image']);
  });
});

describe('a PSD that a person asks for', () => {
  it('is not fetched, and answers nothing, where the last run waits for a person', async () => {
    const desk = await openDesk();
    const job = await desk.done();
    const [image] = desk.ledger.results.ofJob(job);
    const ask = () => desk.ledger.transaction(() => askPsd(desk.ledger, image?.id ?? 0));
    for (const state of ['held', 'failed', 'cancelled'] as const) {
      desk.ledger.jobs.end(job, state, null);
      expect(ask()).toMatchObject({ problem: { code: 'job-under-way' } });
      expect(desk.ledger.jobs.count()[state]).toBe(1);
    }
    desk.ledger.jobs.end(job, 'done', null);
    expect(ask()).toMatchObject({ value: { outcome: 'asked' } });
    expect(ask()).toMatchObject({ value: { outcome: 'making' } });
    desk.runner.wake();
    await desk.until(job, 'done');
    expect(ask()).toMatchObject({ value: { outcome: 'there' } });
    expect(desk.delivered(job)).toEqual(['image', 'psd']);
    expect(desk.bought()).toBe(1);
  });
});
