import { PROXY } from '#shared/pictures.ts';
import { success } from '#shared/problem.ts';
import type { Outcome } from '#shared/problem.ts';
import { writeWhole } from './file.ts';
import { decodeFailure, openSource, pipeline } from './source.ts';
import type { RawPreviews } from './raw-preview.ts';

/**
 * JPEG, because it decodes faster than WebP or AVIF; without mozjpeg, which takes nine times as long to
 * write.
 */
const encoding = { quality: 82 };
/** Users judge a photo by its proxy, so colour keeps its full resolution. */
const proxyEncoding = { quality: 90, chromaSubsampling: '4:4:4' };

/** Writes a JPEG of at most `size` px on its long side, upright sRGB, never enlarged. */
export async function thumbnail(
  raws: RawPreviews,
  request: {
    readonly source: string;
    readonly target: string;
    readonly size: number;
  },
): Promise<Outcome<{ width: number; height: number }>> {
  const opened = await openSource(raws, request.source);
  if (!opened.ok) return opened;
  let made: { data: Buffer; info: { width: number; height: number } };
  try {
    // a preview of a damaged photo is better than none
    const image = await pipeline(opened.value, { failOn: 'none' });
    made = await image
      .resize(request.size, request.size, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .jpeg(request.size >= PROXY ? proxyEncoding : encoding)
      .toBuffer({ resolveWithObject: true });
  } catch (error) {
    return decodeFailure(opened.value.name, error);
  }
  const written = await writeWhole(request.target, made.data);
  if (!written.ok) return written;
  return success({ width: made.info.width, height: made.info.height });
}
