import { expect, it } from 'vitest';
import { besideWindow } from './beside-window.ts';

it('F31 200 photos through a window are bought once each, whichever process is killed', async () => {
  expect(await besideWindow(200, 700)).toEqual({ bought: 200, twice: 0, delivered: 200 });
});
