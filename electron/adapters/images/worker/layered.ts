import type { FileHandle } from 'node:fs/promises';
import type { Size } from './geometry.ts';
import { releaseMemory } from './limits.ts';
import { packRows, type PackedRows } from './pack-bits.ts';
import { withMatte } from './psd-matte.ts';
import { headOf, layerRecords, lengthOf, type ChannelId } from './layered-head.ts';

/** Returns rows of pixels on demand, so that no picture has to be in memory completely. */
export type Rows = (top: number, rows: number) => Promise<Uint8Array>;

export interface Picture {
  readonly rows: Rows;
  /** Samples per pixel: RGB, or RGB and alpha. */
  readonly channels: 3 | 4;
}

export interface PsdLayer extends Picture {
  readonly name: string;
  /** The layer mask, 0 to 255 per pixel. */
  readonly mask?: Rows;
}

/** The content of one PSD; layers in order from the bottom, all of the same size. */
export interface LayeredPicture {
  readonly size: Size;
  /** The profile that all layers use. */
  readonly icc: Buffer;
  readonly layers: readonly PsdLayer[];
  /** The merged layers, for programs that do not read layers. */
  readonly composite: Picture;
}

/** Maximum length of a side in px; larger pictures need the PSB format. */
export const psdSideAtMost = 30_000;
/** Maximum size of a PSD in bytes: its sections have 32-bit lengths, which many programs read as signed. */
const psdBytesAtMost = 2 ** 31 - 1;
/** Maximum pixels per layer; reading a PSD takes up to twenty bytes of memory per pixel. */
export const psdPixelsAtMost = 120_000_000;
/** Number of pixels in a band of rows. */
const BAND = 8_000_000;

/**
 * Writes an 8-bit RGB PSD with PackBits compression. Does not use ag-psd, which writes no ICC profile and
 * takes twenty bytes of memory per pixel; this code holds one packed layer at a time. Returns whether the
 * file is complete, and stops if it would exceed the maximum size of a PSD. Throws file system errors.
 */
export async function writeLayered(handle: FileHandle, picture: LayeredPicture): Promise<boolean> {
  const { size, icc, layers, composite } = picture;
  let at = 0;
  const append = async (bytes: Uint8Array) => {
    at += bytes.length;
    if (at <= psdBytesAtMost) await handle.writeFile(bytes);
  };

  await append(headOf(size, composite.channels, icc));
  const sectionAt = at;
  const hasAlpha = composite.channels === 4;
  const channels = layers.map(channelsOf);
  const records = layerRecords(size, layers, channels, hasAlpha);
  await append(records.bytes);
  const lengths: number[] = [];
  for (const [n, layer] of layers.entries()) {
    const [red, green, blue, alpha] = await packPicture(size, layer);
    const opacity = alpha ?? (hasOpacity(layer, n) ? await packOpaque(size) : undefined);
    // the opacity channel comes first in a layer
    const planes = [opacity, red, green, blue];
    if (layer.mask !== undefined) planes.push(...(await packPlanes(size, layer.mask, 1)));
    for (const plane of planes) {
      if (plane === undefined) continue;
      await append(compressed);
      await append(plane.lengths);
      for (const piece of plane.pieces) await append(piece);
      lengths.push(2 + plane.lengths.length + plane.bytes);
    }
    if (at > psdBytesAtMost) return false;
    releaseMemory();
  }
  const layersEnd = at + (at % 2);
  if (at % 2 === 1) await append(Buffer.alloc(1));
  await append(Buffer.alloc(4)); // no global mask
  const sectionEnd = at;

  const whole = await packPicture(size, hasAlpha ? matted(composite) : composite);
  await append(compressed);
  for (const plane of whole) await append(plane.lengths);
  for (const plane of whole) for (const piece of plane.pieces) await append(piece);

  if (at > psdBytesAtMost) return false;

  // fills in the placeholders
  for (const [n, length] of lengths.entries()) {
    await handle.write(lengthOf(length), 0, 4, sectionAt + (records.lengthsAt[n] ?? 0));
  }
  await handle.write(lengthOf(sectionEnd - sectionAt - 4), 0, 4, sectionAt);
  await handle.write(lengthOf(layersEnd - sectionAt - 8), 0, 4, sectionAt + 4);
  return true;
}

/** Marks a channel as packed with PackBits. */
const compressed = Buffer.from([0, 1]);

/**
 * Checks whether a layer needs an opacity channel, as in Photoshop: only the lowest layer may omit it,
 * and only if it is opaque.
 */
function hasOpacity({ channels }: PsdLayer, index: number): boolean {
  return channels === 4 || index > 0;
}

function channelsOf(layer: PsdLayer, index: number): ChannelId[] {
  const { mask } = layer;
  return [
    ...(hasOpacity(layer, index) ? ([-1] as const) : []),
    ...([0, 1, 2] as const),
    ...(mask === undefined ? [] : ([-2] as const)),
  ];
}

function matted({ rows, channels }: Picture): Picture {
  return { channels, rows: async (top, height) => withMatte(await rows(top, height)) };
}

function packPicture(size: Size, { rows, channels }: Picture): Promise<PackedRows[]> {
  return packPlanes(size, rows, channels);
}

async function packOpaque(size: Size): Promise<PackedRows | undefined> {
  const opaque: Rows = (_, rows) => Promise.resolve(new Uint8Array(rows * size.width).fill(255));
  const [plane] = await packPlanes(size, opaque, 1);
  return plane;
}

async function packPlanes(size: Size, rows: Rows, channels: number): Promise<PackedRows[]> {
  const planes = Array.from({ length: channels }, (): PackedRows => ({
    lengths: Buffer.alloc(size.height * 2),
    pieces: [],
    bytes: 0,
  }));
  for (const { top, height } of bandsOf(size)) {
    const band = await rows(top, height);
    for (const [channel, plane] of planes.entries()) {
      packRows(plane, band, { width: size.width, top, height, channel, channels });
    }
  }
  return planes;
}

/** Yields bands of complete rows, from the top. */
export function* bandsOf({ width, height }: Size): Generator<{ top: number; height: number }> {
  const rows = Math.max(1, Math.floor(BAND / width));
  for (let top = 0; top < height; top += rows) yield { top, height: Math.min(rows, height - top) };
}
