import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { success, type Outcome } from '#shared/problem.ts';
import type { AddedPhotos, KeptPhoto } from '#shared/views/retouch.ts';
import type { Session } from '../session/session.ts';
import { keepContent, keptName, type NamedContent } from '../../base/keep-content.ts';
import { keepRelease, mostReleaseBytes } from '../custom-models/release.ts';
import { addPhotos } from './strip-photos.ts';
import { demoFolder } from '../../adapters/settings/choices.ts';

/** Bytes of the largest photo that is taken from a page; a scan of a large format has a tenth. */
const mostPhotoBytes = 2_000_000_000;

/**
 * What a file is handed over for: to be worked on, to be taken by a task besides its own, as a mask, or
 * as the release of a custom model or scene.
 */
export type FilePurpose = 'strip' | 'further' | 'mask' | 'release';

/** Bytes of the largest file that is taken from a page for this. */
export function mostBytesFor(purpose: FilePurpose): number {
  return purpose === 'release' ? mostReleaseBytes : mostPhotoBytes;
}

/** Takes a file for what it is given. */
export async function takeGiven(
  session: Pick<Session, 'dataFolder' | 'ready' | 'studio'>,
  photo: NamedContent,
  purpose: FilePurpose,
  signal: AbortSignal,
): Promise<Outcome<AddedPhotos | KeptPhoto>> {
  switch (purpose) {
    case 'strip':
      return takeGivenPhoto(session, photo, signal);
    case 'further':
    case 'mask':
      return keepBeside(session, photo, purpose, signal);
    case 'release': {
      const ready = await session.ready();
      if (!ready.ok) return ready;
      const kept = await keepRelease(ready.value, photo, signal);
      return kept.ok ? success({ path: kept.value.file }) : kept;
    }
  }
}

/** Where photos lie that were handed over by their content. */
export function givenFolder({
  dataFolder,
  studio,
}: Pick<Session, 'dataFolder' | 'studio'>): string {
  return join(studio().isDemo ? demoFolder(dataFolder) : dataFolder, 'photos');
}

/**
 * Keeps a photo that was handed over in the data folder, whole or not at all, and puts it on the
 * filmstrip. The same content under the same name is kept once; what is no photo is not kept. Problems:
 * disk-full, folder-unwritable and the like, file-incomplete (it broke off), and why it is refused.
 */
export async function takeGivenPhoto(
  session: Pick<Session, 'dataFolder' | 'ready' | 'studio'>,
  { name, content }: NamedContent,
  signal: AbortSignal,
): Promise<Outcome<AddedPhotos>> {
  const ready = await session.ready();
  if (!ready.ok) return ready;
  const kept = await keep(givenFolder(session), { name, content }, signal);
  if (!kept.ok) return kept;
  const { file, isNew } = kept.value;
  const added = await addPhotos(ready.value, [file], signal);
  if (added.ids.length === 0 && isNew) await rm(file, { force: true });
  return success(added);
}

/**
 * Keeps a photo that a task is to take besides its own, or a mask, as `takeGivenPhoto` does, but off the
 * filmstrip. Problems: the same, and those of `Images.probe` or `Images.inspectMask`.
 */
export async function keepBeside(
  session: Pick<Session, 'dataFolder' | 'ready' | 'studio'>,
  photo: NamedContent,
  purpose: 'further' | 'mask',
  signal: AbortSignal,
): Promise<Outcome<KeptPhoto>> {
  const ready = await session.ready();
  if (!ready.ok) return ready;
  const kept = await keep(givenFolder(session), photo, signal);
  if (!kept.ok) return kept;
  const { file, isNew } = kept.value;
  const { images } = ready.value;
  const read =
    purpose === 'mask'
      ? await images.inspectMask({ source: file }, signal)
      : await images.probe(file, signal);
  if (read.ok) return success({ path: file });
  if (isNew) await rm(file, { force: true });
  return read;
}

/** A folder for each content, so that a photo keeps the name that its results are named after. */
function keep(folder: string, { name, content }: NamedContent, signal: AbortSignal) {
  return keepContent(folder, 16, { name: keptName(name, 'photo'), content }, signal);
}
