import { opendir } from 'node:fs/promises';
import { systemClock } from './clock.ts';

/** Time limit in ms for a network share to respond. */
const DEADLINE = 10_000;

/**
 * The queries that are running, by folder: a share that hangs is queried once, because each further query would block
 * another thread.
 */
const questions = new Map<string, Promise<boolean | null>>();

/**
 * Returns whether a folder is empty; null if it cannot be read, or not within 10 s. The mount point of a disk that is
 * not mounted is often an empty folder.
 */
export async function isEmptyFolder(folder: string): Promise<boolean | null> {
  const question = questions.get(folder) ?? ask(folder);
  const answered = new AbortController();
  const late = systemClock.sleep(DEADLINE, answered.signal).then(() => null);
  try {
    return await Promise.race([question, late]);
  } finally {
    answered.abort();
  }
}

function ask(folder: string): Promise<boolean | null> {
  const question = look(folder).finally(() => questions.delete(folder));
  questions.set(folder, question);
  return question;
}

async function look(folder: string): Promise<boolean | null> {
  try {
    const entries = await opendir(folder);
    try {
      return (await entries.read()) === null;
    } finally {
      await entries.close();
    }
  } catch {
    return null;
  }
}
