import { mkdir, open, rm } from 'node:fs/promises';
import { basename } from 'node:path';
import { diskProblem, errorCode, unfinishedBeside } from '#electron/base/files.ts';
import { isInside } from '#electron/base/paths.ts';
import { failure, success } from '#shared/problem.ts';
import type { Outcome } from '#shared/problem.ts';

/**
 * Whether results can go to `out`, an absolute path: it is made if it is missing, must take files, and
 * must not be or lie in its own hot folder, through links either (F69).
 */
export async function checkOutputFolder(
  out: string,
  hotFolder: string | null,
): Promise<Outcome<void>> {
  try {
    if (hotFolder !== null && (await isInside(out, hotFolder))) {
      const message = `The output folder "${basename(out)}" lies inside its own hot folder, so every result would be taken for a new photo. Choose a folder outside of it.`;
      return failure('folder-own-output', message, { about: basename(out) });
    }
    await mkdir(out, { recursive: true });
    await tryOut(out);
    return success(undefined);
  } catch (error) {
    const problem = diskProblem(error, out);
    if (problem.code === 'disk-full' || problem.code === 'disk-failing')
      return { ok: false, problem };
    const message = `Nothing can be written to the output folder "${basename(out)}". Check that it is a folder and that you may write there.`;
    return failure('folder-unwritable', message, {
      about: basename(out),
      detail: errorCode(error) ?? '',
    });
  }
}

/**
 * Rights alone do not tell on shares, so a file is made and removed. It always has the same name, so
 * that one a crash left behind goes with the next try.
 */
async function tryOut(folder: string): Promise<void> {
  const file = unfinishedBeside(`${folder}/x`, 'try');
  await (await open(file, 'w')).close();
  await rm(file, { force: true });
}
