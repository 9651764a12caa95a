import { stat } from 'node:fs/promises';
import { failure } from '#shared/failure.ts';
import { success, type Outcome } from '#shared/problem.ts';
import type { Ledger } from '../../adapters/ledger/open.ts';
import { findSaved } from './find.ts';

/** Returns the output folder of a hot folder, to be opened. Problems: folder-unknown, folder-missing. */
export async function resultsFolder(
  ledger: Pick<Ledger, 'hotFolders'>,
  id: number,
): Promise<Outcome<string>> {
  const folder = findSaved(ledger, id);
  if (!folder.ok) return folder;
  const { outFolder } = folder.value;
  const found = await stat(outFolder).catch(() => null);
  if (found?.isDirectory() === true) return success(outFolder);
  return failure('folder-missing', { folder: outFolder }, { about: outFolder });
}
