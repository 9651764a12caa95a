import { realpathSync, statSync, type Stats } from 'node:fs';
import { dirname } from 'node:path';
import { failure } from '#shared/failure.ts';
import { causeText, success, type Outcome } from '#shared/problem.ts';
import { errorCode } from '../../base/files.ts';
import { FileRefused, readRegularSync } from '../../base/regular-file.ts';
import { parsePolicy, type Policy } from './policy.ts';
import { ROOT, type PolicyPlace } from '../../base/policy-place.ts';

/** Maximum file size in bytes; a policy is a few lines. */
const MOST = 1_000_000;
/**
 * Permission bits: writing by the group and by others, and the sticky bit, which lets only a file's
 * owner replace the file.
 */
const [OTHERS_WRITE, STICKY] = [0o022, 0o1000];

/**
 * Reads the policy of this computer; null if it has none. Problems: policy-invalid, policy-unsafe. After
 * a problem, Darkslide must not process anything, because the policy may contain spending limits.
 */
export function readPolicy({ file, owner }: PolicyPlace): Outcome<Policy | null> {
  try {
    const json = readSafely(file, owner);
    if (!json.ok) return json;
    return parsePolicy(file, json.value);
  } catch (error) {
    const code = errorCode(error);
    if (code === undefined) throw error;
    if (code === 'ENOENT' || code === 'ENOTDIR') return success(null);
    return failure(
      'policy-invalid.unreadable',
      { file },
      { about: file, detail: causeText(error) },
    );
  }
}

function readSafely(file: string, owner: number): Outcome<string> {
  let unsafe: string | null = null;
  try {
    const content = readRegularSync(file, { most: MOST }, (found) => {
      unsafe = isOnlyOf(found, owner) ? unsafeFolder(file, owner) : file;
    });
    return unsafe === null ? success(content.toString('utf8')) : notSafe(unsafe);
  } catch (error) {
    if (!(error instanceof FileRefused)) throw error;
    return failure('policy-invalid.file', { file }, { about: file });
  }
}

/**
 * Returns the first folder on the path of the file in which another user could replace the file;
 * null if there is none.
 */
function unsafeFolder(file: string, owner: number): string | null {
  // permissions work differently on Windows; see the documentation for administrators
  if (process.platform === 'win32') return null;
  for (const path of [file, realpathSync(file)]) {
    for (let at = dirname(path); ; at = dirname(at)) {
      if (!isOnlyOf(statSync(at), owner)) return at;
      if (at === dirname(at)) break;
    }
  }
  return null;
}

function isOnlyOf(found: Stats, owner: number): boolean {
  if (process.platform === 'win32') return true;
  const { uid, mode } = found;
  const isKept = found.isDirectory() && (mode & STICKY) !== 0;
  return (uid === ROOT || uid === owner) && ((mode & OTHERS_WRITE) === 0 || isKept);
}

function notSafe(path: string): Outcome<never> {
  return failure('policy-unsafe', { path }, { about: path });
}
