import { readerOfBuffer } from '../../../base/formats/bytes.ts';
import {
  webpCanvas,
  webpChunk,
  webpChunks,
  webpExtended,
  webpFlags,
} from '../../../base/formats/webp.ts';
import type { EmbeddedData } from './embedded-data.ts';

const pictureChunks = ['ALPH', 'VP8 ', 'VP8L'];

/**
 * Rewrites a WebP; see `rewriteContainer`. Copies the coded pixels unchanged into an extended file with
 * its profile.
 */
export async function rewriteWebp(webp: Buffer, wanted: EmbeddedData): Promise<Buffer | null> {
  const found = await webpChunks(readerOfBuffer(webp), webp.length);
  const [first] = found?.chunks ?? [];
  if (found === null || first === undefined) return null;
  const dataOf = ({ at, length }: { readonly at: number; readonly length: number }) =>
    webp.subarray(at + 8, at + 8 + length);
  const chunks = new Map(found.chunks.map((chunk) => [chunk.kind, dataOf(chunk)]));
  const canvas = chunks.has('ANIM') ? null : webpCanvas(first.kind, dataOf(first));
  if (canvas === null) return null;
  const keep = wanted.metadata === 'keep';
  const exif = wanted.exif ?? (keep ? chunks.get('EXIF') : undefined);
  const xmp = keep ? chunks.get('XMP ') : undefined;
  const flags =
    webpFlags.icc |
    (exif === undefined ? 0 : webpFlags.exif) |
    (xmp === undefined ? 0 : webpFlags.xmp);
  const picture = pictureChunks.flatMap((kind) => {
    const data = chunks.get(kind);
    return data === undefined ? [] : [webpChunk(kind, data)];
  });
  const body = Buffer.concat([
    Buffer.from('WEBP', 'latin1'),
    webpExtended(canvas, flags),
    webpChunk('ICCP', chunks.get('ICCP') ?? wanted.icc),
    ...picture,
    ...(exif === undefined ? [] : [webpChunk('EXIF', exif)]),
    ...(xmp === undefined ? [] : [webpChunk('XMP ', xmp)]),
  ]);
  return webpChunk('RIFF', body);
}
