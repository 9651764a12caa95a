import { failure } from '#shared/failure.ts';
import { open, rm } from 'node:fs/promises';
import { causeText, success, type Outcome } from '#shared/problem.ts';
import { diskProblem } from '../../../base/files.ts';
import { FileRefused, readRegularSync } from '../../../base/regular-file.ts';

/** File mode: only the owner may read and write. */
const OWN = 0o600;
/** Maximum bytes; a key is one line, so a longer file is not a key file. */
const LONGEST = 10_000;

/** An account of the system. */
export interface Owner {
  readonly uid: number;
  readonly gid: number;
}

/** Returns the key in a file that only its owner may read. Problem: service-key-file. */
export function readKeyFile(file: string): Outcome<string> {
  const unusable = (why: 'open' | 'too-long' | 'not-regular' | 'unreadable', detail?: string) =>
    failure(
      `service-key-file.${why}`,
      { file },
      {
        about: file,
        ...(detail === undefined ? {} : { detail }),
      },
    );
  try {
    let isOpen = false;
    const text = readRegularSync(file, { most: LONGEST }, ({ mode }) => {
      // On Windows, the mode is the same for all files, because permissions are stored elsewhere.
      isOpen = process.platform !== 'win32' && (mode & 0o077) !== 0;
    });
    return isOpen ? unusable('open') : success(text.toString('utf8').trim());
  } catch (error) {
    if (error instanceof FileRefused && error.code === 'TOO_LARGE') {
      return unusable('too-long');
    }
    if (error instanceof FileRefused) return unusable('not-regular');
    return unusable('unreadable', causeText(error));
  }
}

/** Writes the key to a file that only its owner may read, and replaces the previous file. */
export async function writeKeyFile(
  file: string,
  key: string,
  owner: Owner | null,
): Promise<Outcome<void>> {
  try {
    // Creates a new file, so that a process that still has the old file open cannot read the new key.
    await rm(file, { force: true });
    const handle = await open(file, 'wx', OWN);
    try {
      await handle.writeFile(`${key}\n`);
      await handle.chmod(OWN);
      // Uses the open file, because the account owns the folder and could replace the path with a link.
      if (owner !== null) await handle.chown(owner.uid, owner.gid);
    } finally {
      await handle.close();
    }
    return success();
  } catch (error) {
    return failure(diskProblem(error, file));
  }
}
