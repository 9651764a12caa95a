import type { TextKey } from '../texts/texts.svelte.ts';

/** Whether what is dragged comes from outside the page and may be a folder. */
export function bringsFiles(event: DragEvent): boolean {
  return event.dataTransfer?.types.includes('Files') ?? false;
}

/** Where a dropped folder lies, or why that cannot be told. */
export function droppedFolder(
  event: DragEvent,
): { readonly path: string } | { readonly why: TextKey } {
  const [item] = event.dataTransfer?.items ?? [];
  if (item?.webkitGetAsEntry()?.isDirectory !== true) return { why: 'folder.dropFile' };
  const file = item.getAsFile();
  const path = file === null ? undefined : globalThis.darkslide?.pathOf?.(file);
  return path === undefined || path === '' ? { why: 'folder.dropUnknown' } : { path };
}
