import { failure } from '#shared/failure.ts';
import { constants } from 'node:fs';
import { copyFile, lstat, mkdir, stat, unlink } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import type { Clock } from '#electron/base/clock.ts';
import {
  errorCode,
  freeSpace,
  removeLeftover,
  sha256File,
  syncFile,
  syncFolder,
} from '#electron/base/files.ts';
import { below, isInside } from '#electron/base/paths.ts';
import { isCopyOf, placeNumbered } from '#electron/base/place-numbered.ts';
import type { DeliveredFile, FetchedFile } from '#shared/job.ts';
import { renderName, type NameValues } from '#shared/naming.ts';
import { safeSegment } from '#shared/safe-name.ts';
import type { Marker } from './metadata.ts';
import { checkNameApart } from './not-watched.ts';
import { diskFull, escaped, fromDisk, missing, notWhole, stopped } from './outcomes.ts';
import { stateResolution } from './resolution.ts';
import type { Temporaries } from './temporaries.ts';
import type { CheckPicture, Delivery, DeliveryContext, DeliveryOutcome } from './types.ts';

export interface PlaceParts {
  readonly check: CheckPicture;
  readonly clock: Clock;
  readonly marker: Marker;
  readonly temporaries: Temporaries;
  /** Returns the user's current pattern for {sku}; null for the default pattern. */
  readonly skuPattern: () => string | null;
}

type PlaceRequest = Parameters<Delivery['place']>[0];

/** Number of bytes that metadata may add to a result. */
const metadataRoom = 4 * 2 ** 20;

/** See `Delivery.place`. */
export async function placeFile(
  parts: PlaceParts,
  request: PlaceRequest,
  signal?: AbortSignal,
): Promise<DeliveryOutcome<DeliveredFile>> {
  const { context, fetched } = request;
  const name = outputName(request, parts.skuPattern());
  const wanted = below(context.outFolder, name);
  try {
    const before = await deliveredBefore(request);
    if (before !== null) {
      // a crash may have left the file with two names
      await parts.temporaries.tidy(dirname(wanted));
      return { ok: true, value: before };
    }
    const whole = await checkWhole(fetched, signal);
    if (!whole.ok) return whole;
    const apart = await checkNameApart(name, context.outFolder, request.hotFolders);
    if (!apart.ok) return { ...apart, then: 'never' };
    const folder = await makeFolder(context.outFolder, dirname(wanted));
    if (!folder.ok) return folder;
    const temp = await parts.temporaries.beside(wanted);
    try {
      const written = await writeTemp(parts, request, temp, signal);
      if (!written.ok) return written;
      const sha256 = await sha256File(temp, signal);
      const { size: bytes } = await stat(temp);
      const { onTarget, isKnown, mayPlace } = request;
      if (mayPlace?.() === false) return stopped();
      const file = await placeNumbered(
        parts.clock,
        { temp, wanted, extension: fetched.extension },
        {
          onTarget: (target) => onTarget({ file: target, sha256 }),
          isSame: async (taken) => isKnown?.(taken) === false && isCopyOf(taken, temp, sha256),
        },
        signal,
      );
      const { width, height } = fetched;
      return { ok: true, value: { file, sha256, bytes, width, height } };
    } finally {
      // a file that another program has open cannot be removed now; it is removed at the next
      // startup
      await removeLeftover(temp).catch(() => false);
    }
  } catch (error) {
    if (signal?.aborted === true) return stopped();
    return fromDisk(error, wanted);
  }
}

/**
 * Suffix that a layered file adds to the name of its image, so that the name differs from that of
 * any PSD from the service.
 */
const layersEnding = '_layers';

/**
 * Returns the path of a file below its output folder, without an extension. `index` counts from 1; `skuPattern` is null
 * for the default pattern.
 */
export function outputName(
  { context, index, kind }: Pick<PlaceRequest, 'context' | 'index' | 'kind'>,
  skuPattern: string | null,
): string {
  const folders = context.subFolder
    .split('/')
    .map((segment) => safeSegment(segment))
    .filter((segment) => segment !== '');
  const template = kind === 'layers' ? `${context.template}${layersEnding}` : context.template;
  const name = renderName(template, nameValuesOf(context, index, skuPattern));
  return [...folders, name].join('/');
}

/**
 * Returns the values for naming a file. `index` counts from 1; `skuPattern` is null for the default
 * pattern.
 */
