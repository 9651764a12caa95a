import type { Problem } from '#shared/problem.ts';
import type { Unpaired } from '#shared/views/folders.ts';
import { below } from '../../base/paths.ts';
import type { DroppedPhoto } from '../../adapters/ledger/drops.ts';
import type { OutputFolder } from '../../base/permitted.ts';
import type { HotFolder } from '../../adapters/ledger/hot-folders.ts';
import type { FileLook, Sighting } from '../../adapters/ledger/sightings.ts';
import type { Admitted } from './admit.ts';
import { afterwards, moveToFailed } from './afterwards.ts';
import { lookInFolder, sameLook } from './look.ts';
import type { OwnPlaces } from './own-places.ts';
import type { ResolvedRecipe } from './recipe-files.ts';
import { lookedInto, refusedFor, wanting, type Settling, type SettleTiming } from './settle.ts';
import { admitDropped, lookInto, takeIn, type Inside, type WantedPhoto } from './take.ts';
import { createGathering } from './gather.ts';
import { orderFor, photoOfTicket, ticketsOf, type Order } from './ticket.ts';
import { createTickets } from './tickets.ts';
import type { Tracker } from './tracker.ts';
import type { IntakeEvent, IntakeParts } from './types.ts';

export interface LineParts extends IntakeParts {
  readonly folder: HotFolder;
  readonly outFolder: OutputFolder;
  readonly recipe: ResolvedRecipe;
  readonly timing: SettleTiming;
  readonly tracker: Tracker;
  readonly ownPlaces: OwnPlaces;
  readonly askAbove: () => number;
  readonly on: (event: IntakeEvent) => void;
}

/** The files of a hot folder on their way in, one after the other. */
export interface Line {
  /** A file was seen: it joins the line unless it was dealt with. */
  see(relative: string, look: FileLook): void;
  /** Dealt with for good as long as it looks like this. What could not be read is tried again. */
  isDealtWith(relative: string, look: FileLook): boolean;
  /** The file is not there any more. */
  readonly gone: (relative: string) => void;
  /** Deals with some of the files that stood still; the next call with more. */
  takeDue(): Promise<void>;
  /** Takes in some of the photos that a person has said yes to; whether there were any. */
  takeGranted(): Promise<boolean>;
  /** Monotonic ms of the next file that can be dealt with, Infinity without any. */
  nextAt(): number;
  /** Takes off the list what was removed or renamed while nobody looked. */
  unlistMissing(): Promise<void>;
  /** Files that something will be done with by themselves. */
  settling(): number;
  unpaired(): Unpaired;
  /** As the tracker's. */
  during: Tracker['during'];
}

/** A file that is waited for: it is empty, cut or cannot be read. */
type NotYet = Omit<Extract<Inside, { readonly kind: 'not-yet' }>, 'kind'>;

interface File {
  readonly relative: string;
  readonly settling: Settling;
}

/** Files dealt with between two looks at the hints and the time. */
const BATCH = 32;

