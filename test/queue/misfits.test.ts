import { expect, it } from 'vitest';
import { openDesk } from './desk.ts';

it('a photo that a frame was not made for ends with its reason, and nothing is sent or bought', async () => {
  const desk = await openDesk();
  const placed = (fillLeft: number) => ({
    agent: 'expandimage',
    params: { targetWidth: 2048, targetHeight: 2048, fillLeft, batchCount: 1 },
    delivery: { metadata: 'none' },
  });
  const far = await desk.admit({ recipe: placed(-9000) });
  expect(await desk.until(far, 'failed')).toBe('photo-misfit');
  expect(desk.demo.books().requests).toEqual({});
  expect(desk.bought()).toBe(0);

  await desk.done({ recipe: placed(-40) });
  expect(desk.demo.books().executions.at(-1)?.params).toMatchObject({ fillLeft: -40 });
});
