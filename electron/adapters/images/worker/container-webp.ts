import type { EmbeddedData } from './embedded-data.ts';

const flags = { icc: 0x20, alpha: 0x10, exif: 0x08, xmp: 0x04 };
const pictureChunks = ['ALPH', 'VP8 ', 'VP8L'];

/** See `rewriteContainer`. Copies the coded pixels as they are into an extended file with its profile. */
export function rewriteWebp(webp: Buffer, wanted: EmbeddedData): Buffer | null {
  const chunks = readChunks(webp);
  if (chunks === null || chunks.has('ANIM')) return null;
  const size = canvas(chunks);
  if (size === null) return null;
  const keep = wanted.metadata === 'keep';
  const icc = chunks.get('ICCP') ?? wanted.icc;
  const exif = wanted.exif ?? (keep ? chunks.get('EXIF') : undefined);
  const xmp = keep ? chunks.get('XMP ') : undefined;

  const extended = Buffer.alloc(10);
  extended[0] =
    flags.icc |
    (size.alpha ? flags.alpha : 0) |
    (exif === undefined ? 0 : flags.exif) |
    (xmp === undefined ? 0 : flags.xmp);
  extended.writeUIntLE(size.width - 1, 4, 3);
  extended.writeUIntLE(size.height - 1, 7, 3);
  const picture = pictureChunks.flatMap((kind) => {
    const data = chunks.get(kind);
    return data === undefined ? [] : [chunk(kind, data)];
  });
  const body = Buffer.concat([
    Buffer.from('WEBP', 'latin1'),
    chunk('VP8X', extended),
    chunk('ICCP', icc),
    ...picture,
    ...(exif === undefined ? [] : [chunk('EXIF', exif)]),
    ...(xmp === undefined ? [] : [chunk('XMP ', xmp)]),
  ]);
  return chunk('RIFF', body);
}

function readChunks(webp: Buffer): Map<string, Buffer> | null {
  if (webp.toString('latin1', 0, 4) !== 'RIFF' || webp.toString('latin1', 8, 12) !== 'WEBP') {
    return null;
  }
  const end = webp.readUInt32LE(4) + 8;
  if (end > webp.length) return null;
  const chunks = new Map<string, Buffer>();
  for (let at = 12; at + 8 <= end;) {
    const length = webp.readUInt32LE(at + 4);
    if (at + 8 + length > end) return null;
    chunks.set(webp.toString('latin1', at, at + 4), webp.subarray(at + 8, at + 8 + length));
    at += 8 + length + (length % 2);
  }
  return chunks;
}

function canvas(
  chunks: ReadonlyMap<string, Buffer>,
): { width: number; height: number; alpha: boolean } | null {
  const extended = chunks.get('VP8X');
  if (extended !== undefined && extended.length >= 10) {
    return {
      width: extended.readUIntLE(4, 3) + 1,
      height: extended.readUIntLE(7, 3) + 1,
      alpha: ((extended[0] ?? 0) & flags.alpha) !== 0,
    };
  }
  const lossless = chunks.get('VP8L');
  if (lossless !== undefined && lossless.length >= 5) {
    const bits = lossless.readUInt32LE(1);
    return {
      width: (bits & 0x3fff) + 1,
      height: ((bits >>> 14) & 0x3fff) + 1,
      alpha: ((bits >>> 28) & 1) === 1,
    };
  }
  const lossy = chunks.get('VP8 ');
  if (lossy === undefined || lossy.length < 10) return null;
  return {
    width: lossy.readUInt16LE(6) & 0x3fff,
    height: lossy.readUInt16LE(8) & 0x3fff,
    alpha: false,
  };
}

function chunk(kind: string, data: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.write(kind, 0, 'latin1');
  head.writeUInt32LE(data.length, 4);
  return Buffer.concat(data.length % 2 === 0 ? [head, data] : [head, data, Buffer.alloc(1)]);
}
