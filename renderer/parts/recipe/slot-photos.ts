import type { Outcome } from '#shared/problem.ts';
import { success } from '#shared/problem.ts';
import { droppedFiles, droppedStripPhoto } from '../../data/connection/dropped.ts';
import { keepPhoto } from '../../data/connection/photos.ts';
import type { Studio } from '../../data/studio.svelte.ts';

/**
 * Returns the path of a photo that was dropped on a slot; null if nothing was dropped. If several photos were
 * dropped, uses the first one.
 */
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

/** Returns the path of a photo on the filmstrip. */
export async function ofStrip(studio: Studio, id: number): Promise<Outcome<string>> {
  const photo = await studio.ask('retouch.photo', { id });
  return photo.ok ? success(photo.value.source) : photo;
}

/** Stores a copy of a photo whose path the page can't read. Returns the path of the copy. */
export async function ofFile(file: File): Promise<Outcome<string>> {
  const kept = await keepPhoto(file);
  return kept.ok ? success(kept.value.path) : kept;
}
