import { basename, dirname, join } from 'node:path';
import { failure, success, type Outcome, type Problem } from '#shared/problem.ts';
import { misfitOf } from '#shared/recipe-fit.ts';
import { canvasSize } from '#shared/upload-size.ts';
import type { Started } from '#shared/views/retouch.ts';
import { isInside } from '../base/paths.ts';
import { checkOutputFolder } from '../delivery/output-folder.ts';
import { admitIdentified, identifyPhoto, type ResolvedRecipe } from '../intake/admit.ts';
import type { StripPhoto } from '../ledger/filmstrip.ts';
import type { Ledger } from '../ledger/open.ts';
import type { Studio } from '../studio.ts';

type StartedJob = Started['jobs'][number];

/** What a run of a person's own asks for. */
export interface RunRequest {
  /** Ids on the filmstrip. */
  readonly ids: readonly number[];
  readonly recipe: ResolvedRecipe;
  outFolderOf(photo: StripPhoto): Promise<string>;
}

/**
 * Has the recipe run on photos of the filmstrip, each for itself: one that vanished or is another one
 * is refused with its reason, the others run. An aborted signal leaves out the rest.
 */
export async function runOnPhotos(
  studio: Studio,
  request: RunRequest,
  signal: AbortSignal,
): Promise<Started> {
  const jobs: StartedJob[] = [];
  const refused: { photoId: number; problem: Problem }[] = [];
  for (const photoId of request.ids) {
    if (signal.aborted) break;
    const started = await runOnPhoto(studio, request, photoId, signal);
    if (started.ok) jobs.push(started.value);
    else refused.push({ photoId, problem: started.problem });
  }
  studio.wake();
  return { jobs, refused };
}

async function runOnPhoto(
  { ledger }: Studio,
  { recipe, outFolderOf }: RunRequest,
  photoId: number,
  signal: AbortSignal,
): Promise<Outcome<StartedJob>> {
  const photo = ledger.filmstrip.get(photoId);
  if (photo === undefined) return notOnStrip();
  const uploaded = canvasSize(photo, recipe.recipe.prepare.pad !== null);
  const misfit = uploaded === null ? null : misfitOf(recipe.recipe, photo.name, uploaded);
  if (misfit !== null) return { ok: false, problem: misfit };
  const identified = await identifyPhoto(photo.source, signal);
  if (!identified.ok) return identified;
  if (identified.value.sha256 !== photo.sha256) return otherPhoto(photo.source);
  const outFolder = await outFolderOf(photo);
  const writable = await checkOutputFolder(outFolder, null);
  if (!writable.ok) return writable;
  const request = {
    source: photo.source,
    recipe,
    outFolder,
    subFolder: '',
    hotFolderId: null,
    again: true,
  };
  const admitted = ledger.transaction(() => admitIdentified(ledger, request, identified.value));
  const { jobId, outcome } = admitted;
  if (outcome !== 'under-way') {
    return success({ photoId, jobId, outcome: outcome === 'again' ? 'again' : 'new' });
  }
  const job = ledger.jobs.load(jobId);
  // it waits for a person's answer: running it beside could buy twice
  if (!job.ok) return job;
  if (job.value.state === 'held' && job.value.problem !== null) {
    return { ok: false, problem: job.value.problem };
  }
  return success({ photoId, jobId, outcome: 'under-way' });
}

/**
 * Where the results of a photo go that no folder was chosen for: beside it, or where its drop folder
 * delivers, which would take them for new photos (F69).
 */
export async function usualOutFolder({ hotFolders }: Ledger, source: string): Promise<string> {
  for (const { path, outFolder } of hotFolders.all()) {
    // a share that is away holds no photo that can be read now
    if (await isInside(source, path).catch(() => false)) return outFolder;
  }
  return join(dirname(source), 'Darkslide');
}

export function notOnStrip(): Outcome<never> {
  return failure(
    'photo-unknown',
    'This photo is not on the filmstrip any more: it was taken off, perhaps in another window. Nothing that was made of it is lost.',
  );
}

export function otherPhoto(source: string): { readonly ok: false; readonly problem: Problem } {
  const name = basename(source);
  return failure(
    'file-changed',
    `"${name}" is not the photo any more that was put on the filmstrip. Nothing was sent; add the file again to work on what it is now.`,
    { about: name },
  );
}
