import { afterEach, describe, expect, it } from 'vitest';
import { openDesk, plainRecipe, type Desk } from './desk.ts';

const patience = { timeout: 20_000, interval: 20 };
const elapse = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

let desk: Desk;
afterEach(() => desk.close());

const asked = (operation: string) => desk.demo.books().requests[operation] ?? 0;

describe('sending again', () => {
  it('F16 resend ends when the answer is lost again and again', async () => {
    desk = await openDesk({ limits: { doubtWindow: 1000 } });
    desk.demo.inject({ on: 'execute', kind: 'server-error' });
    const job = await desk.admit({ recipe: { ...plainRecipe, onDoubt: 'resend' } });
    expect(await desk.until(job, 'held')).toBe('execution-unknown');
    expect(asked('execute')).toBe(2);
  });

  it('F17 Retry-After: 0 on execute is not answered at once', async () => {
    desk = await openDesk({ haste: 1 });
    desk.demo.inject({ on: 'execute', kind: 'too-many', retryAfter: '0' });
    await desk.admit();
    await expect.poll(() => asked('execute'), patience).toBeGreaterThan(0);
    await elapse(1500);
    expect(asked('execute')).toBeLessThan(5);
  });

  it('F16 a doubt pauses also those that wait for a place', async () => {
    desk = await openDesk({
      haste: 1,
      limits: { inFlight: 1, cores: 3 },
      demo: { speed: { executionMs: 1500, jitterMs: 0 } },
    });
    const n = [1, 2, 3, 4];
    for (const i of n) await desk.admit({ photo: `https://photos.example/${i}.jpg` });
    await expect.poll(() => asked('create'), patience).toBe(4);
    await expect.poll(() => asked('execute'), patience).toBe(1);
    desk.demo.inject({ on: 'execute', kind: 'server-error' });
    await expect.poll(() => asked('execute'), patience).toBe(2);
    await elapse(700);
    expect(asked('execute')).toBe(2);
  });
});
