import { expect, it } from 'vitest';
import { openHarness } from './harness.ts';

it('a photo that doesn’t fit the frame of an expandimage recipe fails with the reason, and nothing is sent or bought', async () => {
  const harness = await openHarness();
  const placed = (fillLeft: number) => ({
    agent: 'expandimage',
    params: { targetWidth: 2048, targetHeight: 2048, fillLeft, batchCount: 1 },
    delivery: { metadata: 'none' },
  });
  const far = await harness.admit({ recipe: placed(-9000) });
  expect(await harness.until(far, 'failed')).toBe('photo-misfit');
  expect(harness.demo.records().requests).toEqual({});
  expect(harness.bought()).toBe(0);

  await harness.done({ recipe: placed(-40) });
  expect(harness.demo.records().executions.at(-1)?.params).toMatchObject({ fillLeft: -40 });
});
