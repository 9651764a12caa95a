import { basename } from 'node:path';
import { failure } from '#shared/failure.ts';
import type { Problem } from '#shared/problem.ts';
import type { Wanting } from '#shared/views/folders.ts';
import type { Clock } from '../../base/clock.ts';
import { below } from '../../base/paths.ts';
import type { HotFolder } from '../../adapters/ledger/hot-folders.ts';
import type { Ledger } from '../../adapters/ledger/open.ts';
import type { FileLook } from '../../adapters/ledger/sightings.ts';
import { lookInFolder, sameLook } from './look.ts';
import { wanting, type Settling, type SettleTiming } from './settle.ts';
import { findTicket, photoOfTicket, readTicket, ticketsOf } from './ticket.ts';
import { createTracker, type Tracker } from './tracker.ts';

/**
 * The tickets of a hot folder; like photos, each ticket must be unchanged for a while before it
 * counts.
 */
export interface Tickets {
  /** Records a ticket that was found. */
  see(relative: string, look: FileLook): void;
  /** Forgets a ticket that was removed. */
  gone(relative: string): void;
  /** Records that the photo of a ticket was removed. */
  leave(relative: string): void;
  /** Decides from its ticket how a complete photo is handled. `until`: monotonic ms. */
  decide(photo: string): Promise<TicketDecision>;
  /** Records that the photo and its ticket have been handled. */
  settled(photo: string): void;
  /** Checks at most `count` tickets that have settled. */
  takeDue(count: number): Promise<void>;
  /** Returns the monotonic ms of the next check; Infinity if there is none. */
  nextAt(): number;
  /** Returns how many tickets will be handled without a decision by the user. */
  settling(): number;
  /** Returns the tickets whose photos have been missing for a while. */
  wanting(): Wanting;
  during: Tracker['during'];
}

export type TicketDecision =
  /** Admit the photo, with its ticket if it has one. */
  | { readonly do: 'take' }
  /** Wait: the ticket is being written, or has just been removed. */
  | { readonly do: 'wait'; readonly until: number }
  /** Wait for a ticket: the folder admits no photo without a ticket. */
  | { readonly do: 'want' };

interface TicketsParts {
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly folder: HotFolder;
  readonly timing: SettleTiming;
  /** Tracks the photos. */
  readonly tracker: Tracker;
}

/** Actions that follow from tickets. */
interface TicketActions {
  /** Handles a photo, for the first time or again. */
  readonly look: (photo: string, look: FileLook) => void;
  /** Reports a ticket that has no effect, once. */
  readonly list: (relative: string, look: FileLook, problem: Problem) => void;
}

export function createTickets(parts: TicketsParts, actions: TicketActions): Tickets {
  const { ledger, clock, folder, timing, tracker: photos } = parts;
  const tracker = createTracker(timing);

  const judge = async (relative: string, settling: Settling): Promise<void> => {
    const path = below(folder.path, relative);
    const look = await lookInFolder(path);
    if (look === null) return tracker.forget(relative);
    if (!tracker.see(relative, look, clock.mono())) return;
    const photo = photoOfTicket(relative);
    if (photo === null) throw new Error(`${relative} is not a ticket.`);
    const photoLook = await lookInFolder(below(folder.path, photo));
    if (photoLook === null) return wait(relative, settling);
    if (photos.knows(photo)) photos.hurry(photo);
    else await compare({ relative, look, path }, photo, photoLook);
    // done last: if the ledger cannot commit, an error is thrown above and the ticket is checked again (F39)
    tracker.ignore(relative, look);
  };

  /** Makes a ticket wait for its photo, and reports the ticket if that takes too long. */
  const wait = (relative: string, settling: Settling): void => {
    const namedAt = settling.since + timing.unreadableMs;
    const isEarly = clock.mono() < namedAt;
    tracker.wait(relative, { ...wanting(settling), checkAt: isEarly ? namedAt : Infinity });
  };

  /** Compares a ticket with the one that was used when its photo was handled. */
  const compare = async (
    { relative, look, path }: { relative: string; look: FileLook; path: string },
    photo: string,
    photoLook: FileLook,
  ): Promise<void> => {
    const dropped = ledger.largeDrops.find(folder.id, photo);
    const sighting = ledger.sightings.find(folder.id, photo);
    const row = dropped ?? sighting;
    if (row === undefined || !sameLook(row, photoLook)) return actions.look(photo, photoLook);
    if (row === sighting && sighting.jobId === null) return;
    const read = await readTicket(path);
    const isSame = read.ok && read.value.sha256 === row.ticket;
    const told = ledger.sightings.find(folder.id, relative);
    if (isSame) {
      if (told !== undefined) ledger.sightings.forget(folder.id, relative);
    } else if (dropped !== undefined) {
      ledger.largeDrops.forget(folder.id, photo);
      actions.look(photo, photoLook);
    } else if (told === undefined || !sameLook(told, look)) {
      actions.list(relative, look, lateProblem(relative));
    }
  };

  return {
    see: (relative, look) => void tracker.see(relative, look, clock.mono()),
    gone(relative) {
      tracker.forget(relative);
      if (ledger.sightings.find(folder.id, relative) !== undefined) {
        ledger.sightings.forget(folder.id, relative);
      }
    },
    leave: (relative) => tracker.forget(relative),
    async decide(photo) {
      const now = clock.mono();
      const found = await findTicket(below(folder.path, photo));
      // problems of the ticket are reported by the code that reads it
      if (!found.ok) return { do: 'take' };
      if (found.value === null) {
        const known = ticketsOf(photo).filter((relative) => tracker.knows(relative));
        for (const relative of known) tracker.forget(relative);
        if (known.length > 0) return { do: 'wait', until: now + timing.settleMs };
        return { do: folder.needsTickets ? 'want' : 'take' };
      }
      const { ending, look } = found.value;
      if (look === null) return { do: 'take' };
      tracker.see(`${photo}${ending}`, look, now);
      const until = (tracker.get(`${photo}${ending}`)?.since ?? -Infinity) + timing.settleMs;
      return now < until ? { do: 'wait', until } : { do: 'take' };
    },
    settled(photo) {
      for (const relative of ticketsOf(photo)) {
        const settling = tracker.get(relative);
        if (settling !== undefined) tracker.ignore(relative, settling.look);
      }
    },
    async takeDue(count) {
      for (const { relative, settling } of tracker.due(clock.mono(), count)) {
        await judge(relative, settling);
      }
    },
    nextAt: () => tracker.nextAt(),
    settling: tracker.settling,
    wanting: () => tracker.wanting(clock.mono() - timing.unreadableMs),
    during: (lookThrough) => tracker.during(lookThrough),
  };
}

function lateProblem(relative: string): Problem {
  return failure('ticket-late', { relative }, { about: basename(relative) }).problem;
}
