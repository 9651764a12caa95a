import type { Problem } from '#shared/problem.ts';
import type { UnpairedFiles } from '#shared/views/folders.ts';
import { below } from '../../base/paths.ts';
import type { OutputFolder } from '../../base/permitted.ts';
import type { HotFolder } from '../../adapters/ledger/hot-folders.ts';
import type { FileLook, Sighting } from '../../adapters/ledger/sightings.ts';
import { outcomeOf, type Admission } from './admit.ts';
import { FailedList } from './failed-list.ts';
import { isSighted, lookInFolder, looksAlike, sameLook } from './look.ts';
import type { OwnPlaces } from './own-places.ts';
import type { ResolvedRecipe } from './recipe-files.ts';
import { lookedInto, refusedFor, wanting, type Settling, type SettleTiming } from './settle.ts';
import { SuddenDrop } from './sudden-drop.ts';
import { lookInto, takeIn, type Inside, type Taking } from './take.ts';
import { photoOfTicket, ticketsOf } from './ticket.ts';
import { createTickets, type Tickets } from './tickets.ts';
import type { Tracker } from './tracker.ts';
import type { IntakeEvent, WatchParts } from './types.ts';

export interface FileQueueParts extends WatchParts {
  readonly folder: HotFolder;
  readonly outFolder: OutputFolder;
  readonly recipe: ResolvedRecipe;
  readonly timing: SettleTiming;
  readonly tracker: Tracker;
  readonly ownPlaces: OwnPlaces;
  readonly askAbove: () => number;
  readonly on: (event: IntakeEvent) => void;
  /** Lets a file be moved in the background. */
  readonly inBackground: (work: Promise<void>) => void;
  readonly stopping: AbortSignal;
}

/** A file that may still become a photo: it is empty, truncated or unreadable. */
type NotYet = Omit<Extract<Inside, { readonly kind: 'not-yet' }>, 'kind'>;

interface File {
  readonly relative: string;
  readonly settling: Settling;
}

/** Number of files handled before hints and time are checked again. */
const BATCH = 32;

/** The queue of files in a hot folder that wait to be admitted, one after the other. */
export class FileQueue {
  readonly #parts: FileQueueParts;
  readonly #taking: Taking;
  readonly #failed: FailedList;
  readonly #tickets: Tickets;
  readonly #drop: SuddenDrop;

