import { readFile, stat } from 'node:fs/promises';
import { causeText, failure, success, type Outcome } from '#shared/problem.ts';
import { errorCode } from '../base/files.ts';

/** Bytes; what people give as text is far smaller. */
const MOST = 50_000_000;

/** The text of a file that was named, an absolute path. Problems: file-missing, file-unreadable. */
export async function textIn(path: string): Promise<Outcome<string>> {
  try {
    if ((await stat(path)).size <= MOST) return success(await readFile(path, 'utf8'));
    return failure('file-unreadable', `${path} is far too large to be what it should.`, {
      about: path,
    });
  } catch (error) {
    return errorCode(error) === 'ENOENT'
      ? failure('file-missing', `${path} is not there.`, { about: path })
      : failure('file-unreadable', `${path} cannot be read.`, {
          about: path,
          detail: causeText(error),
        });
  }
}