/** `inBackground` is given the moves that need not be waited for. */
export function createLine(
  parts: LineParts,
  inBackground: (work: Promise<void>) => void,
  signal: AbortSignal,
): Line {
  const { ledger, clock, folder, timing, tracker, ownPlaces, on } = parts;

  const gathering = createGathering(timing.settleMs);
  /** *Always for this folder* was the answer to an earlier question. */
  const asksAbove = () =>
    ledger.hotFolders.get(folder.id)?.asksDrops === false ? Infinity : parts.askAbove();
  const taking = { ...parts, askAbove: asksAbove };

  const see = (relative: string, look: FileLook): void => {
    if (photoOfTicket(relative) !== null) tickets.see(relative, look);
    else if (isDealtWith(relative, look)) tracker.forget(relative);
    else sight(relative, look);
  };

  /** Whether it still looks as it did; what was said of it before is void when it does not. */
  const sight = (relative: string, look: FileLook): boolean => {
    const isKnown = tracker.get(relative) !== undefined;
    const isSame = tracker.see(relative, look, clock.mono());
    if (isKnown && !isSame) unlist(relative);
    return isSame;
  };

  const isDealtWith = (relative: string, look: FileLook): boolean => {
    // of itself it comes to nothing, and is never marked as seen
    if (photoOfTicket(relative) !== null) return true;
    const dropped = ledger.drops.find(folder.id, relative);
    if (dropped !== undefined && sameLook(dropped, look)) return true;
    const sighting = ledger.sightings.find(folder.id, relative);
    if (sighting === undefined || !sameLook(sighting, look)) return false;
    return sighting.outcome !== 'failed' || sighting.code === 'photo-not-an-image';
  };

  const deal = async (file: File): Promise<void> => {
    const { relative, settling } = file;
    const path = below(folder.path, relative);
    const look = await lookInFolder(path);
    if (look === null) return tracker.forget(relative);
    if (!sight(relative, look)) return;
    // a data folder may have been made around it since it was seen
    if (await ownPlaces.holds(relative)) return tracker.forget(relative);
    const inside = await lookInto(path, signal);
    if (inside === null) return;
    switch (inside.kind) {
      case 'stranger':
        return tracker.ignore(relative, look);
      case 'not-yet':
        return putOff(file, inside);
      case 'not-an-image':
        return refuse(relative, look, inside.problem);
      case 'photo': {
        const settled = lookedInto(settling, inside.finding, clock.mono(), timing);
        return settled.do === 'wait' ? tracker.wait(relative, settled.next) : admit(file);
      }
    }
  };

  const admit = async (file: File): Promise<void> => {
    const { relative, settling } = file;
    const standing = await tickets.standing(relative);
    if (standing.do !== 'take') unlist(relative);
    if (standing.do === 'want') return tracker.wait(relative, wanting(settling));
    if (standing.do === 'wait') {
      const next = { ...settling, checkAt: standing.until, isWanting: false };
      return tracker.wait(relative, next);
    }
    const taken = await takeIn(taking, file, signal);
    if (!taken.ok) return admitLater(file, taken.problem);
    if (typeof taken.value === 'object' && 'order' in taken.value) {
      unlist(relative);
      gathering.add(taken.value, settling.since);
      return tracker.wait(relative, { ...settling, checkAt: Infinity });
    }
    tracker.forget(relative);
    tickets.settled(relative);
    if (taken.value !== 'asks') return tell(relative, taken.value);
    unlist(relative);
    on({ kind: 'asks', path: relative });
  };

  const tell = (path: string, { outcome, jobId, sha256 }: Admitted): void => {
    if (outcome === 'again') throw new Error('A hot folder never asks for a photo again.');
    on({ kind: outcome, path, jobId, sha256 });
    if (outcome === 'already') inBackground(afterwards(parts, jobId, signal));
  };

  /** Once all photos of a drop are counted: buys them, or has all of them wait for one answer. */
  const endDrop = async (): Promise<void> => {
    const limit = taking.askAbove();
    const now = clock.mono();
    const isOpen = gathering.photos() > 0 && tracker.nextAt() > now;
    if (!isOpen || gathering.goesOn(tracker.coming(), limit, now)) return;
    const { files } = tracker.coming();
    const wanted: WantedPhoto[] = [];
    const others: string[] = [];
    for (const { photo } of gathering.all()) {
      const order = await orderNow(photo);
      if (order === null) others.push(photo.path);
      else wanted.push({ photo, order });
    }
    // the rest of the drop was not read, and a part of it is never decided on its own
    if (signal.aborted) return;
    const drop = { askAbove: limit, inLine: tracker.settling };
    const taken = ledger.transaction(() => {
      const contents = new Set(wanted.map(({ photo, order }) => contentOf(photo, order)));
      if (ledger.drops.mayTake(folder.id, contents.size, files + others.length, drop)) {
        return wanted.map(({ photo, order }) => admitDropped(taking, photo, order));
      }
      for (const { photo } of wanted) ledger.drops.ask(folder.id, photo);
      return null;
    });
    // not before the commit: a full disk refuses it, and then the drop is decided again
    gathering.clear();
    for (const path of others) await settleAnew(path);
    for (const [at, { photo }] of wanted.entries()) {
      tracker.forget(photo.path);
      tickets.settled(photo.path);
      const admitted = taken?.[at];
      if (admitted === undefined) on({ kind: 'asks', path: photo.path });
      else tell(photo.path, admitted);
    }
  };

  /** A file that is not the one that was counted settles like any other. */
  const settleAnew = async (relative: string): Promise<void> => {
    tracker.forget(relative);
    const look = await lookInFolder(below(folder.path, relative));
    if (look !== null && !(await ownPlaces.holds(relative))) see(relative, look);
  };

  const gone = (relative: string): void => {
    if (photoOfTicket(relative) !== null) return tickets.gone(relative);
    // one that is left without its photo is looked at anew
    for (const ticket of ticketsOf(relative)) tickets.leave(ticket);
    tracker.forget(relative);
    unlist(relative);
    ledger.drops.forget(folder.id, relative);
  };

  const admitLater = async (file: File, problem: Problem): Promise<void> => {
    if (problem.code === 'aborted') return;
    if (problem.code === 'ticket-invalid') return holdFor(file, problem);
    if (problem.code !== 'file-changing') {
      return putOff(file, { finding: 'unreadable', problem, meanwhile: problem });
    }
    // F51: the copy that was read is void; the new content settles like any other
    const look = await lookInFolder(below(folder.path, file.relative));
    if (look === null) tracker.forget(file.relative);
    else sight(file.relative, look);
  };

  /** Until the ticket is mended, or a file that it names is there. */
  const holdFor = ({ relative, settling }: File, problem: Problem): void => {
    const told = ledger.sightings.find(folder.id, relative);
    if (!settling.isListed || told?.message !== problem.message) {
      list(relative, settling.look, problem);
    }
    tracker.wait(relative, refusedFor(settling, clock.mono()));
  };

  const putOff = ({ relative, settling }: File, { finding, problem, meanwhile }: NotYet): void => {
    const settled = lookedInto(settling, finding, clock.mono(), timing);
    if (settled.do === 'admit') throw new Error(`${finding} is no reason to take a file in.`);
    if (settled.list) list(relative, settling.look, problem);
    else name(relative, settling.look, meanwhile);
    tracker.wait(relative, settled.next);
  };

  /** Lists a file that is waited for, but leaves one as it is that was refused before a restart. */
  const name = (relative: string, look: FileLook, problem: Problem): void => {
    const told = ledger.sightings.find(folder.id, relative);
    if (told?.outcome === 'failed' && sameLook(told, look)) return;
    ledger.sightings.write(folder.id, failedSighting(relative, look, problem));
    on({ kind: 'listed' });
  };

  const unlist = (relative: string): void => {
    if (ledger.sightings.unlist(folder.id, relative)) on({ kind: 'listed' });
  };

  /** Writes a file into the failed list (F59). */
  const list = (relative: string, look: FileLook, problem: Problem): Sighting => {
    const sighting = failedSighting(relative, look, problem);
    const told = ledger.sightings.find(folder.id, relative);
    const isSame = told?.outcome === 'failed' && sameLook(told, look);
    // one that a person has dismissed stays dismissed, also over a restart
    if (isSame && (told.code === 'file-empty' || told.code === 'file-partial')) {
      ledger.sightings.restate(folder.id, relative, problem);
    } else if (!isSame || told.message !== problem.message) {
      ledger.sightings.write(folder.id, sighting);
    }
    on({ kind: 'failed', path: relative, problem });
    return sighting;
  };

  const refuse = (relative: string, look: FileLook, problem: Problem): void => {
    const sighting = list(relative, look, problem);
    tracker.forget(relative);
    if (folder.after === 'leave') return;
    const moved = moveToFailed(parts, folder, sighting, problem, signal);
    inBackground(moved.then(() => undefined));
  };

  const tickets = createTickets(parts, {
    look: see,
    list: (relative, look, problem) => void list(relative, look, problem),
  });

  /** What a photo that was counted is bought with now; null when it or its ticket is another one. */
  const orderNow = async (photo: DroppedPhoto): Promise<Order | null> => {
    const path = below(folder.path, photo.path);
    const look = await lookInFolder(path);
    if (look === null || !sameLook(look, photo) || (await ownPlaces.holds(photo.path))) return null;
    const order = await orderFor(path, parts.recipe, folder.path, signal);
    return order.ok && order.value.ticket === photo.ticket ? order.value : null;
  };

  return {
    see,
    isDealtWith,
    gone,
    nextAt: () => Math.min(tracker.nextAt(), tickets.nextAt(), gathering.nextAt(taking.askAbove())),
    settling: () => tracker.settling() + tickets.settling(),
    unpaired: () => ({ photos: tracker.wanting(Infinity), tickets: tickets.wanting() }),
    async during(lookThrough) {
      await tracker.during(async () => {
        let isWhole = false;
        await tickets.during(async () => (isWhole = await lookThrough()));
        return isWhole;
      });
    },
    async unlistMissing() {
      for (const { path } of ledger.sightings.failed(folder.id)) {
        if ((await lookInFolder(below(folder.path, path))) === null) unlist(path);
      }
    },
    async takeDue() {
      await tickets.takeDue(BATCH);
      for (const file of tracker.due(clock.mono(), BATCH)) {
        if (signal.aborted) return;
        await deal(file);
      }
      await endDrop();
    },
    async takeGranted() {
      const photos = ledger.drops.granted(folder.id, BATCH);
      const orders = new Map<DroppedPhoto, Order>();
      for (const photo of photos) {
        const order = await orderNow(photo);
        if (order !== null) orders.set(photo, order);
      }
      if (signal.aborted) return false;
      const taken = ledger.transaction(() =>
        [...orders].map(([photo, order]) => ({
          photo,
          admitted: admitDropped(parts, photo, order),
        })),
      );
      for (const { photo, admitted } of taken) tell(photo.path, admitted);
      for (const photo of photos) {
        if (orders.has(photo)) continue;
        gone(photo.path);
        // what is in its place, or what its ticket says now, has not been asked about
        await settleAnew(photo.path);
      }
      return photos.length > 0;
    },
  };
}

/** Two files of the same content with the same ticket are bought once. */
function contentOf({ sha256, ticket }: DroppedPhoto, { recipe }: Order): string {
  return `${sha256} ${ticket ?? ''} ${recipe.identity}`;
}

function failedSighting(path: string, look: FileLook, { code, message }: Problem): Sighting {
  return { ...look, path, outcome: 'failed', jobId: null, code, message, ticket: null };
}
