import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { photograph } from '../../../test/fixtures/photographs.ts';
import { EdgeBrush } from './edge-brush.ts';
import type { Pixels } from './pixels.ts';
import { wand } from './wand.ts';

async function pixelsOf(name: string): Promise<Pixels> {
  const { data, info } = await sharp(photograph(name))
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data: new Uint8ClampedArray(data), width: info.width, height: info.height };
}

/** Returns the cells with a strong colour; on a grey background these are the cells of the object. */
function coloured(
  { data, width, height }: Pixels,
  isOne: (r: number, g: number, b: number) => boolean,
) {
  return Uint8Array.from({ length: width * height }, (_, at) =>
    isOne(data[at * 4]!, data[at * 4 + 1]!, data[at * 4 + 2]!) ? 255 : 0,
  );
}

/** Returns how much two areas overlap, 0 (not at all) to 1 (identical). */
function overlap(one: Uint8Array, other: Uint8Array): number {
  let [both, either] = [0, 0];
  for (const [at, value] of one.entries()) {
    if (value !== 0 && other[at] !== 0) both += 1;
    if (value !== 0 || other[at] !== 0) either += 1;
  }
  return both / either;
}

describe('the wand on photographs', () => {
  it('selects the tip of a lipstick with one click, without its neighbour', async () => {
    const pixels = await pixelsOf('lipstick-rouge.jpg');
    const tip = coloured(pixels, (r, g, b) => r > 60 && r > 2.2 * Math.max(g, b));
    // removes the lipstick's neighbour, parts of which are just as red
    for (let at = 0; at < tip.length; at += 1) if (at % pixels.width < 520) tip[at] = 0;
    const found = wand(pixels, { column: 650, row: 330 }, 22, true);
    expect(overlap(found, tip)).toBeGreaterThan(0.9);
  });

  it('selects the light and dark grey background around a handbag, without the bag', async () => {
    const pixels = await pixelsOf('handbag-cognac.jpg');
    const bag = coloured(pixels, (r, g, b) => r - b > 50);
    const found = wand(pixels, { column: 120, row: 120 }, 25, true);
    const taken = found.reduce((sum, value, at) => sum + (value !== 0 && bag[at] !== 0 ? 1 : 0), 0);
    const all = bag.reduce((sum, value) => sum + (value === 0 ? 0 : 1), 0);
    expect(taken / all).toBeLessThan(0.01);
    // the background inside the handle is not connected with the rest of the background
    const ground = bag.map((value) => 255 - value);
    expect(overlap(found, ground)).toBeGreaterThan(0.85);
  });
});

it('the edge brush follows the outline of a handbag when the user paints roughly along the outline', async () => {
  const pixels = await pixelsOf('handbag-cognac.jpg');
  const bag = coloured(pixels, (r, g, b) => r - b > 50);
  const brush = new EdgeBrush(pixels, 14);
  const corners = [
    [320, 560],
    [290, 1100],
    [1080, 1140],
    [1050, 560],
  ] as const;
  for (const [x, y] of corners) brush.paint(x, y, 90);
  const painted = brush.cells.reduce((sum, value) => sum + (value === 0 ? 0 : 1), 0);
  const over = brush.cells.reduce(
    (sum, value, at) => sum + (value !== 0 && bag[at] === 0 ? 1 : 0),
    0,
  );
  // a round brush would paint far beyond the edge
  expect(over / painted).toBeLessThan(0.02);
  expect(painted).toBeGreaterThan(200_000);
});
