import { expect, it } from 'vitest';
import { weighWindow } from '../bench/window-weight.ts';

it('the screens stay below their maximum sizes, all of them and what a view loads before it appears', async () => {
  const rows = await weighWindow();
  const limited = rows.filter(({ goal }) => goal !== '');
  expect(limited.map(({ what }) => what)).toHaveLength(4);
  const heavy = limited.filter(({ product, goal }) => product > Number(goal.replace('< ', '')));
  expect(heavy.map(({ what, product, goal }) => `${what}: ${product} kB, ${goal}`)).toEqual([]);
});
