import type { LimitOf } from './report.ts';
import type { Parts } from './parts.ts';

/** Decides which of the waiting jobs are taken up next, and how many. */
export class Admission {
  readonly #parts: Pick<Parts, 'ledger' | 'limits'>;
  /** Jobs that have not been executed yet: no more are taken up than soon find a place. */
  readonly #ahead = new Set<number>();
  /** Jobs that a daily limit stands against, with their hot folder; 0 for photos a person gave. */
  readonly #parked = new Map<number, { readonly folder: number; readonly of: LimitOf }>();

  constructor(parts: Pick<Parts, 'ledger' | 'limits'>) {
    this.#parts = parts;
  }

  /** Returns the jobs to take up now, none of `except`. */
  take(except: ReadonlySet<number>): readonly number[] {
    const room = this.#lookahead() - this.#ahead.size;
    if (room <= 0) return [];
    const ids = this.#parts.ledger.jobs.next(room, except, this.#closedFolders());
    for (const id of ids) this.#ahead.add(id);
    return ids;
  }

  /** Another job may be taken up in place of this one. Returns whether that was not so before. */
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

  parked(): number[] {
    return [...this.#parked.keys()];
  }

  /** Returns the hot folders of parked jobs, 0 for photos a person gave, and whose limit stands against them. */
  limited(): ReadonlyMap<number, LimitOf> {
    return new Map([...this.#parked.values()].map(({ folder, of }) => [folder, of]));
  }

  #lookahead(): number {
    const { inFlight, cores } = this.#parts.limits;
    return inFlight + cores;
  }

  /**
   * Whose jobs are not taken up for now, because some of them are parked: those look again by
   * themselves, the others of a hot folder cost the same. What a person gave may cost less. And those
   * that a person has paused.
   */
  #closedFolders(): number[] {
    const all = [...this.#parked.values()].map(({ folder }) => folder);
    const folders = new Set(all);
    if (all.filter((folder) => folder === 0).length < this.#lookahead()) folders.delete(0);
    return [...folders, ...this.#parts.ledger.pauses.folders()];
  }
}