export function nameValuesOf(
  context: DeliveryContext,
  index: number,
  skuPattern: string | null,
): NameValues {
  const { photoName, resultName, agent, version, recipe, model, scene, seq, at } = context;
  const folder = folderOf(context);
  const names = { photoName, resultName, folder, agent, version, recipe, model, scene };
  return { ...names, seq, index, at, skuPattern };
}

/** Returns the name of the photo's folder. */
function folderOf({ subFolder, photoPath }: DeliveryContext): string {
  if (subFolder !== '') return basename(subFolder);
  return photoPath === null ? '' : basename(dirname(photoPath));
}

/** Returns the file that an earlier attempt placed but, because of a crash, did not record (F68). */
async function deliveredBefore({ already, fetched }: PlaceRequest): Promise<DeliveredFile | null> {
  if (already === null) return null;
  const there = await lstat(already.file).catch(() => null);
  if (there === null || !there.isFile()) return null;
  if (there.size === 0) {
    // without hard links, a placement first reserves the name with an empty file; the earlier
    // attempt ended before it replaced that file
    await remove(already.file);
    return null;
  }
  if ((await sha256File(already.file)) !== already.sha256) return null;
  await syncFolder(dirname(already.file));
  const { width, height } = fetched;
  return { file: already.file, sha256: already.sha256, bytes: there.size, width, height };
}

/**
 * Checks that the file to deliver is still in the data folder, as it was recorded there; a virus scanner or a cleaning
 * tool may have removed or changed it.
 */
async function checkWhole(
  { file, bytes, sha256 }: FetchedFile,
  signal: AbortSignal | undefined,
): Promise<DeliveryOutcome<void>> {
  try {
    const isWhole =
      (await stat(file)).size === bytes && (await sha256File(file, signal)) === sha256;
    return isWhole ? { ok: true, value: undefined } : missing('other bytes');
  } catch (error) {
    if (signal?.aborted === true) return stopped();
    const code = errorCode(error);
    return code === 'ENOENT' || code === 'NOT_REGULAR' ? missing(code) : fromDisk(error, file);
  }
}

/**
 * Creates `folder` below the output folder, which must exist. The output folder itself is never
 * created, because the mount point of a share that is not mounted is empty or missing, and results
 * must not fill the local disk instead.
 */
async function makeFolder(outFolder: string, folder: string): Promise<DeliveryOutcome<void>> {
  const there = await stat(outFolder).catch(() => null);
  if (there?.isDirectory() !== true) {
    const values = { folder: basename(outFolder) };
    return {
      ...failure('folder-unreachable.output', values, { about: outFolder }),
      then: 'later',
    };
  }
  if (!(await isInside(folder, outFolder))) return escaped(basename(folder));
  const first = await mkdir(folder, { recursive: true });
  if (first !== undefined) {
    for (let at = folder; at !== first; at = dirname(at)) await syncFolder(dirname(at));
    await syncFolder(dirname(first));
  }
  return { ok: true, value: undefined };
}

/** Writes the final content next to its target, checks it and flushes it. */
async function writeTemp(
  parts: PlaceParts,
  { context, fetched, kind }: PlaceRequest,
  temp: string,
  signal: AbortSignal | undefined,
): Promise<DeliveryOutcome<void>> {
  const isFull = async () => (await freeSpace(dirname(temp))) < fetched.bytes + metadataRoom;
  if (context.metadata === 'none' || kind === 'shop-file') {
    await copyFile(fetched.file, temp, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
    if ((await sha256File(temp, signal)) !== fetched.sha256) return notWhole('other bytes');
    const isChanged =
      kind !== 'shop-file' && (await stateResolution(temp, await parts.marker.dpiFor(context)));
    if (isChanged) {
      const checked = await parts.check(temp, kind === 'image' ? 'image' : 'psd', signal);
      if (!checked.ok) return notWhole(checked.problem.message);
    }
  } else {
    const marked = await parts.marker.mark({ from: fetched.file, to: temp, context });
    // ExifTool does not report why it could not write.
    if (!marked.ok) return (await isFull()) ? diskFull(temp) : { ...marked, then: 'never' };
    const checked = await parts.check(temp, kind === 'image' ? 'image' : 'psd', signal);
    if (!checked.ok) return notWhole(checked.problem.message);
  }
  await syncFile(temp);
  return signal?.aborted === true ? stopped() : { ok: true, value: undefined };
}

/**
 * Removes a file, and throws the original error. `rm` is not used, because for a file in use, it
 * would report an error about a folder.
 */
async function remove(file: string): Promise<void> {
  try {
    await unlink(file);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
  }
}
