import { isDeepStrictEqual } from 'node:util';
import type { Outcome } from '#shared/problem.ts';
import type { UnpairedFiles } from '#shared/views/folders.ts';
import { createAlarm, type Alarm, type Rest } from '../../base/alarm.ts';
import { below } from '../../base/paths.ts';
import { troubleOf } from '../../adapters/ledger/fault.ts';
import type { HotFolder } from '../../adapters/ledger/hot-folders.ts';
import type { Sighting } from '../../adapters/ledger/sightings.ts';
import { existingNames } from './existing-names.ts';
import { FileQueue, type FileQueueParts } from './file-queue.ts';
import { lookInFolder } from './look.ts';
import { inNaturalOrder, isFound, leftOutOf } from './names.ts';
import { createOwnPlaces, type OwnPlaces } from './own-places.ts';
import type { Root } from './root.ts';
import { scan, type ScanEntry } from './scan.ts';
import { usualPatience } from './settle.ts';
import { seenAs } from './take.ts';
import { createTracker, type Tracker } from './tracker.ts';
import type { IntakeEvent, Watcher } from './types.ts';
import { watchForHints, type Hint, type Hints } from './watch.ts';

/**
 * Interval in ms between two scans while there are no hints, or while the folder or the ledger's
 * disk is unavailable.
 */
const POLL_EVERY = 5_000;
/** Maximum number of hints that are followed one by one; with more, one full scan is cheaper. */
const MOST_HINTS = 5_000;
/** Number of files that are marked as seen in one commit. */
const SEEN_BATCH = 500;
/** Time limit in ms for closing a folder on a network share that hangs. */
const CLOSE_TIMEOUT = 5_000;

const none = { count: 0, first: null };

export type FolderWatcherParts = Omit<
  FileQueueParts,
  'timing' | 'tracker' | 'ownPlaces' | 'inBackground' | 'stopping'
>;

/**
 * Watches one hot folder: scans it at intervals and on hints, lets files settle, and admits them
 * one after the other. A single loop does everything in order, so no two of these actions run at
 * the same time.
 */
export class FolderWatcher implements Watcher {
  readonly #parts: FolderWatcherParts;
  readonly #folder: HotFolder;
  readonly #reach: () => Promise<Outcome<Root>>;
  readonly #on: (event: IntakeEvent) => void;
  readonly #tracker: Tracker;
  readonly #files: FileQueue;
  readonly #ownPlaces: OwnPlaces;
  readonly #stopping = new AbortController();
  /** Wakes the watcher when there is work to do before the next deadline. */
  readonly #alarm: Alarm;
  readonly #rest: Rest;
  readonly #unwatch: () => void;
  /** Paths that hints named and that have not been checked yet. */
  readonly #touched = new Set<string>();
  readonly #moving = new Set<Promise<void>>();
  readonly #isLeftOut: (relative: string) => boolean;
  /** Callers that wait for a full scan. */
  readonly #asking: (() => void)[] = [];
  /** Folders and names that the last full scan could not read. */
  #unreadable = new Set<string>();
  #root: Root | null = null;
  #hints: Hints | null = null;
  #hasHints = true;
  #isReachable = true;
  /** Whether the watcher is waiting for the ledger, and has reported that. */
  #isWaiting = false;
  /** The photos without tickets, and tickets without photos, that were last reported. */
  #unpaired: UnpairedFiles = { photos: none, tickets: none };
  /**
   * Whether the user may have approved waiting photos, possibly in an earlier run of the program.
   */
  #mayBeGranted = true;
  #nextScan = 0;
  #catchUpAt: number;
  #running: Promise<void> = Promise.resolve();

