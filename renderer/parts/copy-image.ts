import { useNotices } from '../data/notices.svelte.ts';
import type { Studio } from '../data/studio.svelte.ts';
import { t } from '../texts/texts.svelte.ts';

/** Copies a result to the clipboard as an image, at its full size. */
export async function copyImage(studio: Studio, id: number): Promise<void> {
  const { say } = useNotices();
  try {
    // the image is given as a promise, because a page may only write to the clipboard directly after a click
    const image = pngOf(studio.resultFile(id));
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': image })]);
    say(t('library.imageCopied'));
  } catch {
    say(t('library.imageNotCopied'));
  }
}

/** Fetches an image as PNG, the only format that clipboards take. */
async function pngOf(address: string): Promise<Blob> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`The image could not be loaded (${answer.status}).`);
  const bitmap = await createImageBitmap(await answer.blob());
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0);
  bitmap.close();
  return canvas.convertToBlob({ type: 'image/png' });
}
