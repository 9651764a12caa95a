import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { success, type Outcome } from '#shared/problem.ts';
import type { Added, KeptPhoto } from '#shared/views/retouch.ts';
import type { Desk } from './desk.ts';
import { keepContent, keptName, type GivenContent } from '../../base/keep-content.ts';
import { keepRelease, mostReleaseBytes } from '../custom-models/release.ts';
import { addPhotos } from './strip-photos.ts';
import { demoFolder } from '../../adapters/settings/choices.ts';

/** Bytes of the largest photo that is taken from a page; a scan of a large format has a tenth. */
const mostPhotoBytes = 2_000_000_000;

/** A photo that a page hands over by its content, because it is not told where the file lies. */
export type GivenPhoto = GivenContent;

/**
 * What a file is handed over for: to be worked on, to be taken by a task besides its own, as a mask, or
 * as the release of an own model or scene.
 */
export type GivenFor = 'strip' | 'further' | 'mask' | 'release';

/** Bytes of the largest file that is taken from a page for this. */
export function mostBytesFor(givenFor: GivenFor): number {
  return givenFor === 'release' ? mostReleaseBytes : mostPhotoBytes;
}

/** Takes a file for what it is given. */
export async function takeGiven(
  desk: Pick<Desk, 'dataFolder' | 'ready' | 'studio'>,
  photo: GivenPhoto,
  givenFor: GivenFor,
  signal: AbortSignal,
): Promise<Outcome<Added | KeptPhoto>> {
  switch (givenFor) {
    case 'strip':
      return takeGivenPhoto(desk, photo, signal);
    case 'further':
    case 'mask':
      return keepBeside(desk, photo, givenFor, signal);
    case 'release': {
      const ready = await desk.ready();
      if (!ready.ok) return ready;
      const kept = await keepRelease(ready.value, photo, signal);
      return kept.ok ? success({ path: kept.value.file }) : kept;
    }
  }
}

/** Where photos lie that were handed over by their content. */
export function givenFolder({ dataFolder, studio }: Pick<Desk, 'dataFolder' | 'studio'>): string {
  return join(studio().isDemo ? demoFolder(dataFolder) : dataFolder, 'photos');
}

/**
 * Keeps a photo that was handed over in the data folder, whole or not at all, and puts it on the
 * filmstrip. The same content under the same name is kept once; what is no photo is not kept. Problems:
 * disk-full, folder-unwritable and the like, file-incomplete (it broke off), and why it is refused.
 */
export async function takeGivenPhoto(
  desk: Pick<Desk, 'dataFolder' | 'ready' | 'studio'>,
  { name, content }: GivenPhoto,
  signal: AbortSignal,
): Promise<Outcome<Added>> {
  const ready = await desk.ready();
  if (!ready.ok) return ready;
  const kept = await keep(givenFolder(desk), { name, content }, signal);
  if (!kept.ok) return kept;
  const { file, isNew } = kept.value;
  const added = await addPhotos(ready.value, [file], signal);
  if (added.ids.length === 0 && isNew) await rm(file, { force: true });
  return success(added);
}

/**
 * Keeps a photo that a task is to take besides its own, or a mask, as `takeGivenPhoto` does, but off the
 * filmstrip. Problems: the same, and those of `Images.probe` or `Images.lookAtMask`.
 */
export async function keepBeside(
  desk: Pick<Desk, 'dataFolder' | 'ready' | 'studio'>,
  photo: GivenPhoto,
  givenFor: 'further' | 'mask',
  signal: AbortSignal,
): Promise<Outcome<KeptPhoto>> {
  const ready = await desk.ready();
  if (!ready.ok) return ready;
  const kept = await keep(givenFolder(desk), photo, signal);
  if (!kept.ok) return kept;
  const { file, isNew } = kept.value;
  const { images } = ready.value;
  const read =
    givenFor === 'mask'
      ? await images.lookAtMask({ source: file }, signal)
      : await images.probe(file, signal);
  if (read.ok) return success({ path: file });
  if (isNew) await rm(file, { force: true });
  return read;
}

/** A folder for each content, so that a photo keeps the name that its results are named after. */
function keep(folder: string, { name, content }: GivenPhoto, signal: AbortSignal) {
  return keepContent(folder, 16, { name: keptName(name, 'photo'), content }, signal);
}
