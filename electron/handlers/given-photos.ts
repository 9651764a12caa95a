import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { access, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { failure, success, type Outcome } from '#shared/problem.ts';
import { safeSegment } from '#shared/safe-name.ts';
import type { Added, KeptPhoto } from '#shared/views/retouch.ts';
import {
  diskProblem,
  placeNew,
  shortName,
  syncFile,
  syncFolder,
  unfinishedBeside,
} from '../base/files.ts';
import type { Desk } from './desk.ts';
import { addPhotos } from './strip-photos.ts';
import { demoFolder } from '../settings/choices.ts';

/** Bytes of the largest photo that is taken from a page; a scan of a large format has a tenth. */
export const mostPhotoBytes = 2_000_000_000;
/** Bytes of UTF-8 of a name, less than a file system takes, because results are named after it. */
const LONGEST_NAME = 200;

/** A photo that a page hands over by its content, because it is not told where the file lies. */
export interface GivenPhoto {
  readonly name: string;
  readonly content: Readable;
}

/** What a picture is handed over for: to be worked on, to be taken by a task besides its own, as a mask. */
export type GivenFor = 'strip' | 'further' | 'mask';

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
  desk: Pick<Desk, 'dataFolder' | 'ready' | 'studio' | 'touch'>,
  { name, content }: GivenPhoto,
  signal: AbortSignal,
): Promise<Outcome<Added>> {
  const ready = await desk.ready();
  if (!ready.ok) return ready;
  const kept = await keep(givenFolder(desk), { name, content }, signal);
  if (!kept.ok) return kept;
  const { file, isNew } = kept.value;
  const added = await addPhotos(ready.value, [file], () => desk.touch('retouch'), signal);
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
  givenFor: Exclude<GivenFor, 'strip'>,
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

async function keep(
  folder: string,
  { name, content }: GivenPhoto,
  signal: AbortSignal,
): Promise<Outcome<{ readonly file: string; readonly isNew: boolean }>> {
  const part = unfinishedBeside(join(folder, 'photo'), shortName(Math.random));
  const named = safeSegment(name, LONGEST_NAME) || 'photo';
  try {
    await mkdir(folder, { recursive: true });
    const sha256 = createHash('sha256');
    content.on('data', (bytes: Buffer) => sha256.update(bytes));
    await pipeline(content, createWriteStream(part, { flags: 'wx' }), { signal });
    await syncFile(part);
    // a folder for each content, so that a photo keeps the name that its results are named after
    const own = join(folder, sha256.digest('hex').slice(0, 16));
    const file = join(own, named);
    await mkdir(own, { recursive: true });
    const isNew = (await isThere(file)) ? false : (await placeNew(part, file)) === 'placed';
    await syncFolder(own);
    return success({ file, isNew });
  } catch (error) {
    if (signal.aborted || content.errored !== null) {
      return failure('file-incomplete', `"${named}" did not arrive whole. Add it again.`, {
        about: named,
      });
    }
    return { ok: false, problem: diskProblem(error, join(folder, named)) };
  } finally {
    await rm(part, { force: true });
  }
}

function isThere(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
