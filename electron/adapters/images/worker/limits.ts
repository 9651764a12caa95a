import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import sharp from 'sharp';

/** Most pixels of a photo; the largest medium-format backs have half of that. */
export const pixelsAtMost = 300_000_000;

/** The loaders for the formats that detect.ts allows. */
const loaders = ['Jpeg', 'Png', 'Webp', 'Tiff', 'Heif'].map((name) => `VipsForeignLoad${name}`);

/**
 * Turns off the parts of sharp that an image process does not need: its cache, its threads, its other
 * loaders.
 */
export function restrictSharp(): void {
  sharp.cache(false);
  // each process handles one photo: parallelism comes from several processes
  sharp.concurrency(1);
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: loaders });
}

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Frees the pixels of the last photo now: V8 only sees the small handles of large buffers. */
export function releaseMemory(): void {
  collect();
}
