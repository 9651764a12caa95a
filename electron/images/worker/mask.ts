import { rm } from 'node:fs/promises';
import { success } from '#shared/problem.ts';
import type { Outcome } from '#shared/problem.ts';
import type { MaskRequest, PreparedMask } from '../types.ts';
import { drawnMask } from './mask-drawing.ts';
import { imageMask } from './mask-image.ts';
import { writeMaskPng } from './mask-png.ts';
import { invalidMask } from './mask-problems.ts';

/**
 * Makes the mask the service gets ("customMask"): an RGBA PNG of exactly the copy's size, white where
 * the picture is kept and (0,0,0,0) outside. It is made of an image, or of a mask document that was
 * drawn in Darkslide.
 */
export async function mask(request: MaskRequest): Promise<Outcome<PreparedMask>> {
  const drawn = (await drawnMask(request)) ?? (await imageMask(request));
  if (!drawn.ok) return drawn;
  const { name, bands, changes } = drawn.value;
  const file = `${request.target}.png`;
  const written = await writeMaskPng(file, request, bands);
  if (!written.ok) return written;
  const { bytes, kept } = written.value;
  if (kept > 0 && kept < 1) return success({ file, bytes, kept, changes });
  await rm(file, { force: true });
  return invalidMask(
    name,
    kept === 0
      ? `The mask "${name}" keeps nothing. Paint what must stay in white.`
      : `The mask "${name}" keeps the whole picture, so there is nothing to make. Leave out what may change.`,
  );
}
