import type { Pixels } from './colour.ts';
import type { FromRaster, ToRaster } from './messages.ts';
import { pixelsOf } from './photo-pixels.ts';
import { Rastering } from './rastering.ts';

/** Milliseconds of work before the worker checks for messages. */
const SLICE = 8;

const now = () => performance.now();
const canvas = new OffscreenCanvas(1, 1);
const context = canvas.getContext('2d', { willReadFrequently: true });
const breath = new MessageChannel();
let isAtWork = false;

const rastering = new Rastering(
  {
    drawn(number, pixels) {
      const { x, y, width, height } = pixels;
      tell({ kind: 'drawn', number, part: { x, y, width, height }, bitmap: bitmapOf(pixels) });
    },
    kept: (share, pixels) => tell({ kind: 'kept', share, bitmap: bitmapOf(pixels) }),
    answer: (number, answer) => tell({ kind: 'answer', number, answer }),
  },
  now,
);

function bitmapOf({ width, height, data }: Pixels): ImageBitmap {
  canvas.width = width;
  canvas.height = height;
  context?.putImageData(new ImageData(new Uint8ClampedArray(data.buffer), width, height), 0, 0);
  return canvas.transferToImageBitmap();
}

function tell(message: FromRaster): void {
  const isPicture = message.kind !== 'answer';
  postMessage(message, { transfer: isPicture ? [message.bitmap] : [] });
}

function take(message: ToRaster): void {
  if (message.kind === 'photo') rastering.setPhoto(pixelsOf(message.bitmap));
  else rastering.take(message);
}

function work(): void {
  const end = now() + SLICE;
  isAtWork = false;
  isAtWork = rastering.work(() => now() > end);
  if (isAtWork) breath.port2.postMessage(null);
}

breath.port1.addEventListener('message', work);
breath.port1.start();
addEventListener('message', ({ data }: MessageEvent<ToRaster>) => {
  take(data);
  // the work starts after all messages that have already arrived
  if (!isAtWork) breath.port2.postMessage(null);
  isAtWork = true;
});
