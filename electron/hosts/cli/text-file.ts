import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { failure, problemOf } from '#shared/failure.ts';
import { causeText, success, type Outcome } from '#shared/problem.ts';
import { errorCode, writeWhole } from '../../base/files.ts';
import { readRegular, FileRefused } from '../../base/regular-file.ts';
import type { Context } from './context.ts';
import { exitStatus, type ExitStatus } from './exit.ts';
import { refuse } from './refuse.ts';

/** Maximum bytes of a text file; those of users are far smaller. */
const MOST = 50_000_000;

/**
 * Reads the text file at an absolute path. Problems: file-missing, file-unreadable, file-not-regular, file-too-large.
 */
export async function textIn(path: string): Promise<Outcome<string>> {
  try {
    return success((await readRegular(path, { most: MOST })).toString('utf8'));
  } catch (error) {
    if (error instanceof FileRefused) return error.failureAt(path);
    return errorCode(error) === 'ENOENT'
      ? failure('file-missing.path', { path }, { about: path })
      : failure(
          'file-unreadable.path',
          { path },
          {
            about: path,
            detail: causeText(error),
          },
        );
  }
}

/**
 * Writes an export to `file`, or prints it if no file is named. Does not overwrite an existing file. `done` returns the
 * message after writing.
 */
export async function giveText(
  { out }: Context,
  file: string | undefined,
  text: string,
  done: (path: string) => string,
): Promise<ExitStatus> {
  if (file === undefined) {
    out.result(JSON.parse(text) as object, text.trimEnd());
    return exitStatus.done;
  }
  const path = resolve(file);
  if (existsSync(path)) {
    return refuse({ out }, problemOf('usage.file-exists', { path }));
  }
  const written = await writeWhole(path, (handle) => handle.writeFile(text), Math.random);
  if (!written.ok) return refuse({ out }, written.problem);
  out.result({ file: path }, done(path));
  return exitStatus.done;
}
