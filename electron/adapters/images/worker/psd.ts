import { failure } from '#shared/failure.ts';
import { success, type Outcome } from '#shared/problem.ts';
import type { Size } from '#shared/pictures.ts';
import { psdResources } from '../../../base/formats/psd.ts';
import { layerCount } from './psd-layers.ts';
import { unpackRow } from './pack-bits.ts';
import { removeMatte } from './psd-matte.ts';
import { tiffAround } from './tiff-around.ts';
import type { Read } from '../../../base/formats/bytes.ts';

/** The header and image resources of a PSD or PSB; layers are skipped, never read. */
export interface PsdHead extends Size {
  readonly bits: number;
  /** Channels in the file, including saved selections. */
  readonly channels: number;
  readonly mode: string;
  readonly large: boolean;
  readonly icc: Buffer | null;
  /** False if the file was saved without "Maximize compatibility" and therefore contains only layers. */
  readonly hasComposite: boolean;
  /** Whether the composite has transparency. */
  readonly hasAlpha: boolean;
  /** Offset of the composite. */
  readonly compositeAt: number;
}

const modes: Readonly<Record<number, string>> = {
  0: 'bitmap',
  1: 'grey',
  2: 'indexed',
  3: 'rgb',
  4: 'cmyk',
  7: 'multichannel',
  8: 'duotone',
  9: 'lab',
};
/** Modes whose composite can be read: the number of colour channels, and TIFF's number for the mode. */
const readable: Readonly<Record<string, { colours: number; photometric: 1 | 2 | 5 }>> = {
  grey: { colours: 1, photometric: 1 },
  duotone: { colours: 1, photometric: 1 },
  rgb: { colours: 3, photometric: 2 },
  cmyk: { colours: 4, photometric: 5 },
};
const resource = { versionInfo: 1057, icc: 1039 };
const resourcesAtMost = 50_000_000;
const piece = 4_000_000;

/** Reads the head of a PSD; null if the file is truncated or inconsistent. */
export async function readPsdHead(readAt: Read): Promise<PsdHead | null> {
  const head = await readAt(0, 30);
  if (head.length < 30) return null;
  const large = head.readUInt16BE(4) === 2;
  const resourcesAt = 30 + head.readUInt32BE(26);
  const resourcesHead = await readAt(resourcesAt, 4);
  const resourcesLength = resourcesHead.length < 4 ? Infinity : resourcesHead.readUInt32BE(0);
  if (resourcesLength > resourcesAtMost) return null;
  const resources = psdResources(await readAt(resourcesAt + 4, resourcesLength));
  const layersAt = resourcesAt + 4 + resourcesLength;
  const lengthSize = large ? 8 : 4;
  const layers = await readAt(layersAt, lengthSize);
  if (layers.length < lengthSize) return null;
  const layersLength = readLength(layers, 0, large);
  const compositeAt = layersAt + lengthSize + layersLength;
  if (!Number.isSafeInteger(compositeAt)) return null;
  // a negative number of layers means that the composite's first extra channel is transparency
  const transparency =
    (await layerCount(readAt, { at: layersAt + lengthSize, end: compositeAt, large })) < 0;
  const mode = modes[head.readUInt16BE(24)] ?? 'unknown';
  const channels = head.readUInt16BE(12);
  return {
    width: head.readUInt32BE(18),
    height: head.readUInt32BE(14),
    bits: head.readUInt16BE(22),
    channels,
    mode,
    large,
    icc: resources.get(resource.icc) ?? null,
    hasComposite: resources.get(resource.versionInfo)?.[4] !== 0,
    hasAlpha: transparency && channels > (readable[mode]?.colours ?? channels),
    compositeAt,
  };
}

/**
 * Checks whether the composite of this PSD can be read. The problem states the reason as the end of
 * a sentence.
 */
export function checkPsd(name: string, psd: PsdHead): Outcome<void> {
  const about = { about: name };
  if (!psd.hasComposite) {
    return failure('photo-refused-format.psd-composite', { name }, about);
  }
  if (readable[psd.mode] === undefined) {
    return failure('photo-refused-format.psd-mode', { name, mode: psd.mode }, about);
  }
  if (psd.bits !== 8 && psd.bits !== 16) {
    return failure('photo-refused-format.psd-bits', { name, bits: psd.bits }, about);
  }
  return success();
}

/**
 * Returns the composite as a TIFF in memory. Compressed rows of an opaque composite are copied unchanged,
 * because both formats use PackBits and planes. Null if the file is damaged. Must only be called after
 * `checkPsd` has found no problem.
 */
