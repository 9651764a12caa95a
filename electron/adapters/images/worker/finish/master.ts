import type { Sharp, SharpOptions } from 'sharp';
import type { Size } from '#shared/pictures.ts';
import { srgbProfile } from '../../../../base/srgb-profile.ts';
import { isAdobeRgb } from '../icc.ts';
import { leniently, ownProfile, pipeline, type Source } from '../source.ts';
import { fromLight, halvedLight, isPlain } from './halved.ts';
import { cutAndScaled, fromLevels, mostOf, sharpened, toLevels, type Levels } from './levels.ts';
import type { Box } from './placement.ts';

/** A photo as pixels in its own RGB profile, or in sRGB if the photo has no RGB profile. */
export interface Master extends Size {
  /** The profile of the pixels. */
  readonly icc: Buffer;
  readonly space: 'srgb' | 'adobe-rgb' | 'other';
  readonly is16: boolean;
  /**
   * Whether pixels are stored upright, so that a part can be read without rotating the whole photo.
   */
  readonly isUpright: boolean;
  /** The upright pixels; null if they need too much memory. */
  readonly levels: Levels | null;
  /** Starts a pipeline with the upright pixels. */
  begin(options: SharpOptions): Promise<Sharp>;
}

/** Size in bytes up to which the pixels of a photo are kept in memory, so that it is decoded only once. */
const keptAtMost = 256_000_000;
/**
 * Minimum reduction at which a large picture is halved before it is resized, because resizing then takes less
 * than half the time. A small picture is not halved: it takes little time anyway, and is often sharp to the
 * pixel, so it would lose some detail.
 */
const HALVED = 2.5;
const LARGE = 6_000_000;
const fill = { fit: 'fill' } as const;

/**
 * Opens a photo, and decodes it unless its pixels need too much memory. A photo that must be converted first
 * (CMYK, grey, HEIC) is always decoded. Null if the photo has other channels besides its colours and alpha.
 */
export async function openMaster(source: Source): Promise<Master | null> {
  const { probe } = source;
  const { width, height } = probe;
  if (probe.channels > (probe.space === 'cmyk' ? 5 : 4)) return null;
  const is16 = probe.bitsPerSample === 16;
  const isRgb = probe.space === 'srgb' || probe.space === 'rgb16' || probe.space === 'rgb';
  const isConverted = !isRgb || probe.format === 'heic';
  const own = isConverted ? null : await ownProfile(source);
  const isSrgb = own === null || source.isSrgb;
  const begin = (options: SharpOptions): Promise<Sharp> =>
    pipeline(source, isConverted ? options : { ...options, ignoreIcc: true });
  const size = width * height * probe.channels * (is16 ? 2 : 1);
  const levels =
    isConverted || size <= keptAtMost
      ? await leniently(async (options) => toLevels(await begin(options), is16))
      : null;
  return {
    width,
    height,
    is16,
    icc: own ?? srgbProfile,
    space: isSrgb ? 'srgb' : isAdobeRgb(probe.profile) ? 'adobe-rgb' : 'other',
    isUpright: levels !== null || probe.orientation === 1,
    levels,
    begin: levels === null ? begin : () => Promise.resolve(fromLevels(levels)),
  };
}

/** Reads a part of a photo at another size. */
export function readPart(master: Master, part: Box, size: Size): Promise<Levels> {
  return master.levels === null
    ? leniently(async (options) =>
        toLevels(cutAndScaled(await master.begin(options), master, part, size), master.is16),
      )
    : partOf(master.levels, { part, size });
}

/** Returns a part of decoded pixels at another size. */
export async function partOf(
  levels: Levels,
  { part, size }: { readonly part: Box; readonly size: Size },
  sharpen = false,
): Promise<Levels> {
  const isWhole = size.width === levels.width && size.height === levels.height;
  const isSame = isWhole && part.width === levels.width && part.height === levels.height;
  if (isSame && !sharpen) return levels;
  const isLarge = part.width * part.height >= LARGE && part.width >= HALVED * size.width;
  if (isLarge && isPlain(levels)) {
    const half = fromLevels(halvedLight(levels, part)).resize(size.width, size.height, fill);
    const scaled = fromLight(await toLevels(half, true));
    return sharpen ? toLevels(sharpened(fromLevels(scaled)), false) : scaled;
  }
  const image = cutAndScaled(fromLevels(levels), levels, part, size);
  return toLevels(sharpen ? sharpened(image) : image, mostOf(levels) > 255);
}

/**
 * Returns a small copy of 8 bits in which the subject is found. A photo that is not in memory is read completely, so
 * that damage anywhere in it is found.
 */
export async function proxyOf({ levels, begin }: Master, side: number): Promise<Levels> {
  if (levels !== null && Math.max(levels.width, levels.height) >= 2 * side) {
    return sampled(levels, side);
  }
  const within = { fit: 'inside', withoutEnlargement: true } as const;
  return leniently(async (options) =>
    toLevels((await begin(options)).resize(side, side, within), false),
  );
}

/**
 * Each pixel of a small copy is the mean of this many pixels across and down; fewer down, because reading
 * another row costs the most.
 */
const ACROSS = 3;
const DOWN = 2;

/** Returns a small copy of 8 bits from evenly spaced pixels, because reading all of them takes much longer. */
function sampled({ data, width, height, channels }: Levels, side: number): Levels {
  const scale = side / Math.max(width, height);
  const size = { width: Math.ceil(width * scale), height: Math.ceil(height * scale) };
  const places = (length: number, count: number, step: number) =>
    Int32Array.from({ length: count }, (_, at) => Math.floor(((at + 0.5) * length) / count) * step);
  const across = places(width, size.width * ACROSS, channels);
  const rows = places(height, size.height * DOWN, width * channels);
  const small = new Uint8Array(size.width * size.height * channels);
  const sums = new Uint32Array(size.width * channels);
  const toByte = 1 / (ACROSS * DOWN * (data instanceof Uint16Array ? 257 : 1));
  for (let y = 0; y < size.height; y += 1) {
    sums.fill(0);
    for (const row of rows.subarray(y * DOWN, (y + 1) * DOWN)) {
      for (let at = 0, to = 0; at < across.length; at += ACROSS) {
        const first = row + across[at]!;
        const second = row + across[at + 1]!;
        const third = row + across[at + 2]!;
        for (let channel = 0; channel < channels; channel += 1, to += 1) {
          sums[to]! += data[first + channel]! + data[second + channel]! + data[third + channel]!;
        }
      }
    }
    for (let at = 0; at < sums.length; at += 1) {
      small[y * sums.length + at] = sums[at]! * toByte + 0.5;
    }
  }
  return { data: small, ...size, channels };
}
