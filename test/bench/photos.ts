import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { photograph } from '../fixtures/photographs.ts';

/**
 * Creates photos with different content, `width` px wide, from one sample photograph; each photo has a
 * different stripe.
 */
export async function makePhotos(folder: string, count: number, width = 1200): Promise<string[]> {
  await mkdir(folder);
  const base = await sharp(photograph('handbag-cognac.jpg')).resize(width).toBuffer();
  const files: string[] = [];
  for (let n = 0; n < count; n += 1) {
    const file = join(folder, `IMG_${String(n).padStart(4, '0')}.jpg`);
    const stripe = { width: 4 + (n % 400), height: 2 + Math.floor(n / 400), channels: 3 as const };
    const input = { create: { ...stripe, background: '#804020' } };
    await sharp(base)
      .composite([{ input, left: 0, top: 0 }])
      .withMetadata()
      .jpeg()
      .toFile(file);
    files.push(file);
  }
  return files;
}
