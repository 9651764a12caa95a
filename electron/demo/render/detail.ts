import sharp from 'sharp';

/**
 * Side in px of the copy that is checked. At this size, neither grain nor the texture of a wall is
 * visible.
 */
const side = 64;
/**
 * Minimum sharpness of a picture that shows something: a dark portrait has 2.8, a grainy wall 0.5,
 * a gradient 0.2.
 */
const least = 1;

/**
 * Checks whether the picture in a file shows anything, from the edges in a small grey copy. Rejects
 * if the file is not a picture.
 */
export async function showsDetail(file: string): Promise<boolean> {
  const small = await sharp(file)
    .flatten({ background: '#ffffff' })
    .resize({ width: side, height: side, fit: 'inside' })
    .toColourspace('b-w')
    .png()
    .toBuffer();
  // Measures the copy, because sharp computes statistics from the original input and not from the
  // result of its pipeline.
  return (await sharp(small).stats()).sharpness > least;
}
