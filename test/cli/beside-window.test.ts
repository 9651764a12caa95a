import { expect, it } from 'vitest';
import { besideWindow } from './beside-window.ts';

it('F31 a command works through a window, and each photo is bought once, whichever process is killed', async () => {
  expect(await besideWindow(12, 600)).toEqual({ bought: 12, twice: 0, delivered: 12 });
});
