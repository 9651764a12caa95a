import { useNotices } from '../data/notices.svelte.ts';
import type { Studio } from '../data/studio.svelte.ts';
import { t } from '../texts/texts.svelte.ts';

/** Copies the path of a result's file to the clipboard. */
export async function copyPath(studio: Studio, id: number): Promise<void> {
  const { complain, say } = useNotices();
  const answer = await studio.ask('library.path', { id });
  if (!answer.ok) return complain(answer.problem);
  await navigator.clipboard.writeText(answer.value);
  say(t('library.copied'));
}
