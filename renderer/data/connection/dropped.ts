import { isWebAddress } from '#shared/agents/index.ts';
import type { PlainTextKey } from '../../texts/texts.svelte.ts';

/** Checks whether a drag comes from outside the page and may contain files or folders. */
export function bringsFiles(event: DragEvent): boolean {
  return event.dataTransfer?.types.includes('Files') ?? false;
}

/** Checks whether a drag contains a link and no file. */
export function bringsLink(event: DragEvent): boolean {
  return !bringsFiles(event) && (event.dataTransfer?.types.includes('text/uri-list') ?? false);
}

/** Returns the web addresses in pasted or dropped data; an empty list if the data contains any other text. */
export function addressesIn(data: DataTransfer | null): readonly string[] {
  const given = data?.getData('text/uri-list') || data?.getData('text/plain') || '';
  const lines = given
    .split(/\s*[\r\n]+\s*/u)
    .filter((line) => line !== '' && !line.startsWith('#'));
  const addresses = lines.map((line) => line.trim());
  return addresses.every(isWebAddress) ? addresses : [];
}

/** Data type of a filmstrip photo that is dragged within the page. */
const STRIP_PHOTO = 'application/x-darkslide-photo';

/** Adds a filmstrip photo to a drag. */
export function carryStripPhoto(event: DragEvent, id: number): void {
  event.dataTransfer?.setData(STRIP_PHOTO, String(id));
  if (event.dataTransfer !== null) event.dataTransfer.effectAllowed = 'copy';
}

/** Checks whether a drag contains a photo: a file, or a photo from the filmstrip. */
export function bringsPhoto(event: DragEvent): boolean {
  return bringsFiles(event) || (event.dataTransfer?.types.includes(STRIP_PHOTO) ?? false);
}

/** Returns the filmstrip id of the dropped photo; null for anything else. */
export function droppedStripPhoto(event: DragEvent): number | null {
  const id = Number(event.dataTransfer?.getData(STRIP_PHOTO) ?? '');
  return Number.isSafeInteger(id) && id > 0 ? id : null;
}

/** Returns the path of a dropped folder, or why it is unavailable. */
export function droppedFolder(
  event: DragEvent,
): { readonly path: string } | { readonly why: PlainTextKey } {
  const [item] = event.dataTransfer?.items ?? [];
  if (item?.webkitGetAsEntry()?.isDirectory !== true) return { why: 'folder.dropFile' };
  const file = item.getAsFile();
  const path = file === null ? undefined : globalThis.darkslide?.pathOf?.(file);
  return path === undefined || path === '' ? { why: 'folder.dropUnknown' } : { path };
}

/** Dropped or chosen files: their paths or, where the page can't read paths, their content. */
export type GivenFiles =
  { readonly paths: readonly string[] } | { readonly files: readonly File[] };

/** Returns dropped files and folders. */
export async function droppedFiles(event: DragEvent): Promise<GivenFiles> {
  const given = [...(event.dataTransfer?.files ?? [])];
  // the entries can be read only during the event
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

/** Returns the files of a folder and its subfolders; skips unreadable entries. */
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
