import type { Outcome } from '#shared/problem.ts';
import type { Added } from '#shared/views/retouch.ts';
import { t } from '../texts/texts.svelte.ts';

/** Hands a photo over to the page's host by its content, and puts it on the filmstrip. */
export async function sendPhoto(file: File): Promise<Outcome<Added>> {
  const { name } = file;
  try {
    const address = `/photos?name=${encodeURIComponent(name)}`;
    const answer = await fetch(address, { method: 'POST', body: file });
    if (answer.ok) return (await answer.json()) as Outcome<Added>;
  } catch {
    // the file has gone, the host has, or what it said is no outcome
  }
  const message = t('retouch.notSent', { name });
  return { ok: false, problem: { code: 'file-unreadable', message, about: name } };
}
