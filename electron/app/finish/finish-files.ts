import { basename, dirname } from 'node:path';
import { failure, problemOf } from '#shared/failure.ts';
import { finishExtensions, type FinishOutput, type FinishPreset } from '#shared/finish/preset.ts';
import { renderName } from '#shared/naming.ts';
import { success, type Outcome, type Problem } from '#shared/problem.ts';
import { createProcessTemporaries, type Temporaries } from '../../adapters/delivery/temporaries.ts';
import type { FinishedFile, Images } from '../../adapters/images/types.ts';
import { systemClock } from '../../base/clock.ts';
import { removeLeftover } from '../../base/files.ts';
import { below } from '../../base/paths.ts';
import type { FolderAccess, OutputFolder } from '../../base/permitted.ts';
import { checkNotWatched } from '../export/not-watched.ts';
import { placeFinished, unfinishedFor } from './place.ts';

export interface FinishParts {
  readonly access: FolderAccess;
  readonly images: Pick<Images, 'finish'>;
  /** Absolute paths of all hot folders, because a hot folder would process written files as new photos. */
  readonly hotFolders: readonly string[];
}

interface FinishFilesRequest {
  /** Absolute paths. */
  readonly photos: readonly string[];
  readonly presets: readonly FinishPreset[];
  /** Absolute path of the output folder. */
  readonly out: string;
}

/** One file of one photo. */
export interface FinishLine {
  readonly photo: string;
  readonly preset: string;
  readonly finished: Outcome<Omit<FinishedFile, 'isSmaller' | 'subject'>>;
  /** Notes about a file that was written, such as a smaller size than requested. */
  readonly notes: readonly Problem[];
}

export interface FinishCounts {
  readonly written: number;
  readonly failed: number;
}

/** Problems that all remaining files would have as well. */
const concernsAll: ReadonlySet<string> = new Set(['disk-full', 'disk-failing']);

/**
 * Writes files from photos with presets, one photo after another, and reports each file. Photos stay unchanged, and no
 * file is overwritten. Ends early at a problem that affects all files: managed-folder, export-folder-watched,
 * folder-unwritable, disk-full, disk-failing; interrupted.
 */
export async function finishFiles(
  { access, images, hotFolders }: FinishParts,
  { photos, presets, out }: FinishFilesRequest,
  signal: AbortSignal,
  onEach: (line: FinishLine) => void,
): Promise<Outcome<FinishCounts>> {
  const apart = await checkNotWatched(out, hotFolders);
  if (!apart.ok) return apart;
  const folder = await access.output(out, null);
  if (!folder.ok) return folder;
  const temporaries = createProcessTemporaries('finish', Math.random);
  let [written, failed] = [0, 0];
  for (const [at, photo] of photos.entries()) {
    const lines = await finishOne(
      { access, images, temporaries },
      { photo, presets, out: folder.value, seq: at + 1 },
      signal,
    );
    // files that were written before an interruption are reported as well
    for (const line of lines.filter(({ finished }) => finished.ok)) {
      written += 1;
      onEach(line);
    }
    if (signal.aborted) return failure('interrupted.finish', { written });
    for (const line of lines) {
      if (line.finished.ok) continue;
      if (concernsAll.has(line.finished.problem.code)) return line.finished;
      failed += 1;
      onEach(line);
    }
  }
  return success({ written, failed });
}

interface Planned {
  readonly preset: FinishPreset;
  readonly output: FinishOutput;
  /** Path of the file without its extension. */
  readonly wanted: string;
  readonly target: string;
}

interface Tools extends Pick<FinishParts, 'access' | 'images'> {
  readonly temporaries: Temporaries;
}

async function finishOne(
  { access, images, temporaries }: Tools,
  request: { photo: string; presets: readonly FinishPreset[]; out: OutputFolder; seq: number },
  signal: AbortSignal,
): Promise<FinishLine[]> {
  const { photo, presets } = request;
  const allFailed = (finished: Outcome<never>): FinishLine[] =>
    presets.flatMap((preset) =>
      preset.outputs.map(() => ({ photo, preset: preset.name, finished, notes: [] })),
    );
  const allowed = await access.within(dirname(photo));
  if (!allowed.ok) return allFailed(allowed);
  const refused: FinishLine[] = [];
  const plans: Planned[] = [];
  for (const preset of presets) {
    for (const [index, output] of preset.outputs.entries()) {
      const wanted = below(request.out, nameOf(request, preset, output, index + 1));
      const target = await unfinishedFor(temporaries, request.out, wanted);
      if (target.ok) plans.push({ preset, output, wanted, target: target.value });
      else refused.push({ photo, preset: preset.name, finished: target, notes: [] });
    }
  }
  try {
    const lines = plans.length === 0 ? [] : await writePlans(images, photo, plans, signal);
    return [...refused, ...lines];
  } finally {
    // an image process that was stopped may have left unfinished files
    await Promise.all(plans.map(({ target }) => removeLeftover(target).catch(() => false)));
  }
}

async function writePlans(
  images: FinishParts['images'],
  photo: string,
  plans: readonly Planned[],
  signal: AbortSignal,
): Promise<FinishLine[]> {
  const files = plans.map(({ preset, output, target }) => ({ preset, output, target }));
  const made = await images.finish({ source: photo, files }, signal);
  if (!made.ok) {
    return plans.map(({ preset }) => ({ photo, preset: preset.name, finished: made, notes: [] }));
  }
  const { hasSubject } = made.value;
  const lines: FinishLine[] = [];
  for (const [at, file] of made.value.files.entries()) {
    const plan = plans[at];
    if (plan !== undefined) lines.push(await place(photo, plan, { file, hasSubject }, signal));
  }
  return lines;
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

function nameOf(
  { photo, seq }: { readonly photo: string; readonly seq: number },
  { name: recipe }: FinishPreset,
  { name }: FinishOutput,
  index: number,
): string {
  return renderName(name, {
    photoName: basename(photo),
    folder: basename(dirname(photo)),
    agent: '',
    version: '',
    recipe,
    model: '',
    scene: '',
    seq,
    index,
    at: systemClock.wall(),
    skuPattern: null,
  });
}
