import { availableParallelism } from 'node:os';
import { failure } from '#shared/failure.ts';
import type { FinishPreset } from '#shared/finish/preset.ts';
import { success, type Outcome } from '#shared/problem.ts';
import { createProcessTemporaries } from '../../adapters/delivery/temporaries.ts';
import type { Images } from '../../adapters/images/types.ts';
import type { FolderAccess } from '../../base/permitted.ts';
import { checkNotWatched } from '../../adapters/delivery/not-watched.ts';
import {
  discardMade,
  makePhoto,
  placeMade,
  type FinishLine,
  type MadePhoto,
  type PhotoToFinish,
} from './finish-photo.ts';

export interface FinishParts {
  readonly access: FolderAccess;
  readonly images: Pick<Images, 'finish'>;
  /** Absolute paths of all hot folders, because a hot folder would process written files as new photos. */
  readonly hotFolders: readonly string[];
}

interface FinishFilesRequest {
  readonly photos: readonly PhotoToFinish[];
  readonly presets: readonly FinishPreset[];
  /** Absolute path of the output folder. */
  readonly out: string;
}

export interface FinishCounts {
  readonly written: number;
  readonly failed: number;
}

/** Problems that all remaining files would have as well. */
const concernsAll: ReadonlySet<string> = new Set(['disk-full', 'disk-failing']);

/** Number of photos that are processed at the same time: as many as there are image processes. */
const AHEAD = Math.min(4, availableParallelism());

/**
 * Writes files from photos with presets, and reports each file, in the order of the photos. Photos stay unchanged,
 * and no file is overwritten. Ends early at a problem that affects all files: managed-folder, export-folder-watched,
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
  const stop = new AbortController();
  const ending = AbortSignal.any([signal, stop.signal]);
  const coming: Promise<MadePhoto>[] = [];
  const begin = (at: number): void => {
    const photo = photos[at];
    if (photo === undefined || ending.aborted) return;
    const request = { ...photo, presets, out: folder.value };
    const made = makePhoto({ access, images, temporaries, hotFolders }, request, ending);
    // the promise may reject while another one is being awaited
    made.catch(() => undefined);
    coming.push(made);
  };
  const counts = { written: 0, failed: 0 };
  try {
    for (let at = 0; at < AHEAD; at += 1) begin(at);
    for (let at = AHEAD, made = coming.shift(); made !== undefined; made = coming.shift()) {
      const photo = await made;
      begin(at);
      at += 1;
      const ended = tell(await placeMade(photo, signal), counts, signal, onEach);
      if (!ended.ok) return ended;
    }
    return success(counts);
  } finally {
    stop.abort();
    await Promise.allSettled(coming.map(async (made) => discardMade(await made)));
  }
}

/** Reports the files of a photo and counts them. Fails only with a problem that ends all work. */
function tell(
  lines: readonly FinishLine[],
  counts: { written: number; failed: number },
  signal: AbortSignal,
  onEach: (line: FinishLine) => void,
): Outcome<void> {
  // files that were placed before an interruption count
  for (const line of lines.filter(({ finished }) => finished.ok)) {
    counts.written += 1;
    onEach(line);
  }
  if (signal.aborted) return failure('interrupted.finish', { written: counts.written });
  for (const line of lines) {
    if (line.finished.ok) continue;
    if (concernsAll.has(line.finished.problem.code)) return line.finished;
    counts.failed += 1;
    onEach(line);
  }
  return success();
}
