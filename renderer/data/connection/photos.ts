import type { Outcome } from '#shared/problem.ts';
import type { CopiedPhotos } from '#shared/views/folders.ts';
import type { AddedPhotos, KeptPhoto } from '#shared/views/retouch.ts';
import { t } from '../../texts/texts.svelte.ts';
import { sessionHeaders } from './session.svelte.ts';

/** Uploads a photo to the page's host and adds it to the filmstrip. */
export function sendPhoto(file: File): Promise<Outcome<AddedPhotos>> {
  return send<AddedPhotos>(file, '');
}

/** Uploads a photo to the host, which copies it into a hot folder. */
export function sendToHotFolder(file: File, id: number): Promise<Outcome<CopiedPhotos>> {
  return send<CopiedPhotos>(file, `&for=hot-folder-${id}`);
}

/** Uploads an additional photo for a task to the host and returns where the host has stored the photo. */
export function keepPhoto(file: File): Promise<Outcome<KeptPhoto>> {
  return send<KeptPhoto>(file, '&for=further');
}

/** Uploads a mask image to the host and returns where the host has stored the image. */
export function keepMask(file: File): Promise<Outcome<KeptPhoto>> {
  return send<KeptPhoto>(file, '&for=mask');
}

/**
 * Uploads the file of a model or property release to the host. Returns where the host stores the file until the
 * user adds it to the card of the custom model or scene.
 */
export function keepRelease(file: File): Promise<Outcome<KeptPhoto>> {
  return send<KeptPhoto>(file, '&for=release');
}

async function send<T>(file: File, more: string): Promise<Outcome<T>> {
  const { name } = file;
  if (file.size === 0) {
    const message = t('retouch.emptyFile', { name });
    return { ok: false, problem: { code: 'file-incomplete', message, about: name } };
  }
  try {
    const address = `/photos?name=${encodeURIComponent(name)}${more}`;
    const answer = await fetch(address, {
      method: 'POST',
      body: file,
      headers: sessionHeaders(),
    });
    if (answer.ok) return (await answer.json()) as Outcome<T>;
  } catch {
    // the file can't be read, the host does not answer, or its response is not JSON
  }
  const message = t('retouch.notSent', { name });
  return { ok: false, problem: { code: 'file-unreadable', message, about: name } };
}
