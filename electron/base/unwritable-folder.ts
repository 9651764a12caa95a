import { basename } from 'node:path';
import { failure } from '#shared/failure.ts';
import type { Failure } from '#shared/problem.ts';

/** Returns the failure for a folder to which results cannot be written. */
export function unwritableFolder(folder: string, detail: string): Failure {
  const name = basename(folder);
  return failure('folder-unwritable.output', { name }, { about: name, detail });
}
