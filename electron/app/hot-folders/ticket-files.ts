import { basename, resolve } from 'node:path';
import { failure } from '#shared/failure.ts';
import { success, type Outcome } from '#shared/problem.ts';
import { errorCode, sha256File } from '../../base/files.ts';
import { ticketsFolder } from '../../engine/intake/names.ts';
import { filesOfTicket, parseTicket } from '../../engine/intake/ticket-text.ts';

/**
 * Checks that the files which a photo's ticket names in `top` are the same files in the hot folder, because another
 * file with the name would change what is bought. A file that is missing in `top`, or an invalid ticket, passes: the
 * watcher checks it again, and buys nothing until it is right. Problem: photo-not-copied.
 */
export async function checkTicketFiles(
  { photo, text }: { readonly photo: string; readonly text: string },
  { top, folder }: { readonly top: string; readonly folder: string },
  signal: AbortSignal,
): Promise<Outcome<void>> {
  const ticket = parseTicket(text);
  if (!ticket.ok) return success();
  for (const file of filesOfTicket(ticket.value)) {
    const given = await contentOf(resolve(top, ticketsFolder, file), signal);
    if (given === null) continue;
    if (given !== (await contentOf(resolve(folder, ticketsFolder, file), signal))) {
      const name = basename(photo);
      const values = { name, file, folder: ticketsFolder, hotFolder: basename(folder) };
      return failure('photo-not-copied.ticket', values, { about: name });
    }
  }
  return success();
}

/** Returns the SHA-256 of a regular file; null if there is none. */
async function contentOf(path: string, signal: AbortSignal): Promise<string | null> {
  try {
    return await sha256File(path, signal);
  } catch (error) {
    // a null byte makes a path invalid, but Node's error for that has no system code
    if (errorCode(error) === undefined && !path.includes('\0')) throw error;
    return null;
  }
}
