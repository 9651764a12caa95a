import { success } from '#shared/problem.ts';
import type { Outcome } from '#shared/problem.ts';
import { writeWhole } from './file.ts';
import { decodeFailure, openSource, pipeline } from './source.ts';

/** Decodes faster than WebP or AVIF, and mozjpeg is nine times slower to write. */
const quality = 82;

/** A JPEG of at most `size` px on its long side, upright sRGB, never enlarged. */
export async function thumbnail(request: {
  readonly source: string;
  readonly target: string;
  readonly size: number;
}): Promise<Outcome<{ width: number; height: number }>> {
  const opened = await openSource(request.source);
  if (!opened.ok) return opened;
  let made: { data: Buffer; info: { width: number; height: number } };
  try {
    // a preview of a damaged photo is worth more than none
    const image = await pipeline(opened.value, { failOn: 'none' });
    made = await image
      .resize(request.size, request.size, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .jpeg({ quality })
      .toBuffer({ resolveWithObject: true });
  } catch (error) {
    return decodeFailure(opened.value.name, error);
  }
  const written = await writeWhole(request.target, made.data);
  if (!written.ok) return written;
  return success({ width: made.info.width, height: made.info.height });
}
