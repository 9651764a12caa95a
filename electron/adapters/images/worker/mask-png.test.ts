import { join } from 'node:path';
import fc from 'fast-check';
import sharp from 'sharp';
import { afterAll, expect, it } from 'vitest';
import { ownFolder } from '../../../../test/fixtures/own-folder.ts';
import { writeMaskPng } from './mask-png.ts';

const folder = await ownFolder('png', afterAll);

/** Rows in bands of varying height, with long runs of equal values. */
const rasters = fc
  .record({
    width: fc.integer({ min: 1, max: 21 }),
    bands: fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 4 }),
    pixels: fc.infiniteStream(fc.constantFrom(0, 0, 0, 255, 255, 255, 1, 128, 254)),
  })
  .map(({ width, bands, pixels }) =>
    bands.map((rows) => ({ width, band: Uint8Array.from(pixels.take(rows * width)) })),
  );

it('a mask is written as a PNG that decodes to the same values, whatever the bands', async () => {
  await fc.assert(
    fc.asyncProperty(rasters, fc.boolean(), async (bands, isHard) => {
      const values = Buffer.concat(bands.map(({ band }) => band));
      const width = bands[0]!.width;
      const size = { width, height: values.length / width };
      const path = join(folder, 'mask.png');
      const written = await writeMaskPng(path, size, {
        bands: bands.map(({ band }) => band),
        isHard,
      });
      const { data, info } = await sharp(path).raw().toBuffer({ resolveWithObject: true });
      expect(info).toMatchObject({ ...size, channels: 4 });
      const white = (value: number) => (value === 0 ? 0 : 255);
      const expected = [...values].flatMap((v) => [white(v), white(v), white(v), v]);
      expect([...data]).toEqual(expected);
      const mean = values.reduce((sum, value) => sum + value, 0) / values.length / 255;
      expect(written.ok && written.value.kept).toBeCloseTo(mean, 12);
    }),
    { numRuns: 30 },
  );
});
