import { basename } from 'node:path';
import { failure, type Failure } from '#shared/problem.ts';

/** Returns why results cannot go to a folder. */
export function unwritableFolder(folder: string, detail: string): Failure {
  const name = basename(folder);
  return failure(
    'folder-unwritable',
    `Nothing can be written to the output folder "${name}". Check that it is a folder and that you may write there.`,
    { about: name, detail },
  );
}
