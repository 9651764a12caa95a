import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { edgesOf, overlap, shotNames, trueShot } from '../../../../../test/fixtures/true-masks.ts';
import type { Grey, Shot } from '../../../../../test/fixtures/true-masks.ts';
import { toLevels } from './levels.ts';
import { findSubject } from './subject.ts';

/**
 * Least overlap with the true mask; lower for glass, and for marble on white, which look like the background.
 */
const leastOverlap: Partial<Record<Shot, number>> = { 'perfume-amber': 0.95, 'lamp-brass': 0.75 };

describe('the subject on a studio background', () => {
  it.each(shotNames)(
    '%s ends where its true outline does, within 1 % of the side',
    async (name) => {
      const { file, truth } = await trueShot(name);
      const small = sharp(file).autoOrient().resize(800, 800, { fit: 'inside' });
      const outline = findSubject(await toLevels(small, false))?.outline;
      if (outline === undefined) throw new Error('No subject was found.');
      const { width, height } = outline;
      const found = { width, height, data: outline.inside.map((one) => one * 255) };
      const [mine, expected] = [edgesOf(found), edgesOf(truth)];
      for (const [n, edge] of expected.entries()) {
        expect(Math.abs((mine[n] ?? 0) - edge)).toBeLessThan(0.01);
      }
      expect(overlap(found, await resized(truth, found))).toBeGreaterThan(
        leastOverlap[name] ?? 0.97,
      );
    },
  );
});

async function resized({ data, ...size }: Grey, { width, height }: Grey): Promise<Grey> {
  const grey = sharp(data, { raw: { ...size, channels: 1 } });
  const fitted = grey.resize(width, height, { fit: 'fill' }).toColourspace('b-w');
  return { width, height, data: await fitted.raw().toBuffer() };
}
