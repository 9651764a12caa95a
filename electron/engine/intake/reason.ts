import { rm } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Outcome, Problem } from '#shared/problem.ts';
import type { Clock } from '../../base/clock.ts';
import { errorCode, writeWhole } from '../../base/files.ts';
import { readRegular } from '../../base/regular-file.ts';

/** Maximum size in bytes; a note of Darkslide is a few lines. */
const LARGEST = 65_536;
const FIRST_LINE = 'Darkslide could not finish this photo';

/**
 * Writes the reason to a small text file next to a photo in `Failed`, such as `IMG_1.jpg.txt`.
 * Replaces Darkslide's note about an earlier failure, but never a file of that name from another
 * program.
 */
export async function writeReason(
  parts: { readonly clock: Clock; readonly random: () => number },
  photo: string,
  problem: Problem | null,
  jobId: number | null,
): Promise<Outcome<void>> {
  const again =
    jobId === null
      ? 'Put a readable photo into the hot folder to try again.'
      : `To try again, choose Run again in Darkslide (job ${jobId}) or put the photo back into the hot folder.`;
  const text = [
    `${FIRST_LINE}: ${basename(photo)}`,
    '',
    problem?.message ?? 'No reason was recorded.',
    '',
    'The photo itself was not changed.',
    again,
    '',
    `${new Date(parts.clock.wall()).toISOString()}${problem === null ? '' : `, ${problem.code}`}`,
    '',
  ].join('\n');
  let target = `${photo}.txt`;
  for (let n = 2; (await ownerOf(target)) === 'somebody'; n += 1) target = `${photo}-${n}.txt`;
  return writeWhole(target, async (handle) => handle.writeFile(text), parts.random);
}

/** Removes the note when its photo leaves `Failed`. If another program has the note open, the note stays. */
export async function removeReason(photo: string): Promise<void> {
  if ((await ownerOf(`${photo}.txt`)) !== 'us') return;
  try {
    await rm(`${photo}.txt`, { force: true });
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
  }
}

async function ownerOf(file: string): Promise<'us' | 'somebody' | 'nobody'> {
  try {
    const text = await readRegular(file, { most: LARGEST, noLink: true });
    return text.toString('utf8').startsWith(FIRST_LINE) ? 'us' : 'somebody';
  } catch (error) {
    const code = errorCode(error);
    if (code === undefined) throw error;
    return code === 'ENOENT' ? 'nobody' : 'somebody';
  }
}
