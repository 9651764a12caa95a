import { describe, expect, it } from 'vitest';
import { fromLight, halvedLight, isPlain } from './halved.ts';
import { cutAndScaled, fromLevels, toLevels, type Levels } from './levels.ts';
import { partOf } from './master.ts';
import type { Box } from './placement.ts';

/** Returns a picture whose levels depend on the position. */
function picture(width: number, height: number, levelAt: (x: number, y: number) => number): Levels {
  const data = new Uint8Array(width * height * 3);
  for (let at = 0; at < data.length; at += 1) {
    const pixel = Math.floor(at / 3);
    data[at] = levelAt(pixel % width, Math.floor(pixel / width)) + (at % 3);
  }
  return { data, width, height, channels: 3 };
}

function halved(levels: Levels, part: Box): Levels {
  if (!isPlain(levels)) throw new Error('The picture has alpha or 16 bits.');
  return fromLight(halvedLight(levels, part));
}

describe('a halved picture', () => {
  it('has the mean light of four pixels, and not their mean level', () => {
    const pattern = picture(8, 6, (x, y) => ((x + y) % 2) * 253);
    const { data, width, height } = halved(pattern, { left: 0, top: 0, width: 8, height: 6 });
    expect({ width, height }).toEqual({ width: 4, height: 3 });
    // half the light of white in sRGB; a mean of the levels would be 127
    for (const level of data) expect(Math.abs(level - 187)).toBeLessThan(2);
  });

  it('shows only the requested part; the last column or row counts twice if their number is odd', () => {
    const steps = picture(9, 9, (x, y) => 10 * x + 5 * y);
    const { data, width, height } = halved(steps, { left: 2, top: 4, width: 5, height: 3 });
    expect({ width, height }).toEqual({ width: 3, height: 2 });
    const levels = [0, 1, 2, 3, 4, 5].map((pixel) => data[pixel * 3]!);
    const expected = [47, 67, 82, 55, 75, 90];
    for (const [n, level] of levels.entries()) {
      expect(Math.abs(level - expected[n]!)).toBeLessThanOrEqual(1.5);
    }
  });
});

it('a large picture is halved before it is resized, and looks as if it were resized in one step', async () => {
  const shapes = (x: number, y: number) => 120 + 60 * Math.sin(x / 23) + 60 * Math.cos(y / 31);
  const large = picture(3001, 2401, shapes);
  const part = { left: 301, top: 20, width: 2700, height: 2381 };
  const size = { width: 900, height: 794 };
  const [made, expected] = await Promise.all([
    partOf(large, { part, size }),
    toLevels(cutAndScaled(fromLevels(large), large, part, size), false),
  ]);
  expect(made).toMatchObject({ ...size, channels: 3 });
  let most = 0;
  for (const [at, level] of made.data.entries()) {
    most = Math.max(most, Math.abs(level - expected.data[at]!));
  }
  expect(most).toBeLessThanOrEqual(3);
});
