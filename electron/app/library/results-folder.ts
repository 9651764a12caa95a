import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { failure } from '#shared/failure.ts';
import type { Input } from '#shared/ipc.ts';
import { success, type Outcome } from '#shared/problem.ts';
import type { Ledger } from '../../adapters/ledger/open.ts';
import { exportState, type CurrentExport } from '../export/current.ts';
import { findSaved } from '../hot-folders/find.ts';

/**
 * Returns the folder to be opened: the output folder of a hot folder, the folder of a result's file, or the folder to
 * which the last export wrote. The caller never names a path. Problems: folder-unknown, file-missing, export-empty,
 * folder-missing.
 */
export async function resultsFolder(
  ledger: Pick<Ledger, 'hotFolders' | 'results'>,
  exporting: CurrentExport,
  of: Input<'host.open-results'>,
): Promise<Outcome<string>> {
  const named = namedFolder(ledger, exporting, of);
  if (!named.ok) return named;
  const folder = named.value;
  const found = await stat(folder).catch(() => null);
  if (found?.isDirectory() === true) return success(folder);
  return failure('folder-missing', { folder }, { about: folder });
}

function namedFolder(
  ledger: Pick<Ledger, 'hotFolders' | 'results'>,
  exporting: CurrentExport,
  of: Input<'host.open-results'>,
): Outcome<string> {
  if ('hotFolderId' in of) {
    const saved = findSaved(ledger, of.hotFolderId);
    return saved.ok ? success(saved.value.outFolder) : saved;
  }
  if ('resultId' in of) {
    const file = ledger.results.get(of.resultId)?.delivered?.file;
    return file === undefined ? failure('file-missing.result') : success(dirname(file));
  }
  const state = exportState(exporting);
  return state === null ? failure('export-empty.ended') : success(state.folder);
}
