import { basename } from 'node:path';
import { failure } from '#shared/failure.ts';
import type { Failure } from '#shared/problem.ts';

/** Returns why results cannot go to a folder. */
export function unwritableFolder(folder: string, detail: string): Failure {
  const name = basename(folder);
  return failure('folder-unwritable.output', { name }, { about: name, detail });
}
