import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import sharp from 'sharp';

/** Pixels a photo may have; the largest medium-format backs make half of it. */
export const pixelsAtMost = 300_000_000;

/** The loaders that detect.ts lets a file reach. */
const loaders = ['Jpeg', 'Png', 'Webp', 'Tiff', 'Heif'].map((name) => `VipsForeignLoad${name}`);

/** Takes from sharp what an image process does not need: its cache, its threads, its other loaders. */
export function restrictSharp(): void {
  sharp.cache(false);
  // one photo a process: the processes are the parallelism
  sharp.concurrency(1);
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: loaders });
}

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Gives the pixels of the last photo back now: V8 sees only the small handles of large buffers. */
export function releaseMemory(): void {
  collect();
}
