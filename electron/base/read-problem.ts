import { basename } from 'node:path';
import { failure } from '#shared/failure.ts';
import type { Problem } from '#shared/problem.ts';
import { errorCode } from './files.ts';
import { FileRefused } from './regular-file.ts';

/**
 * Returns the reason that `path` cannot be read, in words for the photographer. Throws bugs again.
 * Problems: file-missing, file-unreadable, file-not-regular, file-too-large.
 */
export function readProblem(error: unknown, path: string): Problem {
  if (error instanceof FileRefused) return error.failureAt(path).problem;
  const code = errorCode(error);
  if (code === undefined) throw error;
  const name = basename(path);
  if (code === 'ENOENT' || code === 'ENOTDIR') {
    return failure(
      'file-missing',
      { name },
      {
        about: name,
      },
    ).problem;
  }
  return failure('file-unreadable', { name }, { about: name, detail: `${code} on ${name}` })
    .problem;
}
