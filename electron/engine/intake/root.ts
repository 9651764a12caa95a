import { opendir, realpath, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { failure } from '#shared/failure.ts';
import { success, type Outcome } from '#shared/problem.ts';
import type { Clock } from '../../base/clock.ts';
import { errorCode } from '../../base/files.ts';

/** The folder that is currently at the path of a hot folder. */
export interface Root {
  readonly realPath: string;
  readonly device: string;
  readonly inode: string;
}

/** Time limit in ms for a network share to respond. */
const DEADLINE = 10_000;

/**
 * Returns a function that checks whether a hot folder can be reached. A share that was disconnected
 * often leaves its mount point behind, an empty folder on another device. Such a folder also counts
 * as unreachable, never as a folder whose photos were deleted (F55). Problem: folder-unreachable.
 */
export function rootOf(path: string, clock: Clock): () => Promise<Outcome<Root>> {
  let known: Root | null = null;
  /**
   * The query that is running: a share that hangs is queried once, because each further query would
   * block another thread.
   */
  let question: Promise<Look> | null = null;

  return async () => {
    const answered = new AbortController();
    try {
      question ??= look(path).finally(() => {
        question = null;
      });
      const late = clock.sleep(DEADLINE, answered.signal).then(() => null);
      const seen = await Promise.race([question, late]);
      if (seen === null) return unreachable(path, `no answer within ${DEADLINE / 1000} s`);
      const isElsewhere = known !== null && seen.root.device !== known.device;
      if (isElsewhere && seen.isEmpty) {
        return unreachable(path, 'an empty folder on another device');
      }
      known = seen.root;
      return success(seen.root);
    } catch (error) {
      const code = errorCode(error);
      if (code === undefined) throw error;
      return unreachable(path, code);
    } finally {
      answered.abort();
    }
  };
}

interface Look {
  readonly root: Root;
  readonly isEmpty: boolean;
}

async function look(path: string): Promise<Look> {
  const realPath = await realpath(path);
  const { dev, ino } = await stat(realPath, { bigint: true });
  const folder = await opendir(realPath);
  try {
    const isEmpty = (await folder.read()) === null;
    return { root: { realPath, device: String(dev), inode: String(ino) }, isEmpty };
  } finally {
    await folder.close();
  }
}

function unreachable(path: string, detail: string): Outcome<never> {
  return failure('folder-unreachable', { name: basename(path) }, { about: path, detail });
}
