import { basename, resolve } from 'node:path';
import type { Input } from '#shared/ipc.ts';
import { success, type Outcome } from '#shared/problem.ts';
import type { FurtherView } from '#shared/views/retouch.ts';
import { canvasFor, copyLimits } from '../../adapters/images/worker/geometry.ts';
import { identifyPhoto } from '../../engine/intake/admit.ts';
import type { Studio } from '../../studio.ts';

/** Maximum number of photos whose pictures can be found; a panel shows two. */
const MOST = 200;

interface FurtherFile {
  /** Absolute path. */
  readonly source: string;
  readonly sha256: string;
  readonly bytes: number;
}

/**
 * The additional photos that a screen has asked for, for a task. Their pictures are found by a number derived from their
 * content, never by a path. The ledger records the photos only when a task uses them.
 */
export interface FurtherPhotos {
  /** Returns the number of the file; equal content has the same number after every restart. */
  know(file: FurtherFile): number;
  find(id: number): FurtherFile | undefined;
}

export function createFurtherPhotos(): FurtherPhotos {
  const files = new Map<number, FurtherFile>();
  return {
    know(file) {
      const id = Number.parseInt(file.sha256.slice(0, 12), 16) + 1;
      files.delete(id);
      files.set(id, file);
      const [oldest] = files.keys();
      if (files.size > MOST && oldest !== undefined) files.delete(oldest);
      return id;
    },
    find: (id) => files.get(id),
  };
}

/**
 * Checks a photo that a recipe names, in the same way as a run; a relative path is resolved against the data folder. If
 * the service would not accept the photo, the result contains the reason. Problems: those of `identifyPhoto` and of
 * `Images.probe`.
 */
export async function lookAtFurther(
  { studio, further, dataFolder }: FurtherSession,
  { path, mayPad }: Input<'retouch.further'>,
  signal: AbortSignal,
): Promise<Outcome<FurtherView>> {
  const { images } = studio();
  const source = resolve(dataFolder, path);
  const identified = await identifyPhoto(source, signal);
  if (!identified.ok) return identified;
  const probed = await images.probe(source, signal);
  if (!probed.ok) return probed;
  const { sha256, look } = identified.value;
  const { width, height } = probed.value;
  const name = basename(source);
  const taken = canvasFor(name, { width, height }, copyLimits('upload'), mayPad);
  return success({
    id: further.know({ source, sha256: sha256 ?? '', bytes: look?.bytes ?? 0 }),
    name,
    width,
    height,
    problem: taken.ok ? null : taken.problem,
  });
}

interface FurtherSession {
  studio(): Pick<Studio, 'images'>;
  readonly further: FurtherPhotos;
  /** Absolute path. */
  readonly dataFolder: string;
}
