import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import sharp from 'sharp';

/** Maximum number of pixels in a photo; the largest medium-format backs have half of that. */
export const pixelsAtMost = 300_000_000;

/** The loaders for the formats that detect.ts allows. */
const loaders = ['Jpeg', 'Png', 'Webp', 'Tiff', 'Heif'].map((name) => `VipsForeignLoad${name}`);

/**
 * Turns off the parts of sharp that an image process does not need: its cache, its threads and its other
 * loaders.
 */
export function restrictSharp(): void {
  sharp.cache(false);
  // each process handles one photo at a time, and several processes run in parallel
  sharp.concurrency(1);
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: loaders });
}

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/**
 * Frees the last photo's pixels immediately. V8 would free them late, because it counts only the
 * small JavaScript objects and not the large buffers that they own.
 */
export function releaseMemory(): void {
  collect();
}
