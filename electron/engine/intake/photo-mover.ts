import { mkdir, stat } from 'node:fs/promises';
import { basename, dirname, join, parse, sep } from 'node:path';
import { failure } from '#shared/failure.ts';
import { success, type Outcome, type Problem } from '#shared/problem.ts';
import { isEmptyFolder } from '../../base/empty-folder.ts';
import { diskProblem } from '../../base/files.ts';
import { below } from '../../base/paths.ts';
import { moveOnSameVolume } from '../../base/place-file.ts';
import { KeyedMutex } from '../../base/semaphore.ts';
import type { HotFolder } from '../../adapters/ledger/hot-folders.ts';
import type { Job } from '../../adapters/ledger/jobs.ts';
import type { Ledger } from '../../adapters/ledger/open.ts';
import type { Sighting } from '../../adapters/ledger/sightings.ts';
import { lookInFolder, sameLook } from './look.ts';
import { failedFolder, processedFolder } from './names.ts';
import type { IntakeParts, PhotoMover } from './types.ts';
import { removeReason, writeReason } from './reason.ts';
import { findTicket, readTicket } from './ticket.ts';

interface MoverParts extends IntakeParts {
  readonly watched: ReadonlySet<number>;
}

export function createPhotoMover(intake: IntakeParts): PhotoMover {
  const watched = new Set<number>();
  const parts: MoverParts = { ...intake, watched };
  /** One lock per path, because the jobs of two recipes for the same photo may end at the same moment. */
  const moves = new KeyedMutex();
  return {
    async afterJob(jobId, signal) {
      const { hotFolders, sightings } = parts.ledger;
      const folders = new Map(hotFolders.all().map((folder) => [folder.id, folder]));
      for (const { hotFolderId, path } of sightings.ofJob(jobId)) {
        const folder = folders.get(hotFolderId);
        if (folder === undefined || signal?.aborted === true) continue;
        await moves.run(join(folder.path, path), () => tidy(parts, folder, path, signal));
      }
    },
    toFailed: (folder, sighting, problem, signal) =>
      moveToFailed(parts, folder, sighting, problem, signal),
    watching(hotFolderId) {
      watched.add(hotFolderId);
      return () => void watched.delete(hotFolderId);
    },
  };
}

/** One of the hot folders that share a path, with the folder's record of the photo and the photo's job. */
interface SharedPhoto {
  readonly folder: HotFolder;
  readonly sighting: Sighting;
  readonly job: Job;
}

async function tidy(
  parts: MoverParts,
  folder: HotFolder,
  path: string,
  signal: AbortSignal | undefined,
): Promise<void> {
  const shares = sharesOf(parts, folder, path);
  const first = shares?.[0];
  if (shares === null || first === undefined) return;
  const failed = shares.find(({ job }) => job.state === 'failed');
  const problem = failed?.job.problem ?? null;
  const isInFailed = path.startsWith(`${failedFolder}/`);
  // A photo leaves Failed only when all its jobs are done.
  if (isInFailed && failed !== undefined) return;

  const moved = await moveOrFind(
    parts,
    { root: folder.path, path, sighting: first.sighting },
    {
      home: failed === undefined ? processedFolder : failedFolder,
      signal,
    },
  );
  if (!moved.ok) {
    for (const { job } of shares) {
      parts.ledger.history.note(job.id, 'photo left where it is', moved.problem);
    }
    return;
  }
  if (moved.value === 'gone') {
    for (const share of shares) parts.ledger.sightings.forget(share.folder.id, path);
  }
  if (typeof moved.value === 'string') return;
  const { relative } = moved.value;
  const to = below(folder.path, relative);
  await moveTicket(parts, shares, { from: below(folder.path, path), to }, signal);
  if (isInFailed) await removeReason(below(folder.path, path));
  if (failed !== undefined) await writeReason(parts, to, problem, failed.job.id);
  const lost: number[] = [];
  for (const { job } of shares) {
    if ((await lookInFolder(job.source)) === null) lost.push(job.id);
  }
  commitMove(parts.ledger, shares, { path, relative, lost });
}

/**
 * Returns every job of this file. Null while one of them has not ended, while another watched
 * recipe has not seen the file yet, or if a folder leaves its photos in place.
 */
function sharesOf(
  { ledger, watched }: MoverParts,
  folder: HotFolder,
  path: string,
): SharedPhoto[] | null {
  const own = ledger.sightings.find(folder.id, path);
  if (own === undefined) return null;
  const shares: SharedPhoto[] = [];
  for (const one of ledger.hotFolders.all()) {
    if (one.path !== folder.path) continue;
    const sighting = ledger.sightings.find(one.id, path);
    const hasSeenIt = sighting !== undefined && sameLook(sighting, own);
    if (!hasSeenIt && watched.has(one.id)) return null;
    if (!hasSeenIt || sighting.jobId === null) continue;
    const job = ledger.jobs.load(sighting.jobId);
    if (!job.ok || one.after === 'leave') return null;
    if (job.value.state !== 'done' && job.value.state !== 'failed') return null;
    shares.push({ folder: one, sighting, job: job.value });
  }
  return shares;
}

/**
 * Moves the ticket with its photo, under the photo's new name; a different ticket that no job used
 * stays. A failure to move the ticket does not affect the photo.
 */
