import type { Sharp, SharpOptions } from 'sharp';
import type { Size } from '#shared/pictures.ts';
import { srgbProfile } from '../../../../base/srgb-profile.ts';
import { isAdobeRgb } from '../icc.ts';
import { leniently, ownProfile, pipeline, type Source } from '../source.ts';
import { cutAndScaled, fromLevels, toLevels, type Levels } from './levels.ts';
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
  /** Starts a pipeline with the upright pixels. */
  begin(options: SharpOptions): Promise<Sharp>;
}

/**
 * Opens the pixels of a photo. A photo that must be converted first (CMYK, grey, HEIC) is decoded
 * here, once. Null if the photo has other channels besides its colours and alpha.
 */
export async function openMaster(source: Source): Promise<Master | null> {
  const { probe } = source;
  const { width, height } = probe;
  if (probe.channels > (probe.space === 'cmyk' ? 5 : 4)) return null;
  const is16 = probe.bitsPerSample === 16;
  const isRgb = probe.space === 'srgb' || probe.space === 'rgb16' || probe.space === 'rgb';
  if (!isRgb || probe.format === 'heic') {
    const levels = await leniently(async (options) =>
      toLevels(await pipeline(source, options), is16),
    );
    return {
      width,
      height,
      is16,
      icc: srgbProfile,
      space: 'srgb',
      isUpright: true,
      begin: () => Promise.resolve(fromLevels(levels)),
    };
  }
  const own = await ownProfile(source);
  const isSrgb = own === null || source.isSrgb;
  return {
    width,
    height,
    is16,
    icc: own ?? srgbProfile,
    isUpright: probe.orientation === 1,
    space: isSrgb ? 'srgb' : isAdobeRgb(probe.profile) ? 'adobe-rgb' : 'other',
    begin: (options) => pipeline(source, { ...options, ignoreIcc: true }),
  };
}

/** Reads a part of a photo at another size. */
export function readPart(master: Master, part: Box, size: Size): Promise<Levels> {
  return leniently(async (options) =>
    toLevels(cutAndScaled(await master.begin(options), master, part, size), master.is16),
  );
}
