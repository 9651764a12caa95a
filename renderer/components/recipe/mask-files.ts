import { success, type Outcome } from '#shared/problem.ts';
import { droppedFiles } from '../../connection/dropped.ts';
import { keepMask } from '../../connection/photos.ts';

/** Where a mask file is kept that a page has by its content only. */
export async function maskOfFile(file: File): Promise<Outcome<string>> {
  const kept = await keepMask(file);
  return kept.ok ? success(kept.value.path) : kept;
}

/** Where the mask file lies that was dropped; null when none was. Of several it is the first. */
export async function droppedMask(event: DragEvent): Promise<Outcome<string | null>> {
  const dropped = await droppedFiles(event);
  if ('paths' in dropped) return success(dropped.paths[0] ?? null);
  const [file] = dropped.files;
  return file === undefined ? success(null) : maskOfFile(file);
}