  constructor(parts: FolderWatcherParts, reach: () => Promise<Outcome<Root>>) {
    const { folder } = parts;
    this.#parts = parts;
    this.#folder = folder;
    this.#reach = reach;
    this.#on = parts.on;
    this.#alarm = createAlarm(parts.clock);
    this.#rest = this.#alarm.listen();
    const timing = { settleMs: folder.settleMs, ...usualPatience };
    this.#tracker = createTracker(timing);
    this.#isLeftOut = leftOutOf(folder);
    this.#ownPlaces = createOwnPlaces(parts.ledger, folder.path);
    this.#files = new FileQueue({
      ...parts,
      timing,
      tracker: this.#tracker,
      ownPlaces: this.#ownPlaces,
      inBackground: (work) => this.#inBackground(work),
      stopping: this.#stopping.signal,
    });
    this.#unwatch = parts.mover.watching(folder.id);
    // Catches up only some time after the start, so that other recipes on the same folder are also being watched by
    // then.
    this.#catchUpAt = parts.clock.mono() + folder.settleMs;
  }

  /** Scans the folder, then watches it until `close`. */
  async start(existing: 'process' | 'skip'): Promise<void> {
    await this.#scan(existing === 'skip');
    this.#running = this.#watch();
  }

  async close(): Promise<void> {
    this.#stopping.abort();
    this.#unwatch();
    const closed = new AbortController();
    const over = Promise.all([this.#running, this.#hints?.close(), ...this.#moving]);
    await Promise.race([over, this.#parts.clock.sleep(CLOSE_TIMEOUT, closed.signal)]);
    closed.abort();
  }

  rescan(): Promise<void> {
    if (this.#stopping.signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      this.#asking.push(resolve);
      this.#scanSoon();
    });
  }

  takeGranted(): void {
    this.#mayBeGranted = true;
    this.#alarm.ring();
  }

  state(): ReturnType<Watcher['state']> {
    return {
      reachable: this.#isReachable,
      polling: !this.#hasHints,
      settling: this.#files.settling() + this.#touched.size + this.#moving.size,
      unpaired: this.#unpaired,
    };
  }

  async #watch(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      try {
        if (this.#now() >= this.#nextScan) await this.#scan(false);
        await this.#takeHints();
        if (this.#isReachable) await this.#take();
        if (this.#now() >= this.#catchUpAt) this.#catchUp();
        this.#tellOn();
        this.#tellUnpaired();
        await this.#sleep();
      } catch (error) {
        // F39: every file is still tracked, and the next commit repeats the one that failed
        this.#tellWaiting(error);
        await this.#parts.clock.sleep(POLL_EVERY, signal);
      }
    }
    for (const resolve of this.#asking.splice(0)) resolve();
  }

  /** Reports each wait once. */
  #tellWaiting(error: unknown): void {
    const problem = troubleOf(error);
    if (problem === null) throw error;
    if (!this.#isWaiting) this.#on({ kind: 'waiting', problem });
    this.#isWaiting = true;
  }

  #tellOn(): void {
    if (this.#isWaiting) this.#on({ kind: 'goes-on' });
    this.#isWaiting = false;
  }

  #tellUnpaired(): void {
    const unpaired = this.#files.unpaired();
    if (isDeepStrictEqual(unpaired, this.#unpaired)) return;
    this.#unpaired = unpaired;
    this.#on({ kind: 'unpaired', unpaired });
  }

  async #take(): Promise<void> {
    await this.#files.takeDue();
    if (!this.#mayBeGranted) return;
    // Cleared first, so that an approval that arrives during the call is not lost. Set again below if photos are left.
    this.#mayBeGranted = false;
    let areMore = true;
    try {
      areMore = await this.#files.takeGranted();
    } finally {
      this.#mayBeGranted ||= areMore;
    }
  }

  async #sleep(): Promise<void> {
    if (this.#isReachable && this.#mayBeGranted) return;
    const nextCheck = this.#isReachable ? this.#files.nextAt() : Infinity;
    const until = Math.min(this.#nextScan, this.#catchUpAt, nextCheck);
    const ms = until - this.#now();
    if (ms <= 0 || this.#touched.size > 0) return;
    await this.#rest(ms, this.#stopping.signal);
  }

  #now(): number {
    return this.#parts.clock.mono();
  }

  #scanSoon(): void {
    this.#nextScan = 0;
    this.#alarm.ring();
  }

  async #scan(markAsSeen: boolean): Promise<void> {
    const asking = this.#asking.splice(0);
    this.#nextScan = Infinity;
    const root = await this.#reach();
    if (root.ok) {
      await this.#arrive(root.value);
      await this.#files.during(() => this.#lookThrough(markAsSeen));
    } else if (this.#isReachable) {
      this.#isReachable = false;
      this.#root = null;
      this.#on({ kind: 'unreachable', problem: root.problem });
    }
    const { rescanMs } = this.#folder;
    const pause = this.#isReachable && this.#hasHints ? rescanMs : Math.min(rescanMs, POLL_EVERY);
    this.#nextScan = Math.min(this.#nextScan, this.#now() + pause);
    for (const resolve of asking) resolve();
  }

  /**
   * Watches the folder again when another folder is at the path, or when the same folder is
   * reachable again (F57).
   */
  async #arrive(root: Root): Promise<void> {
    const known = this.#root;
    const isSame = known !== null && known.device === root.device && known.inode === root.inode;
    if (!this.#isReachable) {
      this.#isReachable = true;
      this.#on({ kind: 'reachable' });
    }
    this.#root = root;
    if (isSame || !this.#hasHints || this.#stopping.signal.aborted) return;
    await this.#hints?.close();
    this.#hints = watchForHints(root.realPath, this.#isLeftOut, this.#heed);
  }

  /**
   * Scans the folder. `markAsSeen` skips the existing files, but not those that are added during the scan. Returns
   * whether the whole folder could be read.
   */
  async #lookThrough(markAsSeen: boolean): Promise<boolean> {
    const { signal } = this.#stopping;
    const unreadable = new Set<string>();
    const seen: Sighting[] = [];
    this.#ownPlaces.refresh();
    const { isOutput } = this.#ownPlaces;
    const isAdded = markAsSeen
      ? await existingNames(this.#folder.path, this.#isLeftOut, signal)
      : () => true;
    for await (const entry of scan(this.#folder.path, this.#isLeftOut, signal, isOutput)) {
      if (entry.kind === 'problem') this.#tellUnreadable(entry, unreadable);
      else if (isAdded(entry.relative)) this.#files.see(entry.relative, entry.look);
      else if (!this.#files.isDealtWith(entry.relative, entry.look)) {
        seen.push(seenAs(entry.relative, entry.look));
      }
      if (seen.length >= SEEN_BATCH) this.#write(seen.splice(0));
    }
    this.#write(seen);
    this.#unreadable = unreadable;
    const isWhole = !signal.aborted && unreadable.size === 0;
    if (isWhole) await this.#files.unlistMissing();
    return isWhole;
  }

  #tellUnreadable(entry: ScanEntry & { kind: 'problem' }, unreadable: Set<string>): void {
    const { relative, problem } = entry;
    unreadable.add(relative);
    if (this.#unreadable.has(relative) || relative === '') return;
    this.#on({ kind: 'failed', path: relative, problem });
  }

  #write(sightings: readonly Sighting[]): void {
    const { ledger } = this.#parts;
    ledger.transaction(() => {
      for (const sighting of sightings) ledger.sightings.write(this.#folder.id, sighting);
    });
  }

  readonly #heed = (hint: Hint): void => {
    switch (hint.kind) {
      case 'touched':
        this.#touched.add(hint.relative);
        if (this.#touched.size > MOST_HINTS) {
          this.#touched.clear();
          this.#nextScan = 0;
        }
        this.#alarm.ring();
        break;
      case 'rescan':
        this.#scanSoon();
        break;
      case 'root-gone':
        this.#root = null;
        this.#scanSoon();
        break;
      case 'exhausted':
        this.#pollInstead(hint.detail);
    }
  };

  #pollInstead(detail: string): void {
    if (!this.#hasHints) return;
    this.#hasHints = false;
    const hints = this.#hints;
    this.#hints = null;
    if (hints !== null) this.#inBackground(hints.close());
    const seconds = Math.min(this.#folder.rescanMs, POLL_EVERY) / 1000;
    this.#on({ kind: 'polling', detail, seconds });
    this.#scanSoon();
  }

  async #takeHints(): Promise<void> {
    const touched = [...this.#touched].sort(inNaturalOrder);
    const missing: string[] = [];
    for (const relative of touched) {
      if (isFound(relative, this.#isLeftOut)) {
        const look = await lookInFolder(below(this.#folder.path, relative));
        if (look !== null) {
          if (!(await this.#ownPlaces.holds(relative))) this.#files.see(relative, look);
        } else {
          this.#tracker.forget(relative);
          missing.push(relative);
        }
      }
      this.#touched.delete(relative);
    }
    // while the folder itself is unavailable, nothing in it counts as deleted (F55)
    if (missing.length === 0 || !(await this.#reach()).ok) return;
    for (const relative of missing) {
      // looked at again, because the folder may have been unavailable only until now
      const look = await lookInFolder(below(this.#folder.path, relative));
      if (look === null) this.#files.gone(relative);
    }
  }

  /** Moves the photos of jobs that ended while the program was not running. */
  #catchUp(): void {
    this.#catchUpAt = Infinity;
    const { ledger, mover } = this.#parts;
    const { signal } = this.#stopping;
    const all = async () => {
      for (const jobId of ledger.sightings.endedJobs(this.#folder.id)) {
        await mover.afterJob(jobId, signal);
      }
    };
    if (this.#folder.after === 'move') this.#inBackground(all());
  }

  #inBackground(work: Promise<void>): void {
    const done = work
      .catch((error: unknown) => {
        // photos that are not moved now are moved when the folder is next watched
        if (troubleOf(error) === null) throw error;
      })
      .finally(() => this.#moving.delete(done));
    this.#moving.add(done);
  }
}
