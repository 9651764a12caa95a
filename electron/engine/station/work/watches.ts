import { isDeepStrictEqual } from 'node:util';
import { success, type Outcome } from '#shared/problem.ts';
import type { SkippedFile } from '../../../adapters/shared-studio/shared-work.ts';
import type { Lease } from '../../../adapters/shared-studio/types.ts';
import { momentOf, stillHolds, type Moment } from '../lease.ts';
import { adoptFolder } from './offers.ts';
import type { SharedFolder, WorkParts } from './parts.ts';
import { shareSkipped } from './skipped.ts';

/** Maximum time in ms between two renewals of the watches. */
const RENEW = 4000;

interface Watch {
  /** The moment before the watch was requested. */
  readonly since: Moment;
  /** Time in ms for which this station may watch the folder; 0 if another station watches it. */
  readonly ms: number;
  /** Name of the station that watches the folder. */
  readonly station: string;
}

/**
 * Decides which shared hot folders this station watches. Each folder is watched by one station for a limited time,
 * which the station extends. A station that hangs or loses its connection extends nothing, so another station takes
 * over.
 */
export class Watches {
  readonly #parts: WorkParts;
  readonly #watches = new Map<number, Watch>();
  /** The folders in the last request, as JSON; '' if the request failed. */
  #told = '';
  /** The files of each watched folder that are never admitted, as this station told the other stations. */
  readonly #skipped = new Map<number, readonly SkippedFile[]>();

  /** The folders that this station could not reach at the last attempt. */
  #away: ReadonlySet<number> = new Set();

  constructor(parts: WorkParts) {
    this.#parts = parts;
  }

  /** Returns whether this station may watch a hot folder; true for a folder that is not shared. */
  isOwn(hotFolderId: number): boolean {
    const isShared = this.#parts.folders().some(({ id }) => id === hotFolderId);
    return !isShared || this.#holds(hotFolderId);
  }

  /** Returns the name of the other station that watches a hot folder; null if none is known. */
  watcherOf(hotFolderId: number): string | null {
    const watch = this.#watches.get(hotFolderId);
    return watch === undefined || this.#holds(hotFolderId) ? null : watch.station;
  }

  /** Returns whether this station does not watch a hot folder because it cannot reach the folder. */
  isAway(hotFolderId: number): boolean {
    return this.#away.has(hotFolderId);
  }

  /** Extends the watches, and takes over folders that no station watches. Returns the ms until the next renewal. */
  async renew(lease: Lease): Promise<Outcome<number>> {
    const { shared, clock } = this.#parts;
    const all = this.#wanted();
    let next = RENEW;
    this.#told = JSON.stringify(all);
    const wanted = await this.#reached(all);
    if (wanted.length === 0) return success(next);
    const since = momentOf(clock);
    const request = wanted.map(({ key, paused }) => ({ folder: key, paused }));
    const answer = await shared.watch(request, lease);
    if (!answer.ok) {
      this.#told = '';
      return answer;
    }
    for (const { folder, isOwn, station, ms } of answer.value) {
      const known = wanted.find(({ key }) => key === folder);
      if (known === undefined) continue;
      const done = await this.#set(known, { since, ms: isOwn ? ms : 0, station }, lease);
      if (!done.ok) return done;
      const told = await this.#shareSkipped(known, lease);
      if (!told.ok) return told;
      next = Math.min(next, ms / 5);
    }
    return success(next);
  }

  /**
   * Returns whether the folders that this station wants to watch or has paused have changed since the last request.
   */
  hasNews(): boolean {
    return JSON.stringify(this.#wanted()) !== this.#told;
  }

  /** Stops watching folders for which the time has ended, or that are not shared any more. */
  expire(): void {
    const shared = new Set(this.#parts.folders().map(({ id }) => id));
    for (const [id, { ms }] of this.#watches) {
      if (shared.has(id) && (ms === 0 || this.#holds(id))) continue;
      this.#watches.delete(id);
      this.#parts.hands.watchChanged(id);
    }
  }

  /** Lets other stations watch all folders. */
  async stop(): Promise<void> {
    const hasAny = [...this.#watches.keys()].some((id) => this.#holds(id));
    this.#watches.clear();
    if (hasAny) await this.#parts.shared.stopWatching();
  }

  #holds(hotFolderId: number): boolean {
    const watch = this.#watches.get(hotFolderId);
    return watch !== undefined && this.#isValid(watch);
  }

  #isValid({ since, ms }: Watch): boolean {
    return stillHolds(this.#parts.clock, since, ms);
  }

  #wanted(): (SharedFolder & { readonly paused: boolean })[] {
    const { folders, ledger } = this.#parts;
    const isAllPaused = ledger.pauses.since() !== null;
    return folders().flatMap((folder) => {
      const isArmed = ledger.hotFolders.get(folder.id)?.armed === true;
      // a folder that is paused here keeps its watcher, so that it is paused for all stations
      const isWanted = isArmed || this.#holds(folder.id);
      return isWanted ? [{ ...folder, paused: isAllPaused || !isArmed }] : [];
    });
  }

  /**
   * Returns the folders that this station can reach. A watch of another folder would keep the stations that can reach it
   * from watching, so this station gives it up, and the watch ends in the database.
   */
  async #reached<Folder extends SharedFolder>(folders: readonly Folder[]): Promise<Folder[]> {
    const { hands } = this.#parts;
    const reached = await Promise.all(folders.map(({ id }) => hands.reaches(id)));
    const before = this.#away;
    const away = folders.filter((_, at) => reached[at] !== true).map(({ id }) => id);
    this.#away = new Set(away);
    for (const id of away) {
      const wasWatched = this.#watches.delete(id);
      if (wasWatched || !before.has(id)) hands.watchChanged(id);
    }
    return folders.filter(({ id }) => !this.#away.has(id));
  }

  async #shareSkipped(folder: SharedFolder, lease: Lease): Promise<Outcome<void>> {
    if (!this.#holds(folder.id)) return success();
    const files = this.#parts.ledger.sightings.seen(folder.id);
    const before = this.#skipped.get(folder.id);
    if (isDeepStrictEqual(before, files)) return success();
    const paths = new Set(files.map(({ path }) => path));
    const gone = (before ?? []).flatMap(({ path }) => (paths.has(path) ? [] : [path]));
    const told = await shareSkipped(this.#parts, folder, lease, gone);
    if (told.ok) this.#skipped.set(folder.id, files);
    return told;
  }

  async #set(folder: SharedFolder, watch: Watch, lease: Lease): Promise<Outcome<void>> {
    const { id } = folder;
    const before = this.#watches.get(id);
    const wasOwn = this.#holds(id);
    const isOwn = this.#isValid(watch);
    if (isOwn && !wasOwn) {
      // done first, so that photos that the other station has admitted do not count as new
      const adopted = await adoptFolder(this.#parts, folder, lease);
      if (!adopted.ok) return adopted;
    }
    this.#watches.set(id, watch);
    if (isOwn !== wasOwn || before?.station !== watch.station) {
      this.#parts.hands.watchChanged(id);
    }
    return success();
  }
}
