import { afterEach, expect, it } from 'vitest';
import { openDesk, type Desk } from './desk.ts';

let desk: Desk;
afterEach(() => desk.close());

it('a photo that a frame was not made for ends with its reason, and nothing is sent or bought', async () => {
  desk = await openDesk();
  const placed = (fillLeft: number) => ({
    agent: 'expandimage',
    params: { targetWidth: 2048, targetHeight: 2048, fillLeft, batchCount: 1 },
    delivery: { metadata: 'none' },
  });
  const far = await desk.admit({ recipe: placed(-9000) });
  expect(await desk.until(far, 'failed')).toBe('photo-misfit');
  expect(desk.demo.books().requests).toEqual({});
  expect(desk.bought()).toBe(0);

  const near = await desk.admit({ recipe: placed(-40) });
  await desk.until(near, 'done');
  expect(desk.demo.books().executions.at(-1)?.params).toMatchObject({ fillLeft: -40 });
});
