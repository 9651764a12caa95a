import sharp from 'sharp';

/** px: small enough to remove grain and the texture of a wall. */
const side = 64;
/** Least detail: a dark portrait has 2.8, a grainy wall 0.5, a gradient 0.2. */
const least = 1;

/**
 * Checks whether the picture in a file shows anything: edges on a small grey copy. Rejects if it is not a
 * picture.
 */
export async function showsDetail(file: string): Promise<boolean> {
  const small = await sharp(file)
    .flatten({ background: '#ffffff' })
    .resize({ width: side, height: side, fit: 'inside' })
    .toColourspace('b-w')
    .png()
    .toBuffer();
  // Of the copy: sharp computes statistics from the input and ignores the pipeline.
  return (await sharp(small).stats()).sharpness > least;
}
