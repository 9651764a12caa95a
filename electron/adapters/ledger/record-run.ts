import { localDay } from '#shared/day.ts';
import type { DeliveredFile, JobState } from '#shared/job.ts';
import type { Recipe } from '#shared/recipe.ts';
import { OPEN } from './executions.ts';
import type { HistoryRepository } from './history.ts';
import type { JobChanges } from './job-changes.ts';
import type { PhotoRepository } from './photos.ts';
import type { RecipeRepository } from './recipes.ts';
import type { Tables } from './rows.ts';
import type { PhotoPlaces, RunDocument } from './run-documents.ts';

/** A finished run and its results, as files of this station. */
export interface StudioRun {
  readonly taskId: string;
  readonly executionId: string;
  readonly agent: string;
  readonly client: string;
  /** Wall-clock ms. */
  readonly finishedAt: number;
  readonly photo: { readonly sha256: string; readonly bytes: number };
  readonly name: string;
  /** Absolute path of the photo. */
  readonly source: string;
  readonly recipe: Recipe;
  /** Identity of the recipe with the content of its files. */
  readonly identity: string;
  readonly outFolder: string;
  readonly subFolder: string;
  /** Id of the hot folder on this station; null for other photos, or if this station does not have the hot folder. */
  readonly hotFolderId: number | null;
  /** Number of images that were bought. */
  readonly images: number;
  readonly results: readonly StudioResult[];
}

export interface StudioResult extends DeliveredFile {
  /** Position at which the service listed the image, from 0. */
  readonly position: number;
  /** Wall-clock ms. */
  readonly deliveredAt: number;
}

export interface RecordParts {
  readonly db: Tables;
  readonly jobs: Pick<JobChanges, 'admit' | 'end' | 'moved'> & Pick<RecipeRepository, 'recipe'>;
  readonly photos: PhotoRepository;
  readonly history: HistoryRepository;
  readonly places: PhotoPlaces;
}

/** Records a run of another station; see `record` of `StudioRunRepository`. */
export function recordRun(
  parts: RecordParts,
  run: StudioRun,
  { station, key, version }: RunDocument & { readonly station: string },
): boolean {
  const { db, jobs, photos, history, places } = parts;
  const { name, source, identity, outFolder, subFolder, client, hotFolderId } = run;
  const document = { key, version, source };
  const known = db.get<Known>(KNOWN, run.executionId);
  if (known !== undefined) {
    if (known.sha256 !== run.photo.sha256 || known.identity !== identity) return true;
    if (known.source !== source && isBusy(db, known.jobId)) return false;
    places.follow(known.id, known.jobId, document);
    return true;
  }
  const photoId = photos.know(run.photo);
  const { id: jobId, fresh } = jobs.admit({
    photoId,
    recipeId: jobs.recipe(run.recipe, identity),
    identity,
    hotFolderId,
    source,
    name,
    outFolder,
    subFolder,
    priority: 0,
    client,
  });
  if (!fresh && isBusy(db, jobId)) return false;
  places.follow(addRun(db, jobId, photoId, run, station), jobId, document);
  history.note(jobId, 'processed by another station', station);
  jobs.end(jobId, 'done', null);
  return true;
}

interface Known {
  /** Id of the execution's row. */
  readonly id: number;
  readonly jobId: number;
  readonly sha256: string | null;
  readonly identity: string;
  readonly source: string;
}

const KNOWN = `SELECT e.id, e.job_id, p.sha256, j.identity, j.source FROM executions e
  JOIN jobs j ON j.id = e.job_id JOIN photos p ON p.id = j.photo_id WHERE e.execution_id = ?`;

function isBusy(db: Tables, jobId: number): boolean {
  const state = db.value<JobState>('SELECT state FROM jobs WHERE id = ?', jobId);
  const isOpen = db.get(`SELECT 1 FROM executions WHERE job_id = ? AND ${OPEN}`, jobId);
  return state === 'waiting' || state === 'running' || isOpen !== undefined;
}

/**
 * Adds an execution and its results; returns the id of the execution's row. The execution costs this station nothing,
 * so it counts against no limit.
 */
function addRun(
  db: Tables,
  jobId: number,
  photoId: number,
  { taskId, executionId, agent, client, finishedAt, images, results }: StudioRun,
  station: string,
): number {
  const executionRow = db.insertRow('executions', {
    jobId,
    run: db.value<number>('SELECT runs FROM jobs WHERE id = ?', jobId) ?? 1,
    taskId,
    executionId,
    state: 'finished',
    agent,
    client,
    images: 0,
    imagesElsewhere: images,
    day: localDay(finishedAt),
    status: 'Success',
    intentAt: finishedAt,
    finishedAt,
    station,
  });
  for (const { position, file, sha256, bytes, width, height, deliveredAt } of results) {
    const status = 'Success';
    const id = db.insertRow('results', { executionRow, kind: 'image', position, status });
    const delivered = { file, sha256, bytes, width, height, deliveredAt, photoId };
    // a trigger updates the library's lists when a result changes, but not when a result is added
    db.update('results', delivered, 'id = ?', id);
  }
  return executionRow;
}
