import sharp from 'sharp';

/** px: small enough that grain and the structure of a wall are gone. */
const side = 64;
/** Least detail: a dark portrait has 2.8, a grainy wall 0.5, a gradient 0.2. */
const least = 1;

/** Whether the picture in a file shows anything: edges on a small grey copy. Rejects when it is no picture. */
export async function showsDetail(file: string): Promise<boolean> {
  const small = await sharp(file)
    .flatten({ background: '#ffffff' })
    .resize({ width: side, height: side, fit: 'inside' })
    .toColourspace('b-w')
    .png()
    .toBuffer();
  // Of the copy: statistics are of what was read, before all that was asked for.
  return (await sharp(small).stats()).sharpness > least;
}
