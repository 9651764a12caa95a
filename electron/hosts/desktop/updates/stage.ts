import { createHash } from 'node:crypto';
import { constants, createReadStream } from 'node:fs';
import { access, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { failure } from '#shared/failure.ts';
import { success, type Failure, type Outcome } from '#shared/problem.ts';
import { diskProblem, errorCode, freeSpace, fullDisk, writeWhole } from '../../../base/files.ts';
import type { StagedUpdate } from './engine.ts';

/** Checks that a downloaded version is unchanged; if not, deletes it. Problems: update-changed. */
export async function checkStaged(staged: StagedUpdate): Promise<Outcome<void>> {
  const hash = createHash('sha512');
  let bytes = 0;
  try {
    await pipeline(createReadStream(staged.path), async (pieces: AsyncIterable<Buffer>) => {
      for await (const piece of pieces) {
        hash.update(piece);
        bytes += piece.length;
      }
    });
    if (bytes === staged.size && hash.digest('base64') === staged.sha512) return success();
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
  }
  await rm(staged.path, { force: true }).catch(() => undefined);
  return changed(staged);
}

/** Checks that `target` can be replaced: write permission and disk space. Problems: those of the disk. */
export async function canReplace(target: string, { size }: StagedUpdate): Promise<Outcome<void>> {
  const folder = dirname(target);
  try {
    await access(folder, constants.W_OK);
    const free = await freeSpace(folder);
    if (free > size) return success();
    return failure(fullDisk(target, `${free} bytes free, ${size} needed`));
  } catch (error) {
    return failure(diskProblem(error, target));
  }
}

/**
 * Replaces `target` with the downloaded file, completely or not at all, and verifies the bytes while copying. Problems:
 * update-changed, those of the disk.
 */
export function replaceBy(
  target: string,
  staged: StagedUpdate,
  random: () => number,
): Promise<Outcome<void>> {
  const hash = createHash('sha512');
  return writeWhole(
    target,
    async (handle) => {
      await handle.chmod(0o755);
      await pipeline(createReadStream(staged.path), async (pieces: AsyncIterable<Buffer>) => {
        for await (const piece of pieces) {
          hash.update(piece);
          await handle.appendFile(piece);
        }
      });
      return hash.digest('base64') === staged.sha512 ? undefined : changed(staged);
    },
    random,
  );
}

function changed({ version }: StagedUpdate): Failure {
  return failure('update-changed', { version }, { about: version });
}