export async function psdComposite(readAt: Read, psd: PsdHead): Promise<Buffer | null> {
  const shape = readable[psd.mode];
  if (shape === undefined) throw new Error(`no composite in ${psd.mode} mode`);
  const samples = shape.colours + (psd.hasAlpha ? 1 : 0);
  if (psd.channels < samples) return null;
  const start = await readAt(psd.compositeAt, 2);
  const compression = start.length < 2 ? -1 : start.readUInt16BE(0);
  if (compression !== 0 && compression !== 1) return null;
  const packed = compression === 1;
  const stored = packed
    ? await packedRows(readAt, psd, samples)
    : await plainStrips(readAt, psd, samples);
  if (stored === null) return null;
  const isUnpacked = packed && psd.hasAlpha;
  const strips = isUnpacked ? stripsOf(psd, samples) : stored;

  const bits = psd.bits === 16 ? 16 : 8;
  const dataLength = sumOf(strips.lengths);
  const { file, dataAt } = tiffAround(
    {
      width: psd.width,
      height: psd.height,
      bits,
      samples,
      hasAlpha: psd.hasAlpha,
      photometric: shape.photometric,
      compression: packed && !isUnpacked ? 32_773 : 1,
      planar: samples === 1 ? 1 : 2,
      rowsPerStrip: strips.rows,
      stripLengths: strips.lengths,
      icc: psd.icc,
    },
    dataLength,
  );
  const data = file.subarray(dataAt);
  const isWhole = isUnpacked
    ? await unpackRows(readAt, stored, data)
    : await copyStrips(readAt, stored, data);
  if (!isWhole) return null;
  if (psd.hasAlpha) {
    const plane = dataLength / samples;
    const alpha = data.subarray(plane * shape.colours);
    for (let n = 0; n < shape.colours; n += 1) {
      removeMatte(data.subarray(plane * n, plane * (n + 1)), alpha, bits);
    }
  }
  if (psd.mode === 'cmyk') {
    // PSD stores ink inverted (255 is no ink), TIFF does not; transparency is the last plane and stays
    // unchanged
    const inks = strips.lengths.slice(0, (strips.lengths.length / samples) * shape.colours);
    invert(data, inks, packed && !isUnpacked);
  }
  return file;
}

/** Copies the pixels in pieces, so that they are never in memory twice. Returns whether all were read. */
async function copyStrips(readAt: Read, { at }: Strips, to: Buffer): Promise<boolean> {
  for (let done = 0; done < to.length; done += piece) {
    const data = await readAt(at + done, Math.min(piece, to.length - done));
    if (data.length < Math.min(piece, to.length - done)) return false;
    data.copy(to, done);
  }
  return true;
}

/** Unpacks all rows, several per read. Returns whether every row has its full length. */
async function unpackRows(readAt: Read, { at, lengths }: Strips, to: Buffer): Promise<boolean> {
  const rowBytes = to.length / lengths.length;
  let from = at;
  for (let row = 0; row < lengths.length;) {
    let end = row;
    let bytes = 0;
    while (end < lengths.length && (end === row || bytes < piece)) {
      bytes += lengths[end] ?? 0;
      end += 1;
    }
    const data = await readAt(from, bytes);
    if (data.length < bytes) return false;
    from += bytes;
    for (let start = 0; row < end; row += 1) {
      const stop = start + (lengths[row] ?? 0);
      const unpacked = to.subarray(row * rowBytes, (row + 1) * rowBytes);
      if (!unpackRow(data.subarray(start, stop), unpacked)) return false;
      start = stop;
    }
  }
  return true;
}

interface Strips {
  readonly at: number;
  readonly rows: number;
  readonly lengths: readonly number[];
}

async function packedRows(readAt: Read, psd: PsdHead, samples: number): Promise<Strips | null> {
  const size = psd.large ? 4 : 2;
  const tableAt = psd.compositeAt + 2;
  const tableLength = psd.channels * psd.height * size;
  const at = tableAt + tableLength;
  if (!(await reaches(readAt, at))) return null;
  const table = await readAt(tableAt, tableLength);
  const lengths = Array.from({ length: samples * psd.height }, (_, i) =>
    psd.large ? table.readUInt32BE(i * 4) : table.readUInt16BE(i * 2),
  );
  return (await reaches(readAt, at + sumOf(lengths))) ? { at, rows: 1, lengths } : null;
}

async function plainStrips(readAt: Read, psd: PsdHead, samples: number): Promise<Strips | null> {
  const strips = stripsOf(psd, samples);
  return (await reaches(readAt, strips.at + sumOf(strips.lengths))) ? strips : null;
}

/** Returns strips of whole rows without compression. */
function stripsOf({ width, height, bits, compositeAt }: PsdHead, samples: number): Strips {
  const rows = 64;
  const rowBytes = width * (bits / 8);
  const plane = Array.from(
    { length: Math.ceil(height / rows) },
    (_, i) => Math.min(rows, height - i * rows) * rowBytes,
  );
  const lengths = Array.from({ length: samples }, () => plane).flat();
  return { at: compositeAt + 2, rows, lengths };
}

/** Returns whether the file has at least this many bytes. Checked before memory is reserved for what a file claims. */
async function reaches(readAt: Read, length: number): Promise<boolean> {
  return length === 0 || (await readAt(length - 1, 1)).length === 1;
}

function sumOf(lengths: readonly number[]): number {
  return lengths.reduce((sum, length) => sum + length, 0);
}

/** Inverts every sample; in PackBits data, only the bytes that are samples. */
function invert(file: Buffer, lengths: readonly number[], packed: boolean): void {
  let at = 0;
  for (const length of lengths) {
    const end = at + length;
    while (at < end) {
      const run = packed ? file.readInt8(at) : end - at - 1;
      if (packed) at += 1;
      const bytes = run < 0 ? 1 : run + 1;
      if (packed && run === -128) continue;
      for (const stop = Math.min(at + bytes, end); at < stop; at += 1)
        file[at] = 255 - (file[at] ?? 0);
    }
  }
}

function readLength(buffer: Buffer, at: number, large: boolean): number {
  return large ? Number(buffer.readBigUInt64BE(at)) : buffer.readUInt32BE(at);
}
