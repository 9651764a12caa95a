import { expect, it } from 'vitest';
import { regionOf } from '#shared/mask/region.ts';
import { calmed } from './calm.ts';

/** Parses cells from lines of text; `#` is a cell inside the area. */
const cellsOf = (lines: readonly string[]) =>
  Uint8Array.from(lines.join(''), (cell) => (cell === '#' ? 255 : 0));

it('noise reduction removes single cells and keeps edges', () => {
  const noisy = ['....####', '.#..####', '....##.#', '....####', '#...####'];
  const calm = ['....####', '....####', '....####', '....####', '....####'];
  const found = calmed(cellsOf(noisy), { width: 8, height: 5 });
  expect(found).toEqual(cellsOf(calm));
  expect(calmed(found, { width: 8, height: 5 })).toEqual(found);
});

it('noise reduction removes more than half of the runs in a noisy area', () => {
  const size = { width: 300, height: 200 };
  let seed = 1;
  const noise = Uint8Array.from({ length: size.width * size.height }, () => {
    seed = (seed * 16_807) % 2_147_483_647;
    return seed % 2 === 0 ? 255 : 0;
  });
  const runs = (cells: Uint8Array) => regionOf(cells, size.width, size.height, 'add').runs.length;
  expect(runs(noise)).toBeGreaterThan(29_000);
  expect(runs(calmed(calmed(noise, size), size))).toBeLessThan(runs(noise) / 2);
});
