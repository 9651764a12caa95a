import { basename } from 'node:path';
import { isWebAddress, nameOfAddress } from '#shared/agents/index.ts';
import { failure } from '#shared/failure.ts';
import { success, type Outcome } from '#shared/problem.ts';
import { exportRecipe, type Recipe } from '#shared/recipe.ts';
import { sha256File } from '../../base/files.ts';
import type { OutputFolder } from '../../base/permitted.ts';
import { BY_HAND } from '../../adapters/ledger/job-columns.ts';
import type { Job } from '../../adapters/ledger/jobs.ts';
import type { Ledger } from '../../adapters/ledger/open.ts';
import type { PhotoIdentity } from '../../adapters/ledger/photos.ts';
import type { FileLook } from '../../adapters/ledger/sightings.ts';
import { readProblem } from '../../base/read-problem.ts';
import { lookAt, sameLook } from './look.ts';
import type { ResolvedRecipe } from './recipe-files.ts';

export { resolveRecipe, type ResolvedRecipe } from './recipe-files.ts';

export interface AdmitRequest {
  /** Absolute path, or an http(s) address that is passed on unchanged. */
  readonly source: string;
  readonly recipe: ResolvedRecipe;
  readonly outFolder: OutputFolder;
  /** Path relative to the output folder, with forward slashes; '' for none. */
  readonly subFolder: string;
  /** Null for a photo that the user added. */
  readonly hotFolderId: number | null;
  /** The client who pays for the photo. If empty or absent: the client of the photo's earlier job, or none. */
  readonly client?: string;
  /** Whether the user wants to buy the result again although the job is done. */
  readonly again: boolean;
}

export interface Admission {
  readonly jobId: number;
  /** Null for a photo added by URL. */
  readonly sha256: string | null;
  /**
   * admitted: a new job. already: bought before, nothing is sent. under-way: an earlier job of the
   * photo has not ended. again: one more execution, as requested. retried: the earlier job ended
   * before anything was bought, and resumes.
   */
  readonly outcome: 'admitted' | 'already' | 'under-way' | 'again' | 'retried';
}

/** A photo identified by its content. */
export interface IdentifiedPhoto {
  readonly photo: PhotoIdentity;
  readonly sha256: string | null;
  /** Size, time and inode of the file while it was read; null for an address. */
  readonly look: FileLook | null;
}

/**
 * Reads and hashes the content of a photo. A photo that changes while it is read is not complete
 * yet (F51). Problems: those of `readProblem`, file-incomplete (empty), file-changing, aborted.
 */
export async function identifyPhoto(
  source: string,
  signal?: AbortSignal,
): Promise<Outcome<IdentifiedPhoto>> {
  if (isWebAddress(source)) return success({ photo: { url: source }, sha256: null, look: null });
  const name = basename(source);
  try {
    const before = await lookAt(source);
    if (before.bytes === 0) {
      return failure(
        'file-incomplete.empty',
        { name },
        {
          about: name,
        },
      );
    }
    const sha256 = await sha256File(source, signal);
    const after = await lookAt(source);
    if (!sameLook(before, after)) {
      return failure('file-changing.again', { name }, { about: name });
    }
    return success({ photo: { sha256, bytes: after.bytes }, sha256, look: after });
  } catch (error) {
    if (signal?.aborted === true) return failure('aborted');
    return failure(readProblem(error, source));
  }
}

/** Admits a photo to the ledger. Must be called within a transaction, to which the caller can add its own changes. */
export function admitIdentified(
  ledger: Ledger,
  request: AdmitRequest,
  identified: IdentifiedPhoto,
): Admission {
  const { recipe } = request;
  const recipeId = ledger.jobs.recipe(recipe.recipe, recipe.identity);
  const { id: jobId, fresh } = ledger.jobs.admit({
    photoId: ledger.photos.know(identified.photo),
    recipeId,
    identity: recipe.identity,
    ...placeOf(request),
    outFolder: request.outFolder,
    client: request.client ?? '',
  });
  const outcome = fresh ? 'admitted' : takeUp(ledger, jobId, recipeId, request);
  return { jobId, sha256: identified.sha256, outcome };
}

/**
 * Returns the outcome for a photo and recipe that already have a job, and resumes the job if necessary. A job that the
 * user asks for is no longer held by the pause of its hot folder, but counts against its limits. A resumed job
 * takes the requested recipe: it buys the same, but its delivery may differ. If it has bought nothing, it also takes the
 * name, the folders and the priority of the request.
 */
function takeUp(
  ledger: Ledger,
  jobId: number,
  recipeId: number,
  request: AdmitRequest,
): Admission['outcome'] {
  const outcome = outcomeOf(ledger, jobId, request.again);
  if (outcome === 'again' || outcome === 'retried') {
    const { outFolder, client = '' } = request;
    const named = client === '' ? {} : { client };
    noteRecipe(ledger, jobId, request.recipe.recipe);
    ledger.jobs.resume(jobId, { again: outcome === 'again', recipeId, outFolder, ...named });
    if (outcome === 'again') ledger.jobs.moved(jobId, request.source);
    else ledger.jobs.readmitted(jobId, placeOf(request));
  }
  // the user does not wait for a hot folder that is paused
  if (request.hotFolderId === null && outcome !== 'already') ledger.jobs.askedByHand(jobId);
  return outcome;
}

/** Returns what a job takes from the place where its photo was found. */
function placeOf({ source, subFolder, hotFolderId }: AdmitRequest) {
  const priority = hotFolderId === null ? BY_HAND : 0;
  return { source, name: nameOf(source), subFolder, hotFolderId, priority };
}

/** Notes that a job gets another recipe, and forgets copies that the recipe makes otherwise, unless a task has them. */
function noteRecipe(ledger: Ledger, jobId: number, recipe: Recipe): void {
  const job = ledger.jobs.load(jobId);
  if (!job.ok || exportRecipe(job.value.recipe) === exportRecipe(recipe)) return;
  ledger.history.note(jobId, 'run again with the changed recipe');
  const { taskId, recipe: before } = job.value;
  if (taskId === null && before.prepare.gps !== recipe.prepare.gps) ledger.jobs.beginAnew(jobId);
}

/** Returns the outcome of admitting a photo to its existing job, without changing anything. */
export function outcomeOf(
  ledger: Ledger,
  jobId: number,
  again: boolean,
): Exclude<Admission['outcome'], 'admitted'> {
  const job = ledger.jobs.load(jobId);
  // An unreadable row is held for the user (F47); a second job for the same photo could buy twice.
  return job.ok ? outcomeIn(ledger, job.value, again) : 'under-way';
}

/** Returns the outcome of admitting a photo to this existing job, without changing anything. */
export function outcomeIn(
  ledger: Ledger,
  { id, state }: Pick<Job, 'id' | 'state'>,
  again: boolean,
): Exclude<Admission['outcome'], 'admitted'> {
  switch (state) {
    case 'waiting':
    case 'running':
    case 'held':
      return 'under-way';
    case 'done':
      return again ? 'again' : 'already';
    case 'failed':
    case 'cancelled':
      if (!isBought(ledger, id)) return 'retried';
      return again ? 'again' : 'already';
  }
}

function isBought(ledger: Ledger, jobId: number): boolean {
  return ledger.executions.ofJob(jobId).some((execution) => execution.state === 'finished');
}

/** Returns the photo's own file name, for the names of its results. */
export function nameOf(source: string): string {
  return isWebAddress(source) ? nameOfAddress(source) : basename(source);
}
