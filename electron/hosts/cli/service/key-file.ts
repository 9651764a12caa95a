import { open, rm } from 'node:fs/promises';
import { causeText, failure, success, type Outcome } from '#shared/problem.ts';
import { diskProblem } from '../../../base/files.ts';
import { FileRefused, readRegularSync } from '../../../base/regular-file.ts';

/** Nobody but the owner. */
const OWN = 0o600;
/** A key is a line; anything much longer is another file. */
const LONGEST = 10_000;

/** An account of the system; null is that of this process. */
export interface Owner {
  readonly uid: number;
  readonly gid: number;
}

/** The key in a file that only its owner may read. Problems: service-key-missing. */
export function readKeyFile(file: string): Outcome<string> {
  const unusable = (why: string, detail?: string) =>
    failure('service-key-file', `The key in ${file} is not used: ${why}`, {
      about: file,
      ...(detail === undefined ? {} : { detail }),
    });
  try {
    let isOpen = false;
    const text = readRegularSync(file, { most: LONGEST }, ({ mode }) => {
      // Windows keeps who may read elsewhere, and says the same of every file here
      isOpen = process.platform !== 'win32' && (mode & 0o077) !== 0;
    });
    return isOpen
      ? unusable('others on this computer may read it. Make it your own with chmod 600.')
      : success(text.toString('utf8').trim());
  } catch (error) {
    if (error instanceof FileRefused && error.code === 'TOO_LARGE') {
      return unusable('it is too long for a key.');
    }
    if (error instanceof FileRefused) return unusable('it is not a regular file.');
    return unusable('it cannot be read.', causeText(error));
  }
}

/** Writes a key where only its owner may read it, in place of the one before. */
export async function writeKeyFile(
  file: string,
  key: string,
  owner: Owner | null,
): Promise<Outcome<void>> {
  try {
    // a new file, so that nobody who has the one before open sees what is in this one
    await rm(file, { force: true });
    const handle = await open(file, 'wx', OWN);
    try {
      await handle.writeFile(`${key}\n`);
      await handle.chmod(OWN);
      // by the handle: the folder is the account's, who could put a link in the place of the name
      if (owner !== null) await handle.chown(owner.uid, owner.gid);
    } finally {
      await handle.close();
    }
    return success();
  } catch (error) {
    return failure(diskProblem(error, file));
  }
}
