import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import type { Input } from '#shared/ipc.ts';
import type { Operation } from '#shared/mask/document.ts';
import type { Window } from './window.ts';

let photos = 0;

/** Puts a photo with a content of its own on the filmstrip. */
export async function photoOnStrip(window: Window, width = 600, height = 400) {
  photos += 1;
  const folder = join(window.folder, 'given');
  await mkdir(folder, { recursive: true });
  const name = `photo-${photos}.png`;
  const path = join(folder, name);
  const background = `#${photos.toString(16).padStart(6, '0')}`;
  await sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toFile(path);
  const added = await window.ask('retouch.add', { paths: [path] });
  return { stripId: added.ids[0] ?? 0, path, name };
}

/** Begins a mask of a photo and draws on it; its id. `position`: operations that count. */
export async function drawnOn(
  window: Window,
  stripId: number,
  operations: readonly Operation[],
  position = operations.length,
): Promise<number> {
  const { card, revision } = await window.ask('masks.begin', { stripId, fromMaskId: null });
  const saved = await saveMask(window, card.id, revision, 0, operations, position);
  if (!saved.ok) throw new Error(saved.problem.message);
  return card.id;
}

/** Saves a change of a mask; `operations` is whatever a screen may send. */
export function saveMask(
  { client }: Window,
  id: number,
  revision: number,
  from: number,
  operations: readonly unknown[],
  position: number,
) {
  const input = { id, revision, from, operations: [...operations], position };
  return client.ask('masks.save', input as Input<'masks.save'>);
}
