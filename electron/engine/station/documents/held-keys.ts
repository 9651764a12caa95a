import { keyFor } from './kind.ts';

/**
 * Returns the key of the document about a photo of a shared hot folder. All stations that have admitted the photo use the
 * same document.
 */
export function heldPhotoKey(photo: string, purchase: string): string {
  return keyFor(`held ${photo} ${purchase}`);
}

/** Returns the key of the document about a large drop in a hot folder with this key. */
export function heldDropKey(folder: string): string {
  return keyFor(`drop ${folder}`);
}
