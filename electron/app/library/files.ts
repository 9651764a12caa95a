import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Input } from '#shared/ipc.ts';
import { failure } from '#shared/failure.ts';
import { success, type Outcome } from '#shared/problem.ts';
import { below } from '../../base/paths.ts';
import type { Ledger } from '../../adapters/ledger/open.ts';
import { isAddress } from '../../engine/queue/plan.ts';
import type { Studio } from '../../studio.ts';
import { releasePath } from '../custom-models/release.ts';
import { findMedia } from '../pictures/media.ts';
import type { Session } from '../session/session.ts';

/** Files that the user drags to another program. */
export interface DraggedFiles {
  /** Absolute paths of existing files, at least one. */
  readonly files: readonly string[];
  /** Absolute path of a thumbnail of the first file; null if there is none. */
  readonly picture: string | null;
}

/** Returns the path of a photo, a result or a release as recorded in the ledger. Problem: file-missing. */
export async function findFile(
  studio: Studio,
  named: Input<'host.reveal'>,
): Promise<Outcome<string>> {
  const file = namedFile(studio, named);
  return !file.ok || (await isThere(file.value)) ? file : missing();
}

/**
 * Returns the delivered files of results that are dragged into another program, either all or none. Problem:
 * result-gone.
 */
export async function filesToDrag(
  session: Session,
  resultIds: readonly number[],
  signal: AbortSignal,
): Promise<Outcome<DraggedFiles>> {
  const files = await deliveredFiles(session.studio().ledger, resultIds);
  if (!files.ok) return files;
  const picture = await findMedia(session, `result/${resultIds[0]}/160`, signal);
  if (signal.aborted) return missing();
  return success({ files: files.value, picture: picture.ok ? picture.value.file : null });
}

/** Returns the paths of results, either all or none. */
async function deliveredFiles(
  { results }: Ledger,
  resultIds: readonly number[],
): Promise<Outcome<readonly string[]>> {
  const files = resultIds.map((id) => results.get(id)?.delivered?.file ?? null);
  const gone = await Promise.all(files.map(async (file) => file === null || !(await isFile(file))));
  const count = gone.filter(Boolean).length;
  if (count === 0) return success(files.filter((file) => file !== null));
  const name = basename(files[gone.indexOf(true)] ?? '');
  return failure('result-gone', { name, more: count - 1 }, { about: name });
}

async function isFile(file: string): Promise<boolean> {
  const found = await stat(file).catch(() => null);
  return found?.isFile() ?? false;
}

function isThere(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  );
}

function namedFile(studio: Studio, named: Input<'host.reveal'>): Outcome<string> {
  if ('jobId' in named) return fileOf(studio.ledger, named.jobId, named.what);
  const file = oneFile(studio, named);
  return file === undefined ? missing() : success(file);
}

function oneFile(
  studio: Studio,
  named: Exclude<Input<'host.reveal'>, { readonly jobId: number }>,
): string | undefined {
  const { results, filmstrip, customModels } = studio.ledger;
  if ('resultId' in named) return results.get(named.resultId)?.delivered?.file;
  if ('stripId' in named) return filmstrip.get(named.stripId)?.source;
  if ('refused' in named) {
    const { hotFolderId, path } = named.refused;
    const { hotFolders, sightings } = studio.ledger;
    const folder = hotFolders.get(hotFolderId);
    const isListed = sightings.find(hotFolderId, path)?.outcome === 'failed';
    return folder === undefined || !isListed ? undefined : below(folder.path, path);
  }
  const { kind, id } = named.release;
  const release = customModels.get(kind, id)?.release ?? null;
  return release === null ? undefined : releasePath(studio, release);
}

function fileOf(ledger: Ledger, jobId: number, what: 'photo' | 'result'): Outcome<string> {
  const job = ledger.jobs.load(jobId);
  if (!job.ok) return job;
  if (what === 'photo') {
    return isAddress(job.value.source) ? missing() : success(job.value.source);
  }
  const [first] = ledger.results.ofJob(jobId).flatMap(({ delivered }) => delivered ?? []);
  return first === undefined ? missing() : success(first.file);
}

function missing(): Outcome<never> {
  return failure('file-missing.result');
}
