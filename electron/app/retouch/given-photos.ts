import { join } from 'node:path';
import { success, type Outcome } from '#shared/problem.ts';
import type { CopiedPhotos } from '#shared/views/folders.ts';
import type { AddedPhotos, KeptPhoto } from '#shared/views/retouch.ts';
import type { Session } from '../session/session.ts';
import {
  keepContent,
  keptName,
  type KeptContent,
  type NamedContent,
  type Used,
} from '../../base/keep-content.ts';
import { mostReleaseBytes } from '../../adapters/ledger/card-notes.ts';
import { keepRelease } from '../custom-models/release.ts';
import { copyPhotosIn, unfinishedCopies } from '../hot-folders/copy-in.ts';
import { addPhotos } from './strip-photos.ts';
import { demoFolder } from '../../adapters/settings/choices.ts';

/** Maximum size in bytes of an uploaded photo; a large-format scan needs about a tenth of it. */
const mostPhotoBytes = 2_000_000_000;

/**
 * The purpose of an uploaded file: a photo to process, an additional photo for a task, a mask, the release of a custom
 * model or scene, or a photo to copy into a hot folder.
 */
export type FilePurpose =
  'strip' | 'further' | 'mask' | 'release' | { readonly hotFolderId: number };

/** Returns the maximum size in bytes of a file for this purpose. */
export function mostBytesFor(purpose: FilePurpose): number {
  return purpose === 'release' ? mostReleaseBytes : mostPhotoBytes;
}

/** Stores a file according to its purpose. */
export async function takeGiven(
  session: Pick<Session, 'dataFolder' | 'ready' | 'studio'>,
  photo: NamedContent,
  purpose: FilePurpose,
  signal: AbortSignal,
): Promise<Outcome<AddedPhotos | KeptPhoto | CopiedPhotos>> {
  if (typeof purpose === 'object') return copyGiven(session, photo, purpose.hotFolderId, signal);
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

/** Stores an uploaded photo, and copies it into a hot folder. Problems: those of storing and of copying. */
async function copyGiven(
  session: Pick<Session, 'dataFolder' | 'ready' | 'studio'>,
  photo: NamedContent,
  id: number,
  signal: AbortSignal,
): Promise<Outcome<CopiedPhotos>> {
  const ready = await session.ready();
  if (!ready.ok) return ready;
  return keep(givenFolder(session), photo, signal, async ({ file }) => {
    const parts = { ...ready.value, temporaries: unfinishedCopies(file) };
    const copied = await copyPhotosIn(parts, { id, paths: [file], from: null }, signal);
    return { outcome: copied, isKept: false };
  });
}

/** Returns the folder of uploaded photos. */
export function givenFolder({
  dataFolder,
  studio,
}: Pick<Session, 'dataFolder' | 'studio'>): string {
  return join(studio().isDemo ? demoFolder(dataFolder) : dataFolder, 'photos');
}

/**
 * Stores an uploaded photo in the data folder, completely or not at all, and adds it to the filmstrip. Stores the same
 * content under the same name only once, and refuses files that are not photos. Problems: disk-full, folder-unwritable
 * and similar, file-incomplete (the upload was interrupted), and the reason for which a file is refused.
 */
export async function takeGivenPhoto(
  session: Pick<Session, 'dataFolder' | 'ready' | 'studio'>,
  photo: NamedContent,
  signal: AbortSignal,
): Promise<Outcome<AddedPhotos>> {
  const ready = await session.ready();
  if (!ready.ok) return ready;
  return keep(givenFolder(session), photo, signal, async ({ file }) => {
    const added = await addPhotos(ready.value, [file], signal);
    return { outcome: success(added), isKept: added.ids.length > 0 };
  });
}

/**
 * Stores an additional photo for a task, or a mask, like `takeGivenPhoto`, but without adding it to the filmstrip.
 * Problems: those of `takeGivenPhoto`, and of `Images.probe` or `Images.inspectMask`.
 */
export async function keepBeside(
  session: Pick<Session, 'dataFolder' | 'ready' | 'studio'>,
  photo: NamedContent,
  purpose: 'further' | 'mask',
  signal: AbortSignal,
): Promise<Outcome<KeptPhoto>> {
  const ready = await session.ready();
  if (!ready.ok) return ready;
  const { images } = ready.value;
  return keep(givenFolder(session), photo, signal, async ({ file }) => {
    const read =
      purpose === 'mask'
        ? await images.inspectMask({ source: file }, signal)
        : await images.probe(file, signal);
    return { outcome: read.ok ? success({ path: file }) : read, isKept: read.ok };
  });
}

/**
 * Stores each content in a separate folder, so that a photo keeps its name, from which the names of its results are
 * made.
 */
function keep<T>(
  folder: string,
  { name, content }: NamedContent,
  signal: AbortSignal,
  use: (kept: KeptContent) => Promise<Used<T>>,
) {
  const given = { name: keptName(name, 'photo'), content };
  return keepContent({ folder, letters: 16 }, given, signal, use);
}
