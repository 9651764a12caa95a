import { failure } from '#shared/failure.ts';
import { success, type Outcome } from '#shared/problem.ts';
import type { CurrentExport } from '../../app/export/current.ts';
import { filesToDrag, findFile } from '../../app/library/files.ts';
import { resultsFolder } from '../../app/library/results-folder.ts';
import type { Session } from '../../app/session/session.ts';
import type { HandlersOf } from './handlers-of.ts';
import { listFolders } from './host-folders.ts';
import type { Host } from './host.ts';

/**
 * Handlers of the channels that only the host can answer. Files are named by ledger IDs, never by paths from a screen.
 */
export function hostHandlers(
  session: Session,
  host: Host,
  exporting: CurrentExport,
): HandlersOf<'host'> {
  return {
    'host.info': () => success(host.info),
    'host.choose-folder': async ({ title }) => success(await host.chooseFolder(title)),
    'host.list-folders': ({ path }, signal) =>
      host.browsing === null ? dialogsOnly() : listFolders(path, host.browsing, signal),
    'host.choose-file': async ({ title }) => success(await host.chooseFile(title)),
    'host.choose-photos': async ({ title }) => success(await host.choosePhotos(title)),
    'host.reveal': async (named) => {
      const file = await findFile(session.studio(), named);
      return file.ok ? host.reveal(file.value) : file;
    },
    'host.open-results': async (of) => {
      const folder = await resultsFolder(session.studio().ledger, exporting, of);
      return folder.ok ? host.openFolder(folder.value) : folder;
    },
    'host.login-item': () => host.loginItem?.read() ?? success(null),
    'host.set-login-item': ({ isOn }) => host.loginItem?.set(isOn) ?? desktopOnly(),
    'host.drag-out': async ({ resultIds }, signal) => {
      const dragged = await filesToDrag(session, resultIds, signal);
      return dragged.ok ? host.dragOut(dragged.value) : dragged;
    },
  };
}

function dialogsOnly(): Outcome<never> {
  return failure('request-invalid.dialog');
}

function desktopOnly(): Outcome<never> {
  return failure('login-item-unavailable');
}
