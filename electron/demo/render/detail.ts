import sharp from 'sharp';

/** px; at this size, neither grain nor the texture of a wall is visible. */
const side = 64;
/** Minimum sharpness: a dark portrait has 2.8, a grainy wall 0.5, a gradient 0.2. */
const least = 1;

/**
 * Checks whether the picture in a file shows anything, by the edges in a small grey copy. Rejects if the file is not a
 * picture.
 */
export async function showsDetail(file: string): Promise<boolean> {
  const small = await sharp(file)
    .flatten({ background: '#ffffff' })
    .resize({ width: side, height: side, fit: 'inside' })
    .toColourspace('b-w')
    .png()
    .toBuffer();
  // Measures the copy: sharp computes statistics from its input and ignores the pipeline.
  return (await sharp(small).stats()).sharpness > least;
}
