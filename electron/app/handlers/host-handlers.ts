import { access, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Input } from '#shared/ipc.ts';
import { failure, success, type Outcome } from '#shared/problem.ts';
import { below } from '../../base/paths.ts';
import type { Ledger } from '../../adapters/ledger/open.ts';
import { isAddress } from '../../engine/queue/plan.ts';
import type { Desk } from './desk.ts';
import type { HandlersOf } from './handlers-of.ts';
import { listFolders } from './host-folders.ts';
import type { Host } from './host.ts';
import { findMedia } from './media.ts';
import { releasePath } from '../custom-models/release.ts';

/** What only the host can do, asked for by what the ledger holds and never by a path of a screen. */
export function hostHandlers(desk: Desk, host: Host): HandlersOf<'host'> {
  return {
    'host.info': () => success(host.info),
    'host.choose-folder': async ({ title }) => success(await host.chooseFolder(title)),
    'host.list-folders': ({ path }, signal) =>
      host.browsing === null ? dialogsOnly() : listFolders(path, host.browsing, signal),
    'host.choose-file': async ({ title }) => success(await host.chooseFile(title)),
    'host.choose-photos': async ({ title }) => success(await host.choosePhotos(title)),
    'host.reveal': async (named) => {
      const file = namedFile(desk, named);
      if (!file.ok) return file;
      const isThere = await access(file.value).then(
        () => true,
        () => false,
      );
      return isThere ? host.reveal(file.value) : missing();
    },
    'host.login-item': () => host.loginItem?.read() ?? success(null),
    'host.set-login-item': ({ isOn }) => host.loginItem?.set(isOn) ?? desktopOnly(),
    'host.drag-out': async ({ resultIds }, signal) => {
      const files = await deliveredFiles(desk.studio().ledger, resultIds);
      if (!files.ok) return files;
      const picture = await findMedia(desk, `result/${resultIds[0]}/160`, signal);
      if (signal.aborted) return missing();
      return host.dragOut({
        files: files.value,
        picture: picture.ok ? picture.value.file : null,
      });
    },
  };
}

function dialogsOnly(): Outcome<never> {
  return failure(
    'request-invalid',
    'On the desktop, folders are chosen in the dialog of the system.',
  );
}

function desktopOnly(): Outcome<never> {
  return failure(
    'login-item-unavailable',
    'Only the installed desktop app can be started at login.',
  );
}

/** Where results lie, all of them. */
async function deliveredFiles(
  { results }: Ledger,
  resultIds: readonly number[],
): Promise<Outcome<readonly string[]>> {
  const files = resultIds.map((id) => results.get(id)?.delivered?.file ?? null);
  const gone = await Promise.all(files.map(async (file) => file === null || !(await isFile(file))));
  const count = gone.filter(Boolean).length;
  if (count === 0) return success(files.filter((file) => file !== null));
  const name = basename(files[gone.indexOf(true)] ?? '');
  const others = count === 1 ? '' : ` and ${count - 1} more`;
  return failure(
    'result-gone',
    `"${name}"${others} cannot be dragged: it is not where it was delivered. Drag the others without it.`,
    { about: name },
  );
}

async function isFile(file: string): Promise<boolean> {
  const found = await stat(file).catch(() => null);
  return found?.isFile() ?? false;
}

function namedFile(desk: Desk, named: Input<'host.reveal'>): Outcome<string> {
  if ('jobId' in named) return fileOf(desk.studio().ledger, named.jobId, named.what);
  const file = oneFile(desk, named);
  return file === undefined ? missing() : success(file);
}

function oneFile(
  desk: Desk,
  named: Exclude<Input<'host.reveal'>, { readonly jobId: number }>,
): string | undefined {
  const { results, filmstrip, own } = desk.studio().ledger;
  if ('resultId' in named) return results.get(named.resultId)?.delivered?.file;
  if ('stripId' in named) return filmstrip.get(named.stripId)?.source;
  if ('refused' in named) {
    const { hotFolderId, path } = named.refused;
    const { hotFolders, sightings } = desk.studio().ledger;
    const folder = hotFolders.get(hotFolderId);
    const isListed = sightings.find(hotFolderId, path)?.outcome === 'failed';
    return folder === undefined || !isListed ? undefined : below(folder.path, path);
  }
  const { kind, id } = named.release;
  const release = own.get(kind, id)?.release ?? null;
  return release === null ? undefined : releasePath(desk.studio(), release);
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
  return failure(
    'file-missing',
    'This file is not on this computer, or not any more. Nothing that was bought is lost.',
  );
}
