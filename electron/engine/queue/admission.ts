import type { LimitOf } from './report.ts';
import type { Parts } from './parts.ts';

/** Decides which of the waiting jobs start next, and how many. */
export class Admission {
  readonly #parts: Pick<Parts, 'ledger' | 'limits' | 'sharedFolders'>;
  /**
   * Started jobs that have not been executed yet. Their number is limited, so that each of them soon gets a slot at the
   * service.
   */
  readonly #ahead = new Set<number>();
  /**
   * Parked jobs, which a limit or an unreachable hot folder keeps waiting, with their hot folder; 0 for photos the user
   * added.
   */
  readonly #parked = new Map<number, { readonly folder: number; readonly of: LimitOf }>();

  constructor(parts: Pick<Parts, 'ledger' | 'limits' | 'sharedFolders'>) {
    this.#parts = parts;
  }

  /** Returns the jobs to start now, without those in `except`. */
  take(except: ReadonlySet<number>): readonly number[] {
    const room = this.#lookahead() - this.#ahead.size;
    if (room <= 0) return [];
    const { ledger, sharedFolders = () => [] } = this.#parts;
    const paused = ledger.pauses.folders();
    // only the pause of all work also holds the runs that the user asked for
    const limited = [...this.#limitedFolders(), ...(ledger.pauses.since() === null ? [] : paused)];
    const ids = ledger.jobs.next(room, except, limited, sharedFolders(), paused);
    for (const id of ids) this.#ahead.add(id);
    return ids;
  }

  /**
   * Lets another job start in place of this job, because this job has been executed or will wait for a long time.
   * Returns whether this job still counted as started.
   */
  passed(id: number): boolean {
    return this.#ahead.delete(id);
  }

  park(id: number, hotFolderId: number | null, of: LimitOf): void {
    this.#parked.set(id, { folder: hotFolderId ?? 0, of });
  }

  /** Returns whether the job was parked. */
  unpark(id: number): boolean {
    return this.#parked.delete(id);
  }

  isParked(id: number): boolean {
    return this.#parked.has(id);
  }

  parked(): number[] {
    return [...this.#parked.keys()];
  }

  /**
   * Returns the hot folders of parked jobs (0 for photos that the user added), each with what keeps
   * its jobs waiting.
   */
  limited(): ReadonlyMap<number, LimitOf> {
    return new Map([...this.#parked.values()].map(({ folder, of }) => [folder, of]));
  }

  #lookahead(): number {
    const { inFlight, cores } = this.#parts.limits;
    return inFlight + cores;
  }

  /**
   * Returns the hot folders whose jobs do not start at the moment because some of their jobs are parked. The other jobs
   * of such a folder are in the same place and cost as much as the parked ones, which check the folder and the limit
   * again themselves. Photos that the user added (0) differ in cost, so they wait only while many of them are parked.
   */
  #limitedFolders(): number[] {
    const all = [...this.#parked.values()].map(({ folder }) => folder);
    const folders = new Set(all);
    if (all.filter((folder) => folder === 0).length < this.#lookahead()) folders.delete(0);
    return [...folders];
  }
}
