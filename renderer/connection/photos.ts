import type { Outcome } from '#shared/problem.ts';
import type { AddedPhotos, KeptPhoto } from '#shared/views/retouch.ts';
import { t } from '../texts/texts.svelte.ts';
import { sessionHeaders } from './session.svelte.ts';

/** Hands a photo over to the page's host by its content, and puts it on the filmstrip. */
export function sendPhoto(file: File): Promise<Outcome<AddedPhotos>> {
  return send<AddedPhotos>(file, '');
}

/** Hands over a photo that a task is to take besides its own, and says where it is kept. */
export function keepPhoto(file: File): Promise<Outcome<KeptPhoto>> {
  return send<KeptPhoto>(file, '&for=further');
}

/** Hands over a mask image, and says where it is kept. */
export function keepMask(file: File): Promise<Outcome<KeptPhoto>> {
  return send<KeptPhoto>(file, '&for=mask');
}

/** Hands over the release of a custom model or scene, and says where it is kept until its card has it. */
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
    // the file has gone, the host has, or what it said is no outcome
  }
  const message = t('retouch.notSent', { name });
  return { ok: false, problem: { code: 'file-unreadable', message, about: name } };
}
