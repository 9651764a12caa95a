import { basename, dirname } from 'node:path';
import { problemOf } from '#shared/failure.ts';
import { finishExtensions, type FinishOutput, type FinishPreset } from '#shared/finish/preset.ts';
import { renderName, type NameValues } from '#shared/naming.ts';
import { success, type Outcome, type Problem } from '#shared/problem.ts';
import { checkNameApart } from '../../adapters/delivery/not-watched.ts';
import type { Temporaries } from '../../adapters/delivery/temporaries.ts';
import type { FinishedFile, FinishedPhoto, Images } from '../../adapters/images/types.ts';
import { removeLeftover } from '../../base/files.ts';
import { below } from '../../base/paths.ts';
import type { FolderAccess, OutputFolder } from '../../base/permitted.ts';
import { placeFinished, unfinishedFor } from './place.ts';

/** A photo from which files are made. */
export interface PhotoToFinish {
  /** Absolute path. */
  readonly photo: string;
  /** The values of the tokens in the files' names; {recipe} stands for the preset. */
  readonly values: Omit<NameValues, 'recipe'>;
}

/** One file of one photo. */
export interface FinishLine {
  readonly photo: string;
  readonly preset: string;
  readonly finished: Outcome<Omit<FinishedFile, 'isSmaller' | 'subject'>>;
  /** Notes about a file that was written, such as a smaller size than requested. */
  readonly notes: readonly Problem[];
}

interface Planned {
  readonly preset: FinishPreset;
  readonly output: FinishOutput;
  /** Path of the file without its extension. */
  readonly wanted: string;
  readonly target: string;
}

interface Tools {
  readonly access: FolderAccess;
  /** Absolute paths of all hot folders. */
  readonly hotFolders: readonly string[];
  readonly images: Pick<Images, 'finish'>;
  readonly temporaries: Temporaries;
}

/** The files of one photo, complete but without their final names. */
export interface MadePhoto {
  readonly photo: string;
  readonly plans: readonly Planned[];
  readonly made: Outcome<FinishedPhoto>;
  /** Files that cannot be made. */
  readonly refused: readonly FinishLine[];
}

/**
 * Makes the files of one photo under temporary names, next to their final paths. The caller must then call
 * `placeMade` or `discardMade`.
 */
export async function makePhoto(
  { access, images, temporaries, hotFolders }: Tools,
  request: PhotoToFinish & { presets: readonly FinishPreset[]; out: OutputFolder },
  signal: AbortSignal,
): Promise<MadePhoto> {
  const { photo, presets, values } = request;
  const refused: FinishLine[] = [];
  const plans: Planned[] = [];
  const allowed = await access.within(dirname(photo));
  for (const preset of presets) {
    for (const output of preset.outputs) {
      const name = renderName(output.name, { ...values, recipe: preset.name });
      const wanted = below(request.out, name);
      const apart = allowed.ok ? await checkNameApart(name, request.out, hotFolders) : allowed;
      const target = apart.ok ? await unfinishedFor(temporaries, request.out, wanted) : apart;
      if (target.ok) plans.push({ preset, output, wanted, target: target.value });
      else refused.push({ photo, preset: preset.name, finished: target, notes: [] });
    }
  }
  const files = plans.map(({ preset, output, target }) => ({ preset, output, target }));
  const made: Outcome<FinishedPhoto> =
    files.length === 0
      ? success({ hasSubject: true, files: [] })
      : await images.finish({ source: photo, files }, signal);
  return { photo, plans, made, refused };
}

/** Gives the files of a photo their final names, and returns the result of each. */
export async function placeMade(photo: MadePhoto, signal: AbortSignal): Promise<FinishLine[]> {
  const { plans, made, refused } = photo;
  const lines = [...refused];
  try {
    for (const [at, plan] of plans.entries()) {
      const file = made.ok ? made.value.files[at] : made;
      const hasSubject = made.ok && made.value.hasSubject;
      if (file === undefined) throw new Error('An image process returned too few files.');
      lines.push(await place(photo.photo, plan, { file, hasSubject }, signal));
    }
    return lines;
  } finally {
    await discardMade(photo);
  }
}

/** Removes the files of a photo that still have temporary names. */
export async function discardMade({ plans }: Pick<MadePhoto, 'plans'>): Promise<void> {
  // an image process that was stopped may have left unfinished files
  await Promise.all(plans.map(({ target }) => removeLeftover(target).catch(() => false)));
}

async function place(
  photo: string,
  { preset, output, wanted, target }: Planned,
  { file, hasSubject }: { readonly file: Outcome<FinishedFile>; readonly hasSubject: boolean },
  signal: AbortSignal,
): Promise<FinishLine> {
  const line = { photo, preset: preset.name };
  if (!file.ok) return { ...line, finished: file, notes: [] };
  const placed = await placeFinished(target, wanted, finishExtensions[output.format], signal);
  if (!placed.ok) return { ...line, finished: placed, notes: [] };
  const { sha256, width, height, bytes, quality, isSmaller } = file.value;
  const about = { about: basename(photo) };
  const name = basename(photo);
  const notes = [
    ...(hasSubject ? [] : [problemOf('finish-no-subject', { name }, about)]),
    ...(isSmaller ? [problemOf('finish-smaller', { name, width, height }, about)] : []),
  ];
  return {
    ...line,
    finished: success({ file: placed.value, sha256, width, height, bytes, quality }),
    notes,
  };
}
