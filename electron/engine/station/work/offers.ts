import { exportRecipe, type Recipe } from '#shared/recipe.ts';
import { isWebAddress } from '#shared/agents/index.ts';
import { success, type Outcome } from '#shared/problem.ts';
import { filesOf, withFiles, type RecipeFile } from '../../../base/recipe-content.ts';
import type { Job } from '../../../adapters/ledger/jobs.ts';
import type { JobToOffer } from '../../../adapters/ledger/shared-work.ts';
import {
  sharedPlace,
  type Roots,
  type SharedPlace,
} from '../../../adapters/shared-studio/roots.ts';
import type { WorkOrder } from '../../../adapters/shared-studio/shared-work.ts';
import type { Lease } from '../../../adapters/shared-studio/types.ts';
import { applyChange } from './changes.ts';
import type { SharedFolder, WorkParts } from './parts.ts';
import { learnSkipped } from './skipped.ts';

/** Maximum number of photos that are offered with one statement. */
const BATCH = 200;

/**
 * Offers the waiting photos of shared hot folders to all stations. Photos whose files other stations cannot reach
 * stay at this station.
 */
export async function offerJobs(parts: WorkParts, lease: Lease): Promise<Outcome<void>> {
  const { ledger, shared } = parts;
  const keys = new Map(parts.folders().map(({ id, key }) => [id, key]));
  if (keys.size === 0) return success();
  for (;;) {
    const jobs = ledger.sharedWork.toOffer([...keys.keys()], BATCH);
    const offers = jobs.flatMap((job) => {
      // a photo that the user buys again is bought by the station where the user requested that
      const isOwn = job.run > 1 || !parts.hands.mayOffer(job.jobId);
      const order = isOwn ? null : orderOf(parts, job);
      if (order === null) {
        ledger.sharedWork.keepHere(job.jobId);
        return [];
      }
      const { jobId, hotFolderId, client: _client, bytes: _bytes, ...work } = job;
      return [{ jobId, work: { ...work, folder: keys.get(hotFolderId) ?? '', order } }];
    });
    if (offers.length > 0) {
      const states = await shared.offer(
        offers.map(({ work }) => work),
        lease,
      );
      if (!states.ok) return states;
      ledger.transaction(() => {
        for (const { jobId, work } of offers) ledger.sharedWork.offered({ jobId, ...work });
      });
      for (const change of states.value) applyChange(parts, change);
    }
    if (jobs.length > offers.length) parts.hands.wake();
    if (jobs.length < BATCH) return success();
  }
}

/**
 * Lists the photos that the user cancelled before they were offered as withdrawn, so that the next station that watches
 * their folder does not buy them.
 */
export async function withholdJobs(parts: WorkParts, lease: Lease): Promise<Outcome<void>> {
  const { ledger, shared } = parts;
  const keys = new Map(parts.folders().map(({ id, key }) => [id, key]));
  if (keys.size === 0) return success();
  for (;;) {
    const jobs = ledger.sharedWork.toWithhold([...keys.keys()], BATCH);
    if (jobs.length === 0) return success();
    const work = jobs.flatMap((job) => {
      const order = orderOf(parts, job);
      const { jobId: _jobId, hotFolderId, client: _client, bytes: _bytes, ...one } = job;
      const folder = keys.get(hotFolderId) ?? '';
      return order === null ? [] : [{ ...one, folder, order }];
    });
    const told = await shared.offer(work, lease, true);
    if (!told.ok) return told;
    ledger.transaction(() => {
      for (const job of jobs) {
        ledger.sharedWork.offered(job);
        ledger.sharedWork.ended(job.jobId, 'cancelled', job.run);
      }
    });
  }
}

/**
 * Queries the state of all offered photos, and offers them again if the database has lost them: the database may have
 * been restored, or this station may have been disconnected for long.
 */
export async function reviewOffers(parts: WorkParts, lease: Lease): Promise<Outcome<void>> {
  const { ledger, shared } = parts;
  const keys = new Map(parts.folders().map(({ id, key }) => [id, key]));
  for (let after = 0; ;) {
    const jobs = ledger.sharedWork.awaited(after, BATCH);
    const last = jobs.at(-1);
    if (last === undefined) return success();
    after = last.jobId;
    const work = jobs.flatMap((job) => {
      const order = orderOf(parts, job);
      const folder = keys.get(job.hotFolderId);
      const { photo, purchase, run, priority } = job;
      if (order === null || folder === undefined) return [];
      const unchanged = { again: false, prioritised: false };
      return [{ photo, purchase, run, priority, folder, order, ...unchanged }];
    });
    const states = await shared.offer(work, lease);
    if (!states.ok) return states;
    for (const change of states.value) applyChange(parts, change);
  }
}

/**
 * Creates jobs for the photos of a folder that another station has watched until now, so that this station moves the
 * photos. Answers from now on for the jobs that this station already has.
 */
export async function adoptFolder(
  parts: WorkParts,
  folder: SharedFolder,
  lease: Lease,
): Promise<Outcome<void>> {
  const { ledger, shared, hands } = parts;
  const skipped = await learnSkipped(parts, folder);
  if (!skipped.ok) return skipped;
  const rows = await shared.ofFolder(folder.key, lease);
  if (!rows.ok) return rows;
  ledger.sharedWork.adopt(folder.id);
  for (const work of rows.value) {
    if (ledger.jobs.find(work.photo, work.purchase) !== undefined) continue;
    // if a photo cannot be read now, the watcher finds it later
    const admitted = await hands.admit(work, folder.id);
    if (!admitted.ok) continue;
    const { run, priority } = work;
    ledger.sharedWork.offered({ jobId: admitted.value, run, priority });
  }
  return reviewOffers(parts, lease);
}

function orderOf(
  { ledger, roots }: WorkParts,
  job: Pick<JobToOffer, 'jobId' | 'bytes' | 'client'>,
): WorkOrder | null {
  const loaded = ledger.jobs.load(job.jobId);
  if (!loaded.ok) return null;
  const { source, outFolder, subFolder, recipe }: Job = loaded.value;
  const from = sharedPlace(roots, source);
  const output = sharedPlace(roots, outFolder);
  const files = sharedFiles(roots, recipe);
  if (from === null || output === null || files === null) return null;
  const { bytes, client } = job;
  const named = Object.fromEntries(Object.entries(files).map(([field, { path }]) => [field, path]));
  const text = exportRecipe(withFiles(recipe, { ...filesOf(recipe), ...named }));
  return { source: from, bytes, output, subFolder, recipe: text, files, client };
}

/**
 * Returns the locations of a recipe's files, by shared root; null if other stations cannot reach one of the files.
 */
function sharedFiles(roots: Roots, recipe: Recipe): WorkOrder['files'] | null {
  const files: Partial<Record<RecipeFile, SharedPlace>> = {};
  for (const [field, path] of Object.entries(filesOf(recipe)) as [RecipeFile, string][]) {
    if (isWebAddress(path)) continue;
    const place = sharedPlace(roots, path);
    if (place === null) return null;
    files[field] = place;
  }
  return files;
}
