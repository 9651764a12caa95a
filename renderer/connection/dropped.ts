import { isWebAddress } from '#shared/agents/index.ts';
import type { TextKey } from '../texts/texts.svelte.ts';

/** Whether what is dragged comes from outside the page and may be a folder. */
export function bringsFiles(event: DragEvent): boolean {
  return event.dataTransfer?.types.includes('Files') ?? false;
}

/** Whether what is dragged is a link and no file. */
export function bringsLink(event: DragEvent): boolean {
  return !bringsFiles(event) && (event.dataTransfer?.types.includes('text/uri-list') ?? false);
}

/** Returns the web addresses that were pasted or dropped; none where there is any other text. */
export function addressesIn(data: DataTransfer | null): readonly string[] {
  const given = data?.getData('text/uri-list') || data?.getData('text/plain') || '';
  const lines = given
    .split(/\s*[\r\n]+\s*/u)
    .filter((line) => line !== '' && !line.startsWith('#'));
  const addresses = lines.map((line) => line.trim());
  return addresses.every(isWebAddress) ? addresses : [];
}

/** What a photo of the filmstrip is dragged as within the page. */
const STRIP_PHOTO = 'application/x-darkslide-photo';

/** Has a drag carry a photo of the filmstrip. */
export function carryStripPhoto(event: DragEvent, id: number): void {
  event.dataTransfer?.setData(STRIP_PHOTO, String(id));
  if (event.dataTransfer !== null) event.dataTransfer.effectAllowed = 'copy';
}

/** Whether what is dragged is a photo: a file, or one of the filmstrip. */
export function bringsPhoto(event: DragEvent): boolean {
  return bringsFiles(event) || (event.dataTransfer?.types.includes(STRIP_PHOTO) ?? false);
}

/** Id on the filmstrip of the photo that was dropped; null for anything else. */
export function droppedStripPhoto(event: DragEvent): number | null {
  const id = Number(event.dataTransfer?.getData(STRIP_PHOTO) ?? '');
  return Number.isSafeInteger(id) && id > 0 ? id : null;
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

/** Files and folders that were dropped, by their paths; by their content where a page is not told where they lie. */
export async function droppedFiles(
  event: DragEvent,
): Promise<{ readonly paths: readonly string[] } | { readonly files: readonly File[] }> {
  const given = [...(event.dataTransfer?.files ?? [])];
  // the entries are gone once the event is over
  const items = [...(event.dataTransfer?.items ?? [])];
  const dropped = items.map((item) => item.webkitGetAsEntry() ?? item.getAsFile());
  const pathOf = globalThis.darkslide?.pathOf;
  if (pathOf !== undefined) return { paths: given.map(pathOf).filter((path) => path !== '') };
  const there = dropped.filter((one) => one !== null);
  const files = await Promise.all(
    there.map(async (one) => (one instanceof File ? [one] : filesIn(one))),
  );
  return { files: files.flat().filter(({ name }) => !name.startsWith('.')) };
}

/** The files of a folder and of those below it; what cannot be read is left out. */
async function filesIn(entry: FileSystemEntry): Promise<readonly File[]> {
  if (entry.isFile) {
    const file = await new Promise<File | null>((resolve) =>
      (entry as FileSystemFileEntry).file(resolve, () => resolve(null)),
    );
    return file === null ? [] : [file];
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const found: File[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve) =>
      reader.readEntries(resolve, () => resolve([])),
    );
    if (some.length === 0) return found;
    for (const each of some) found.push(...(await filesIn(each)));
  }
}
