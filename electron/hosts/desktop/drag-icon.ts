import { nativeImage, type NativeImage } from 'electron';
import { fileURLToPath } from 'node:url';
import { withBadge } from './badge.ts';

const appIcon = fileURLToPath(new URL('../../../build-resources/icons/icon.png', import.meta.url));

/** Returns the image for dragging: the picture, with the number of files if there are several. */
export function dragIcon(picture: string | null, count: number): NativeImage {
  const small = nativeImage.createFromPath(picture ?? appIcon);
  // Electron refuses to drag with an empty image.
  const image = small.isEmpty() ? nativeImage.createFromPath(appIcon) : small;
  if (count === 1) return image;
  const { width, height } = image.getSize();
  const bitmap = withBadge({ data: image.toBitmap(), width, height }, count);
  return nativeImage.createFromBitmap(bitmap, { width, height });
}