async function moveTicket(
  parts: IntakeParts,
  shares: readonly SharedPhoto[],
  photo: { readonly from: string; readonly to: string },
  signal: AbortSignal | undefined,
): Promise<void> {
  const used = shares.flatMap(({ sighting }) => sighting.ticket ?? []);
  if (used.length === 0) return;
  const found = await findTicket(photo.from);
  if (!found.ok || found.value === null) return;
  const { ending } = found.value;
  const read = await readTicket(`${photo.from}${ending}`);
  if (!read.ok || !used.includes(read.value.sha256)) return;
  await moveOnSameVolume(`${photo.from}${ending}`, `${photo.to}${ending}`, parts.clock, signal);
}

/** A photo that was moved within a hot folder; paths relative to the folder. */
interface Moved {
  readonly path: string;
  readonly relative: string;
  /** Jobs whose photo is gone from its recorded path, because the user had renamed the file that was moved. */
  readonly lost: readonly number[];
}

/**
 * Records a move everywhere the file is named: for jobs of other recipes, in Retouch, and as a result if the hot folder
 * receives the results of another hot folder.
 */
function commitMove(
  ledger: Ledger,
  shares: readonly SharedPhoto[],
  { path, relative, lost }: Moved,
): void {
  ledger.transaction(() => {
    for (const { folder, sighting, job } of shares) {
      // while the file was moved, a job with another recipe may have replaced the job
      const current = ledger.sightings.find(folder.id, path) ?? sighting;
      ledger.sightings.forget(folder.id, path);
      // The record of a photo in Failed stays, in case a later retry succeeds; files in Processed are never scanned
      // again.
      if (relative.startsWith(`${failedFolder}/`)) {
        ledger.sightings.write(folder.id, { ...current, path: relative });
      }
      const [from, to] = [below(folder.path, path), below(folder.path, relative)];
      const jobs = new Set(ledger.jobs.ofFile(job.id, from));
      if (lost.includes(job.id)) jobs.add(job.id);
      for (const id of jobs) {
        ledger.jobs.moved(id, to);
        ledger.studioRuns.places.moved(id);
      }
      ledger.filmstrip.moved(job.id, from, to);
      // only in a folder that receives results, because it reads all results
      const isOutput = ledger.outFolders.all().some((out) => from.startsWith(join(out, sep)));
      if (isOutput) ledger.results.moved(from, to);
      ledger.history.note(job.id, 'photo moved', relative);
    }
  });
}

async function moveToFailed(
  parts: IntakeParts,
  folder: HotFolder,
  sighting: Sighting,
  problem: Problem,
  signal: AbortSignal | undefined,
): Promise<Outcome<void>> {
  const from = { root: folder.path, path: sighting.path, sighting };
  const moved = await moveOrFind(parts, from, { home: failedFolder, signal });
  if (!moved.ok) return moved;
  if (typeof moved.value === 'string') return success();
  const { relative } = moved.value;
  await writeReason(parts, below(folder.path, relative), problem, null);
  parts.ledger.transaction(() => {
    parts.ledger.sightings.forget(folder.id, sighting.path);
    parts.ledger.sightings.write(folder.id, { ...sighting, path: relative });
  });
  return success();
}

interface From {
  readonly root: string;
  /** Path relative to the root, with forward slashes. */
  readonly path: string;
  /**
   * The state of the file when it was handled; a file that has changed since is another photo, and
   * stays.
   */
  readonly sighting: Sighting;
}

/**
 * Moves the file, or finds it where an earlier attempt moved it. `changed`: another file has the
 * name now. `gone`: the user removed the file. `away`: the hot folder is empty, maybe because its disk is not mounted.
 */
async function moveOrFind(
  parts: IntakeParts,
  { root, path, sighting }: From,
  to: { readonly home: string; readonly signal: AbortSignal | undefined },
): Promise<Outcome<{ readonly relative: string } | 'changed' | 'gone' | 'away'>> {
  const from = below(root, path);
  const inside = path.startsWith(`${failedFolder}/`) ? path.slice(failedFolder.length + 1) : path;
  const wanted = `${to.home}/${inside}`;
  const target = below(root, wanted);
  const relativeOf = (file: string) => join(dirname(wanted), basename(file)).replaceAll('\\', '/');
  try {
    const look = await lookInFolder(from);
    if (look === null) {
      const found = await findMoved(target, sighting);
      if (found !== null) return success({ relative: relativeOf(found) });
      await stat(root);
      return success((await isEmptyFolder(root)) === false ? 'gone' : 'away');
    }
    if (!sameLook(look, sighting)) return success('changed');
    await mkdir(dirname(target), { recursive: true });
  } catch (error) {
    return failure(diskProblem(error, target));
  }
  const moved = await moveOnSameVolume(from, target, parts.clock, to.signal);
  if (!moved.ok) return moved;
  if (moved.value.kind === 'moved') return success({ relative: relativeOf(moved.value.file) });
  return failure('folder-other-volume', { home: to.home }, { about: to.home });
}

/** Finds where an interrupted attempt put the file, under its name or a numbered one. */
async function findMoved(target: string, sighting: Sighting): Promise<string | null> {
  const { dir, name, ext } = parse(target);
  for (let n = 1; ; n += 1) {
    const file = n === 1 ? target : join(dir, `${name}-${n}${ext}`);
    const look = await lookInFolder(file);
    if (look === null || sameLook(look, sighting)) return look === null ? null : file;
  }
}
