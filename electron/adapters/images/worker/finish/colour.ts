import { rm, writeFile } from 'node:fs/promises';
import sharp from 'sharp';
import type { FinishOutput } from '#shared/finish/preset.ts';
import type { Outcome } from '#shared/problem.ts';
import { srgbProfile } from '../../../../base/srgb-profile.ts';
import { profileBeside } from '../../protocol.ts';
import { adobeRgbProfile } from '../adobe-rgb.ts';
import { rewriteContainer } from '../container.ts';
import { writeFailure } from '../file.ts';
import type { CanvasColour } from './compose.ts';
import { fromLevels, toLevels, type Levels } from './levels.ts';
import type { Master } from './master.ts';

/** Converts a photo's pixels and other colours to the profile of a file to write. */
export interface Conversion {
  /** The profile to embed. */
  readonly icc: Buffer;
  /** Converts pixels from the photo's profile. */
  convert(levels: Levels): Promise<Levels>;
  /** Returns a colour `#rrggbb` in the profile's levels, from 0 to `most`; null for `transparent`. */
  canvasColour(colour: string, most: number): Promise<CanvasColour>;
}

/**
 * Calls `use` with the conversion to an output's profile. The profile is in a file beside `target` meanwhile,
 * which stays for the caller to remove if it is unfinished or busy. Problems: those of `use`, disk-full,
 * disk-failing, folder-unwritable.
 */
export async function withConversion<T>(
  master: Pick<Master, 'space' | 'icc'>,
  { output, target }: { readonly output: Pick<FinishOutput, 'profile'>; readonly target: string },
  use: (conversion: Conversion) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  const { profile } = output;
  const isKept = profile === 'keep' || profile === master.space;
  const wanted = isKept ? master.space : profile;
  const icc = isKept ? master.icc : profile === 'srgb' ? srgbProfile : adobeRgbProfile;
  const useWith = (file: string): Promise<Outcome<T>> =>
    use({
      icc,
      convert: (levels) => (isKept ? Promise.resolve(levels) : convert(levels, master.icc, file)),
      canvasColour: (colour, most) => canvasColour(colour, most, file),
    });
  return wanted === 'srgb' ? useWith('srgb') : withProfileFile(icc, profileBeside(target), useWith);
}

/**
 * Converts directly from one profile to the other, because sharp by default converts through sRGB or Display
 * P3 and clips colours outside those spaces.
 */
async function convert(levels: Levels, from: Buffer, to: string): Promise<Levels> {
  // sharp accepts a profile of decoded pixels only as part of a file
  const png = await fromLevels(levels).png({ compressionLevel: 0 }).toBuffer();
  const tagged = await rewriteContainer(png, 'png', { icc: from, metadata: 'drop' });
  if (tagged === null) throw new Error('No profile can be added to a PNG.');
  const image = sharp(tagged, { ignoreIcc: true, limitInputPixels: false }).withIccProfile(to);
  return toLevels(image, levels.data instanceof Uint16Array);
}

/** Calls `use` with a file of a profile, because sharp accepts a profile only as a file. */
async function withProfileFile<T>(
  icc: Buffer,
  file: string,
  use: (file: string) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  try {
    await writeFile(file, icc, { flag: 'wx' });
  } catch (error) {
    return writeFailure(file, error);
  }
  try {
    return await use(file);
  } finally {
    // on Windows, another program may have the file open
    await rm(file, { force: true }).catch(() => undefined);
  }
}

async function canvasColour(colour: string, most: number, profile: string): Promise<CanvasColour> {
  if (colour === 'transparent') return null;
  const patch = sharp({ create: { width: 1, height: 1, channels: 3, background: colour } });
  if (profile !== 'srgb') patch.withIccProfile(profile);
  const { data } = await patch.raw().toBuffer({ resolveWithObject: true });
  const [red = 0, green = 0, blue = 0] = [...data].map((level) => (level * most) / 255);
  return [red, green, blue];
}
