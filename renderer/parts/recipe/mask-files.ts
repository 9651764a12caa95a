import { success, type Outcome } from '#shared/problem.ts';
import { droppedFiles } from '../../data/connection/dropped.ts';
import { keepMask } from '../../data/connection/photos.ts';

/** Stores a copy of a mask file whose path the page can't read. Returns the path of the copy. */
export async function maskOfFile(file: File): Promise<Outcome<string>> {
  const kept = await keepMask(file);
  return kept.ok ? success(kept.value.path) : kept;
}

/**
 * Returns the path of the dropped mask file; null if no file was dropped. If several files were dropped, uses
 * the first one.
 */
export async function droppedMask(event: DragEvent): Promise<Outcome<string | null>> {
  const dropped = await droppedFiles(event);
  if ('paths' in dropped) return success(dropped.paths[0] ?? null);
  const [file] = dropped.files;
  return file === undefined ? success(null) : maskOfFile(file);
}