  constructor(parts: FileQueueParts) {
    const { ledger, folder } = parts;
    this.#parts = parts;
    // the user may have answered an earlier question with *Always for this folder*
    const asks = () => ledger.hotFolders.get(folder.id)?.asksDrops !== false;
    this.#taking = { ...parts, askAbove: () => (asks() ? parts.askAbove() : Infinity) };
    this.#failed = new FailedList(parts);
    this.#tickets = createTickets(parts, {
      look: (photo, look) => this.see(photo, look),
      list: (relative, look, problem) => void this.#failed.add(relative, look, problem),
    });
    this.#drop = new SuddenDrop({
      ...parts,
      ...this.#taking,
      tickets: this.#tickets,
      onAdmitted: (path, admitted) => this.#tell(path, admitted),
      settleAnew: (relative) => this.#settleAnew(relative),
    });
  }

  /** Adds a newly found file to the queue, unless the file has already been handled. */
  see(relative: string, look: FileLook): void {
    if (photoOfTicket(relative) !== null) this.#tickets.see(relative, look);
    else if (this.isDealtWith(relative, look)) {
      this.#parts.tracker.forget(relative);
      this.#renew(relative, look);
    } else this.#sight(relative, look);
  }

  /**
   * Returns whether the file needs no more work as long as it stays unchanged. An unreadable file
   * is tried again.
   */
  isDealtWith(relative: string, look: FileLook): boolean {
    const { ledger, folder } = this.#parts;
    // a ticket alone makes no job, and is never marked as seen
    if (photoOfTicket(relative) !== null) return true;
    const dropped = ledger.largeDrops.find(folder.id, relative);
    if (dropped !== undefined && sameLook(dropped, look)) return true;
    const sighting = ledger.sightings.find(folder.id, relative);
    if (sighting === undefined) return false;
    if (!isSighted(sighting, look)) return looksAlike(sighting, look) && this.#isGivenUp(sighting);
    return sighting.outcome !== 'failed' || sighting.code === 'photo-not-an-image';
  }

  /** Returns whether the job of a file has failed or was cancelled before anything was bought. */
  #isGivenUp({ jobId }: Sighting): boolean {
    return jobId !== null && outcomeOf(this.#parts.ledger, jobId, false) === 'retried';
  }

  /** Records the inode of an unchanged file that has another one now, so that the file can still be moved. */
  #renew(relative: string, look: FileLook): void {
    const { ledger, folder, mover, inBackground, stopping } = this.#parts;
    const sighting = ledger.sightings.find(folder.id, relative);
    if (sighting === undefined || sighting.jobId === null || sameLook(sighting, look)) return;
    ledger.sightings.renew(folder.id, relative, look.inode);
    inBackground(mover.afterJob(sighting.jobId, stopping));
  }

  /** Forgets a file that was removed: if the same file is put back, the user wants it. */
  gone(relative: string): void {
    const { ledger, folder, tracker } = this.#parts;
    if (photoOfTicket(relative) !== null) return this.#tickets.gone(relative);
    // the ticket of a removed photo is checked again
    for (const ticket of ticketsOf(relative)) this.#tickets.leave(ticket);
    tracker.forget(relative);
    this.#failed.remove(relative);
    ledger.largeDrops.forget(folder.id, relative);
    const sighting = ledger.sightings.find(folder.id, relative);
    if (sighting === undefined) return;
    if (sighting.outcome === 'seen' || this.#isGivenUp(sighting)) {
      ledger.sightings.forget(folder.id, relative);
    }
  }

  /** Handles a batch of the files that have settled; the next call handles more. */
  async takeDue(): Promise<void> {
    const { clock, tracker, stopping } = this.#parts;
    await this.#tickets.takeDue(BATCH);
    for (const file of tracker.due(clock.mono(), BATCH)) {
      if (stopping.aborted) return;
      await this.#deal(file);
    }
    await this.#drop.decide();
  }

  /** Admits a batch of the photos that the user approved. Returns whether there were any. */
  async takeGranted(): Promise<boolean> {
    const { photos, others } = await this.#drop.takeGranted(BATCH);
    for (const path of others) {
      this.gone(path);
      // the file or the ticket has changed since the user was asked
      await this.#settleAnew(path);
    }
    return photos > 0;
  }

  /** Returns the monotonic ms at which the next file can be handled; Infinity if there is none. */
  nextAt(): number {
    const { tracker } = this.#parts;
    return Math.min(tracker.nextAt(), this.#tickets.nextAt(), this.#drop.nextAt());
  }

  /**
   * Removes from the list the files that were removed or renamed while nothing watched the folder.
   */
  unlistMissing(): Promise<void> {
    return this.#failed.removeMissing();
  }

  /** Returns how many files will be handled without a decision by the user. */
  settling(): number {
    return this.#parts.tracker.settling() + this.#tickets.settling();
  }

  unpaired(): UnpairedFiles {
    return { photos: this.#parts.tracker.wanting(Infinity), tickets: this.#tickets.wanting() };
  }

  /** Runs a full scan, see `Tracker.during`. */
  async during(lookThrough: () => Promise<boolean>): Promise<void> {
    await this.#parts.tracker.during(async () => {
      let isWhole = false;
      await this.#tickets.during(async () => (isWhole = await lookThrough()));
      return isWhole;
    });
  }

  /**
   * Records a file that was found and returns whether it is unchanged; a changed file is removed
   * from the failed list.
   */
  #sight(relative: string, look: FileLook): boolean {
    const { tracker, clock } = this.#parts;
    const isKnown = tracker.get(relative) !== undefined;
    const isSame = tracker.see(relative, look, clock.mono());
    if (isKnown && !isSame) this.#failed.remove(relative);
    return isSame;
  }

  async #deal(file: File): Promise<void> {
    const { clock, folder, timing, tracker, ownPlaces, stopping } = this.#parts;
    const { relative, settling } = file;
    const path = below(folder.path, relative);
    const look = await lookInFolder(path);
    if (look === null) return tracker.forget(relative);
    if (!this.#sight(relative, look)) return;
    // since the file was found, a data folder may have been created around it
    if (await ownPlaces.holds(relative)) return tracker.forget(relative);
    const inside = await lookInto(path, stopping);
    if (inside === null) return;
    switch (inside.kind) {
      case 'stranger':
        return tracker.ignore(relative, look);
      case 'not-yet':
        return this.#putOff(file, inside);
      case 'not-an-image':
        return this.#refuse(relative, look, inside.problem);
      case 'photo': {
        const settled = lookedInto(settling, inside.finding, clock.mono(), timing);
        return settled.do === 'wait' ? tracker.wait(relative, settled.next) : this.#admit(file);
      }
    }
  }

  async #admit(file: File): Promise<void> {
    const { tracker, on, stopping } = this.#parts;
    const { relative, settling } = file;
    const decision = await this.#tickets.decide(relative);
    if (decision.do !== 'take') this.#failed.remove(relative);
    if (decision.do === 'want') return tracker.wait(relative, wanting(settling));
    if (decision.do === 'wait') {
      const next = { ...settling, checkAt: decision.until, isWanting: false };
      return tracker.wait(relative, next);
    }
    const taken = await takeIn(this.#taking, file, stopping);
    if (!taken.ok) return this.#admitLater(file, taken.problem);
    if (typeof taken.value === 'object' && 'order' in taken.value) {
      this.#failed.remove(relative);
      this.#drop.add(taken.value, settling.since);
      return tracker.wait(relative, { ...settling, checkAt: Infinity });
    }
    tracker.forget(relative);
    this.#tickets.settled(relative);
    if (typeof taken.value === 'object') return this.#tell(relative, taken.value);
    this.#failed.remove(relative);
    if (taken.value === 'own') return;
    on({ kind: 'asks', path: relative });
  }

  #tell(path: string, { outcome, jobId, sha256 }: Admission): void {
    const { mover, on, inBackground, stopping } = this.#parts;
    if (outcome === 'again') throw new Error('A hot folder never requests a photo again.');
    on({ kind: outcome, path, jobId, sha256 });
    if (outcome === 'already') inBackground(mover.afterJob(jobId, stopping));
  }

  /** Makes a file that has changed since it was counted settle like a new file. */
  async #settleAnew(relative: string): Promise<void> {
    const { folder, tracker, ownPlaces } = this.#parts;
    tracker.forget(relative);
    const look = await lookInFolder(below(folder.path, relative));
    if (look !== null && !(await ownPlaces.holds(relative))) this.see(relative, look);
  }

  async #admitLater(file: File, problem: Problem): Promise<void> {
    const { folder, tracker } = this.#parts;
    if (problem.code === 'aborted') return;
    if (problem.code === 'ticket-invalid') return this.#holdFor(file, problem);
    if (problem.code !== 'file-changing') {
      return this.#putOff(file, { finding: 'unreadable', problem, meanwhile: problem });
    }
    // F51: the content that was read is outdated; the new content settles like any other file
    const look = await lookInFolder(below(folder.path, file.relative));
    if (look === null) tracker.forget(file.relative);
    else this.#sight(file.relative, look);
  }

  /**
   * Lists the photo with its problem, and makes it wait until the ticket is corrected or a file
   * that the ticket names exists.
   */
  #holdFor({ relative, settling }: File, problem: Problem): void {
    const { clock, tracker } = this.#parts;
    if (!settling.isListed || !this.#failed.says(relative, problem)) {
      this.#failed.add(relative, settling.look, problem);
    }
    tracker.wait(relative, refusedFor(settling, clock.mono()));
  }

  #putOff({ relative, settling }: File, { finding, problem, meanwhile }: NotYet): void {
    const { clock, timing, tracker } = this.#parts;
    const settled = lookedInto(settling, finding, clock.mono(), timing);
    if (settled.do === 'admit') throw new Error(`A file that is ${finding} cannot be admitted.`);
    if (settled.list) this.#failed.add(relative, settling.look, problem);
    else this.#failed.addWaiting(relative, settling.look, meanwhile);
    tracker.wait(relative, settled.next);
  }

  #refuse(relative: string, look: FileLook, problem: Problem): void {
    const { folder, tracker, mover, inBackground, stopping } = this.#parts;
    const sighting = this.#failed.add(relative, look, problem);
    tracker.forget(relative);
    if (folder.after === 'leave') return;
    const moved = mover.toFailed(folder, sighting, problem, stopping);
    inBackground(moved.then(() => undefined));
  }
}
