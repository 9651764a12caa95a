import { constants } from 'node:fs';
import { copyFile, mkdir } from 'node:fs/promises';
import { basename, dirname, extname } from 'node:path';
import { failure } from '#shared/failure.ts';
import { numbered } from '#shared/naming.ts';
import { success, type Outcome } from '#shared/problem.ts';
import type { Temporaries } from '../../adapters/delivery/temporaries.ts';
import { systemClock } from '../../base/clock.ts';
import {
  diskProblem,
  isTaken,
  removeLeftover,
  sha256File,
  syncFile,
  syncFolder,
  whileBusy,
} from '../../base/files.ts';
import { isInside } from '../../base/paths.ts';
import { placeNew } from '../../base/place-file.ts';
import { isCopyOf } from '../../base/place-numbered.ts';
import { identifyPhoto } from '../../engine/intake/admit.ts';
import { findTicket, readTicket } from '../../engine/intake/ticket.ts';
import { checkTicketFiles } from './ticket-files.ts';

interface Copying {
  readonly path: string;
  /** The hot folder. */
  readonly folder: string;
  readonly target: string;
  /** The folder whose subfolder `Tickets` contains the files that the photo's ticket names. */
  readonly top: string;
}

/** A file to copy; `ending` is the part of its name that follows the photo's name, '' for the photo itself. */
interface Original {
  readonly path: string;
  readonly ending: string;
  readonly sha256: string;
}

/** A complete copy under an unfinished name. */
interface Copy extends Original {
  readonly temp: string;
}

/**
 * Copies a photo and its ticket into a hot folder. The ticket is placed first, because a photo without a ticket is
 * processed with the recipe alone. Nothing is replaced: if a name is taken, both get the same number, unless the file
 * in the hot folder is the same photo with the same ticket. Problems: photo-not-copied; those of identifying a photo
 * and of reading a ticket; file-changing, disk-full and similar.
 */
export async function copyPhoto(
  temporaries: Temporaries,
  { path, folder, target, top }: Copying,
  signal: AbortSignal,
): Promise<Outcome<void>> {
  const name = basename(path);
  const identified = await identifyPhoto(path, signal);
  if (!identified.ok) return identified;
  const { sha256 } = identified.value;
  if (sha256 === null) throw new Error(`${path} is an address.`);
  const ticket = await ticketOf({ path, folder, top }, signal);
  if (!ticket.ok) return ticket;
  const copies: Copy[] = [];
  try {
    if (!(await isInside(dirname(target), folder))) {
      return failure('photo-not-copied.link', { name }, { about: name });
    }
    await mkdir(dirname(target), { recursive: true });
    for (const original of [{ path, ending: '', sha256 }, ...ticket.value]) {
      const copy = { ...original, temp: await temporaries.beside(target) };
      copies.push(copy);
      const copied = await copyUnchanged(copy, signal);
      if (!copied.ok) return copied;
    }
    const [photo, ownTicket = null] = copies as [Copy, Copy?];
    await placeNumberedPair({ photo, ticket: ownTicket }, target, signal);
    return success();
  } catch (error) {
    return failure(diskProblem(error, target));
  } finally {
    for (const { temp } of copies) await removeLeftover(temp).catch(() => false);
  }
}

/** Returns the ticket that must be copied with a photo, if there is one. */
async function ticketOf(
  { path, folder, top }: Omit<Copying, 'target'>,
  signal: AbortSignal,
): Promise<Outcome<Original[]>> {
  const found = await findTicket(path);
  if (!found.ok) return found;
  if (found.value === null) return success([]);
  const { ending } = found.value;
  const read = await readTicket(`${path}${ending}`, signal);
  if (!read.ok) return read;
  const { text, sha256 } = read.value;
  const checked = await checkTicketFiles({ photo: path, text }, { top, folder }, signal);
  return checked.ok ? success([{ path: `${path}${ending}`, ending, sha256 }]) : checked;
}

async function copyUnchanged(
  { path, temp, sha256 }: Copy,
  signal: AbortSignal,
): Promise<Outcome<void>> {
  await copyFile(path, temp, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
  if ((await sha256File(temp, signal)) !== sha256) {
    const name = basename(path);
    return failure('file-changing.again', { name }, { about: name });
  }
  await syncFile(temp);
  return success();
}

interface Pair {
  readonly photo: Copy;
  readonly ticket: Copy | null;
}

/** Gives both files the first name that is free for both of them: `a.jpg`, `a-2.jpg` and so on. */
async function placeNumberedPair(pair: Pair, target: string, signal: AbortSignal): Promise<void> {
  const extension = extname(target);
  const wanted = target.slice(0, target.length - extension.length);
  for (let n = 1; ; n += 1) {
    const file = `${numbered(wanted, n)}${extension}`;
    const isThere = await isTaken(file);
    if (isThere ? await isSamePair(pair, file, signal) : await placePair(pair, file, signal)) {
      return;
    }
  }
}

async function isSamePair(
  { photo, ticket }: Pair,
  file: string,
  signal: AbortSignal,
): Promise<boolean> {
  if (!(await isCopyOf(file, photo.temp, photo.sha256, signal))) return false;
  return ticket === null || (await hasTicket(file, ticket, signal));
}

/** Returns whether a photo's name has this ticket, even if there is no photo with the name yet. */
async function hasTicket(file: string, { sha256 }: Copy, signal: AbortSignal): Promise<boolean> {
  const found = await findTicket(file);
  if (!found.ok || found.value === null) return false;
  const read = await readTicket(`${file}${found.value.ending}`, signal);
  return read.ok && read.value.sha256 === sha256;
}

/** Places a photo at a free name. Returns false if the name belongs to another ticket, or was taken just now. */
async function placePair(
  { photo, ticket }: Pair,
  file: string,
  signal: AbortSignal,
): Promise<boolean> {
  const placed: string[] = [];
  const place = async ({ temp, ending }: Copy) => {
    const path = `${file}${ending}`;
    if ((await whileBusy(systemClock, () => placeNew(temp, path), signal)) !== 'placed') {
      return false;
    }
    placed.push(path);
    return true;
  };
  if (ticket !== null) {
    const found = await findTicket(file);
    const isFree = found.ok && found.value === null;
    if (isFree ? !(await place(ticket)) : !(await hasTicket(file, ticket, signal))) return false;
  }
  if (await place(photo)) {
    await syncFolder(dirname(file));
    return true;
  }
  for (const path of placed) await removeLeftover(path);
  return false;
}
