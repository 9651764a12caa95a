import type { Outcome } from '#shared/problem.ts';
import { success } from '#shared/problem.ts';
import { droppedFiles, droppedStripPhoto } from '../../connection/dropped.ts';
import { keepPhoto } from '../../connection/photos.ts';
import type { Studio } from '../../state/studio.svelte.ts';

/** Where a photo lies that was dropped on a slot; null when nothing was. Of several it is the first. */
export async function droppedOnSlot(
  studio: Studio,
  event: DragEvent,
): Promise<Outcome<string | null>> {
  const id = droppedStripPhoto(event);
  if (id !== null) return ofStrip(studio, id);
  const dropped = await droppedFiles(event);
  if ('paths' in dropped) return success(dropped.paths[0] ?? null);
  const [file] = dropped.files;
  return file === undefined ? success(null) : ofFile(file);
}

/** Where a photo of the filmstrip lies. */
export async function ofStrip(studio: Studio, id: number): Promise<Outcome<string>> {
  const photo = await studio.ask('retouch.photo', { id });
  return photo.ok ? success(photo.value.source) : photo;
}

/** Where a file is kept that a page has by its content only. */
export async function ofFile(file: File): Promise<Outcome<string>> {
  const kept = await keepPhoto(file);
  return kept.ok ? success(kept.value.path) : kept;
}
