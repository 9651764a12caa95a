import { rm } from 'node:fs/promises';
import sharp from 'sharp';
import type { Sharp, SharpOptions } from 'sharp';
import type { FinishOutput } from '#shared/finish/preset.ts';
import type { Outcome } from '#shared/problem.ts';
import { unfinishedBeside } from '../../../../base/files.ts';
import { srgbProfile } from '../../../../base/srgb-profile.ts';
import { adobeRgbProfile } from '../adobe-rgb.ts';
import { begin } from '../export.ts';
import { writeWhole } from '../file.ts';
import { isAdobeRgb } from '../icc.ts';
import { ownProfile, pipeline, type Source } from '../source.ts';
import type { CanvasColour } from './compose.ts';

/** How a picture gets into the profile of a file to write. */
export interface Conversion {
  /** The profile to embed. */
  readonly icc: Buffer;
  /** Starts a pipeline whose output has the profile's levels. */
  begin(options: SharpOptions): Promise<Sharp>;
  /** Returns a colour `#rrggbb` in the profile's levels, from 0 to `most`; null for `transparent`. */
  canvasColour(colour: string, most: number): Promise<CanvasColour>;
}

/** Calls `use` with the conversion into an output's profile. A temporary file is written beside `target`. */
export async function withConversion<T>(
  source: Source,
  { profile }: Pick<FinishOutput, 'profile'>,
  target: string,
  use: (conversion: Conversion) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  const own = await ownProfile(source);
  if (profile === 'keep' && own !== null) {
    return withProfileFile(own, target, (file) => use(unchanged(source, own, file)));
  }
  if (profile === 'adobe-rgb') {
    return withProfileFile(adobeRgbProfile, target, (file) =>
      own !== null && isAdobeRgb(source.probe.profile)
        ? use(unchanged(source, own, file))
        : use(converted(source, adobeRgbProfile, file)),
    );
  }
  const isUnchanged = own === null ? source.isSrgb || isUntagged(source) : source.isSrgb;
  return use(
    isUnchanged ? unchanged(source, srgbProfile, null) : converted(source, srgbProfile, null),
  );
}

/** Returns whether levels without a profile count as sRGB. */
function isUntagged({ probe }: Source): boolean {
  return probe.profile === null && (probe.space === 'rgb16' || probe.space === 'srgb');
}

function unchanged(source: Source, icc: Buffer, file: string | null): Conversion {
  return {
    icc,
    begin: (options) => pipeline(source, { ...options, ignoreIcc: true }),
    canvasColour: (colour, most) => canvasColour(colour, most, file),
  };
}

function converted(source: Source, icc: Buffer, file: string | null): Conversion {
  return {
    icc,
    begin: async (options) => (await begin(source, options)).withIccProfile(file ?? 'srgb'),
    canvasColour: (colour, most) => canvasColour(colour, most, file),
  };
}

/** Writes a profile for as long as it is used, because sharp accepts one only as a file. */
async function withProfileFile<T>(
  icc: Buffer,
  target: string,
  use: (file: string) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  const file = unfinishedBeside(target, Math.random, 'finish');
  const written = await writeWhole(file, icc);
  if (!written.ok) return written;
  try {
    return await use(file);
  } finally {
    await rm(file, { force: true });
  }
}

async function canvasColour(
  colour: string,
  most: number,
  file: string | null,
): Promise<CanvasColour> {
  if (colour === 'transparent') return null;
  const patch = sharp({ create: { width: 1, height: 1, channels: 3, background: colour } });
  if (file !== null) patch.withIccProfile(file);
  const { data } = await patch.raw().toBuffer({ resolveWithObject: true });
  const [red = 0, green = 0, blue = 0] = [...data].map((level) => (level * most) / 255);
  return [red, green, blue];
}
