import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import type { Input } from '#shared/ipc.ts';
import type { Operation } from '#shared/mask/document.ts';
import type { Window } from './window.ts';

let photos = 0;

/** Creates a photo with unique content. */
export async function newPhoto(window: Window, name: string, width: number, height: number) {
  photos += 1;
  const path = join(window.folder, 'given', name);
  await mkdir(dirname(path), { recursive: true });
  const background = `#${photos.toString(16).padStart(6, '0')}`;
  await sharp({ create: { width, height, channels: 3, background } }).toFile(path);
  return { path, name };
}

/** Adds a photo with unique content to the filmstrip. */
export async function photoOnStrip(window: Window, width = 600, height = 400) {
  const { path, name } = await newPhoto(window, `photo-${photos}.png`, width, height);
  const added = await window.ask('retouch.add', { paths: [path] });
  return { stripId: added.ids[0] ?? 0, path, name };
}

/**
 * Creates a mask of a photo and draws on it; returns its id. `position` is the number of operations that are
 * in effect; the operations after it are undone.
 */
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

/** A change of a mask. Its operations are untyped, so that tests can also send invalid ones. */
export type Change = [
  revision: number,
  from: number,
  operations: readonly unknown[],
  position: number,
];

export function saveMask({ client }: Window, id: number, ...change: Change) {
  const [revision, from, operations, position] = change;
  const input = { id, revision, from, operations: [...operations], position };
  return client.ask('masks.save', input as Input<'masks.save'>);
}
