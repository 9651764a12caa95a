import { localDay } from '#shared/day.ts';
import { t } from '../texts/texts.svelte.ts';
import { daySheet } from './day-sheet-text.ts';
import { useNotices } from './notices.svelte.ts';
import type { Studio } from './studio.svelte.ts';

/** Saves today's day sheet as a file. */
export async function saveDaySheet(studio: Studio): Promise<void> {
  const { complain } = useNotices();
  const day = localDay(Date.now());
  const answer = await studio.ask('folders.day-sheet', { day });
  if (!answer.ok) return complain(answer.problem);
  const sheet = daySheet(day, answer.value, {
    head: [
      t('sheet.day'),
      t('sheet.folder'),
      t('sheet.recipe'),
      t('sheet.done'),
      t('sheet.failed'),
      t('sheet.images'),
    ],
    byHand: t('sheet.byHand'),
    all: t('sheet.all'),
  });
  // without a byte order mark, spreadsheets don't recognise UTF-8
  saveText(`darkslide-${day}.csv`, 'text/csv', `\u{feff}${sheet}`);
}

/** Saves a text as a download of the page, which works on the desktop and in a browser. */
export function saveText(name: string, type: string, text: string): void {
  saveBlob(name, new Blob([text], { type }));
}

/** Like `saveText`, for binary content. */
export function saveBlob(name: string, blob: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
