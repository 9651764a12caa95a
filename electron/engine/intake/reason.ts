import { rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Outcome, Problem } from '#shared/problem.ts';
import { cutToBytes, longestSegment } from '#shared/safe-name.ts';
import type { Clock } from '../../base/clock.ts';
import { errorCode, isTaken, writeWhole } from '../../base/files.ts';
import { readRegular } from '../../base/regular-file.ts';

/** Maximum size in bytes; a note of Darkslide is a few lines. */
const LARGEST = 65_536;

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
    firstLineOf(photo),
    '',
    problem?.message ?? 'No reason was recorded.',
    '',
    'The photo itself was not changed.',
    again,
    '',
    `${new Date(parts.clock.wall()).toISOString()}${problem === null ? '' : `, ${problem.code}`}`,
    '',
  ].join('\n');
  let target = noteOf(photo);
  for (let n = 2; (await ownerOf(target, photo)) === 'somebody'; n += 1) target = noteOf(photo, n);
  return writeWhole(target, async (handle) => handle.writeFile(text), parts.random);
}

/** Removes the note when its photo leaves `Failed`. If another program has the note open, the note stays. */
export async function removeReason(photo: string): Promise<void> {
  const note = noteOf(photo);
  if ((await ownerOf(note, photo)) !== 'us') return;
  try {
    await rm(note, { force: true });
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
  }
}

function firstLineOf(photo: string): string {
  return `Darkslide could not finish this photo: ${basename(photo)}`;
}

/** Returns the path of a photo's note; `n` numbers it if the name is taken. The end of a long name is left out. */
function noteOf(photo: string, n = 1): string {
  const ending = n === 1 ? '.txt' : `-${n}.txt`;
  return join(dirname(photo), `${cutToBytes(basename(photo), longestSegment)}${ending}`);
}

/** Returns whether a note is Darkslide's note about this photo; long names of two photos may begin alike. */
async function ownerOf(file: string, photo: string): Promise<'us' | 'somebody' | 'nobody'> {
  try {
    const text = await readRegular(file, { most: LARGEST, noLink: true });
    return text.toString('utf8').startsWith(`${firstLineOf(photo)}\n`) ? 'us' : 'somebody';
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    // if the disk cannot be read, writing the note fails, instead of trying another name
    return (await isTaken(file).catch(() => false)) ? 'somebody' : 'nobody';
  }
}
