import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { expect, test } from './masking.ts';

type Pixel = readonly [red: number, green: number, blue: number, alpha: number];

/** A picture of the photo's size. */
function pictureOf(at: (x: number, y: number) => Pixel): Promise<Buffer> {
  const [width, height] = [640, 528];
  const data = Uint8Array.from({ length: width * height * 4 }, (_, index) => {
    const pixel = Math.floor(index / 4);
    return at(pixel % width, Math.floor(pixel / width))[index % 4] ?? 0;
  });
  return sharp(data, { raw: { width, height, channels: 4 } })
    .png()
    .toBuffer();
}

/** Its left half is kept. */
const half = pictureOf((x) => (x < 320 ? [255, 255, 255, 255] : [0, 0, 0, 255]));
const messages = (window: Page) => window.getByRole('region', { name: 'Messages' });

test('a mask file says what it keeps, or why it cannot be used', async ({ window, field }) => {
  const give = (name: string, buffer: Buffer) =>
    field
      .locator('input[type=file]')
      .setInputFiles({ name, mimeType: 'application/octet-stream', buffer });
  const png = await half;
  const good = {
    'half.png': png,
    'sixteen-bits.png': await sharp(png).toColourspace('grey16').png().toBuffer(),
    'lossy.jpg': await sharp(png).jpeg({ quality: 80 }).toBuffer(),
    'clear.png': await pictureOf((x) => [90, 20, 200, x < 320 ? 255 : 0]),
  };
  for (const [name, file] of Object.entries(good)) {
    await give(name, file);
    await expect(field).toContainText(name);
    await expect(field).toContainText('640 × 528 px');
    await expect(field).toContainText(/\b50(\.\d)?% stays/);
  }
  await give('half-as-large.png', await sharp(png).resize(320, 264).png().toBuffer());
  await expect(field).toContainText('The file is 320 × 264 px and the photo is not.');

  // what cannot be a mask leaves the one that is there
  const bad = [
    [
      'prefix.png',
      Buffer.from(`data:image/png;base64,${png.toString('base64')}`),
      /prefix\.png" is the text of a data URL/,
    ],
    [
      'white.png',
      await pictureOf(() => [255, 255, 255, 255]),
      /white\.png" keeps the whole picture/,
    ],
    ['empty.png', await pictureOf(() => [0, 0, 0, 0]), /empty\.png" keeps nothing/],
    [
      'holiday.png',
      await pictureOf((x, y) => [x % 256, y % 256, 40, 255]),
      /holiday\.png" is a colour picture, not a mask/,
    ],
    ['nothing.png', Buffer.alloc(0), /nothing\.png" is empty/],
    ['letter.txt', Buffer.from('Dear Sir or Madam'), /letter\.txt" is not in any image format/],
    ['cut-short.png', png.subarray(0, png.length - 200), /cut-short\.png" is damaged or cut short/],
  ] as const;
  for (const [name, file, words] of bad) {
    await give(name, file);
    await expect(messages(window).getByText(words)).toBeVisible();
    // the last one: what was said before may be there still
    await messages(window).getByRole('button', { name: 'Close' }).last().click();
    await expect(field).toContainText('half-as-large.png');
  }
});
