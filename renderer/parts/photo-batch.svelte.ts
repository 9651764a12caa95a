import type { Outcome, Problem } from '#shared/problem.ts';
import type { GivenFiles } from '../data/connection/dropped.ts';
import type { Notices } from '../data/notices.svelte.ts';
import type { Studio } from '../data/studio.svelte.ts';
import { problemText } from '../texts/problems.ts';
import { t } from '../texts/texts.svelte.ts';
import { sumUp } from './refused.ts';

/** Photos per command. After Stop, the photos of the current command are still added. */
const AT_ONCE = 5;
/** Files and folders per request; the contract allows twice as many. */
const GIVEN_AT_ONCE = 1000;
/** Maximum number of rejected files whose reasons are stored; the others are only counted. */
const MOST_REASONS = 200;

interface Progress {
  readonly done: number;
  /** Number of photos found; 0 while folders are still being searched. */
  readonly total: number;
}

/** The result of one command that adds some of the photos in a batch. */
export interface Taken {
  /** The keys of the photos that were added. */
  readonly keys: readonly (number | string)[];
  /** The reasons why photos were rejected. If many photos were rejected, contains only the first reasons. */
  readonly refused: readonly Problem[];
  readonly refusals: number;
}

/** The texts shown when a batch has ended. */
export interface BatchReport {
  /** Returns the text for the end of a batch. `left` is the number of photos that the user skipped with Stop. */
  ended(count: number, left: number): string;
  /** Returns the text that says how many photos were rejected; the reasons are shown after this text. */
  refused(count: number): string;
}

/** Adds the photos in a batch to a place, such as the filmstrip or a hot folder. */
export interface BatchTarget extends BatchReport {
  /** Adds files by path. `from` is the dropped or chosen folder that contains the files; null for single files. */
  paths(paths: string[], from: string | null): Promise<Outcome<Taken>>;
  /** Adds a file by content. Used where the page can't read paths. */
  file(file: File): Promise<Outcome<Taken>>;
}

/** The results of a batch so far. */
interface Tally {
  readonly keys: Set<number | string>;
  readonly refused: Problem[];
  refusals: number;
  left: number;
}

/**
 * The progress of all batches of a kind. This object is kept outside the components, so that a batch continues when
 * the user opens another view.
 */
export class BatchState {
  /** Null if no batch is in progress. */
  progress = $state.raw<Progress | null>(null);
  underWay = 0;
  stopping = new AbortController();
}

/** Adds photos from files and folders, a few at a time, and shows the progress. */
export class PhotoBatch {
  readonly #studio: Studio;
  readonly #state: BatchState;
  readonly #notices: Pick<Notices, 'complain' | 'say' | 'warn'>;

  constructor(
    studio: Studio,
    parts: {
      /** Creates the state that all batches of a kind share. */
      readonly create: () => BatchState;
      readonly notices: Pick<Notices, 'complain' | 'say' | 'warn'>;
    },
  ) {
    this.#studio = studio;
    this.#state = studio.state(parts.create);
    this.#notices = parts.notices;
  }

  /** Null if no batch is in progress. */
  get progress(): Progress | null {
    return this.#state.progress;
  }

  /** Skips the remaining photos; photos that were already added stay. */
  stop(): void {
    this.#state.stopping.abort();
  }

  /** Adds chosen or dropped files and folders. */
  given(given: GivenFiles | Promise<GivenFiles>, target: BatchTarget): Promise<void> {
    return this.#during(async () => {
      const all = await given;
      await ('paths' in all
        ? this.#takePaths(all.paths, target)
        : this.#takeAll(all.files, 1, ([file]) => target.file(file as File), target));
    });
  }

  /** Adds items one after the other, such as web addresses. */
  each<T>(
    items: readonly T[],
    take: (item: T, signal: AbortSignal) => Promise<Outcome<Taken>>,
    target: BatchReport,
  ): Promise<void> {
    const { signal } = this.#state.stopping;
    return this.#during(() => this.#takeAll(items, 1, ([item]) => take(item as T, signal), target));
  }

  /** Runs `work` and counts it as a batch in progress. Resets the progress if no other batch is in progress. */
  async #during(work: () => Promise<void>): Promise<void> {
    const state = this.#state;
    state.underWay += 1;
    state.progress ??= { done: 0, total: 0 };
    await work();
    state.underWay -= 1;
    if (state.underWay > 0) return;
    state.progress = null;
    state.stopping = new AbortController();
  }

  async #takePaths(paths: readonly string[], target: BatchTarget): Promise<void> {
    const tally = noneYet();
    const found: { readonly path: string; readonly from: string | null }[] = [];
    for (let at = 0; at < paths.length; at += GIVEN_AT_ONCE) {
      const given = { paths: paths.slice(at, at + GIVEN_AT_ONCE) };
      const there = await this.#studio.ask('retouch.find', given, this.#state.stopping.signal);
      if (!there.ok) {
        if (there.problem.code !== 'aborted') this.#notices.complain(there.problem);
        return;
      }
      refuse(tally, there.value);
      found.push(...there.value.photos);
    }
    const take = (some: typeof found) =>
      target.paths(
        some.map(({ path }) => path),
        some[0]?.from ?? null,
      );
    await this.#takeAll(found, AT_ONCE, take, target, tally);
  }

  /** Adds items, up to `step` from the same folder at a time, and reports the results. */
  async #takeAll<T>(
    items: readonly T[],
    step: number,
    take: (some: T[]) => Promise<Outcome<Taken>>,
    target: BatchReport,
    tally = noneYet(),
  ): Promise<void> {
    const { signal } = this.#state.stopping;
    this.#advance(0, items.length);
    for (let at = 0; at < items.length;) {
      if (signal.aborted || !this.#studio.isReachable) {
        tally.left += items.length - at;
        break;
      }
      const some = items.slice(at, at + together(items, at, step));
      const answer = await take(some);
      at += some.length;
      this.#advance(some.length, 0);
      if (answer.ok) {
        for (const key of answer.value.keys) tally.keys.add(key);
        refuse(tally, answer.value);
      } else if (answer.problem.code !== 'aborted' && this.#studio.isReachable) {
        refuse(tally, { refused: [answer.problem], refusals: some.length });
      } else tally.left += some.length;
    }
    this.#report(tally, target);
  }

  #advance(done: number, total: number): void {
    const { progress } = this.#state;
    if (progress === null) return;
    this.#state.progress = { done: progress.done + done, total: progress.total + total };
  }

  #report({ keys, refused, refusals, left }: Tally, target: BatchReport): void {
    if (left > 0 || keys.size > 0) this.#notices.say(target.ended(keys.size, left));
    if (refusals === 0) return;
    const { reasons, names, more } = sumUp(refused, refusals, (each) => problemText(each));
    const further = [
      ...(names.length > 0 ? [t('retouch.refusedNames', { names: names.join(', ') })] : []),
      ...(more > 0 ? [t('retouch.refusedMore', { count: more })] : []),
    ];
    this.#notices.warn([target.refused(refusals), ...reasons, ...further].join(' '));
  }
}

/** Returns how many of the next `step` items are from the same folder as the next item. */
function together<T>(items: readonly T[], at: number, step: number): number {
  const fromOf = (item: T | undefined) => (item as { readonly from?: unknown } | undefined)?.from;
  let size = 1;
  while (
    size < step &&
    at + size < items.length &&
    fromOf(items[at + size]) === fromOf(items[at])
  ) {
    size += 1;
  }
  return size;
}

function noneYet(): Tally {
  return { keys: new Set(), refused: [], refusals: 0, left: 0 };
}

function refuse(tally: Tally, { refused, refusals }: Pick<Taken, 'refused' | 'refusals'>): void {
  tally.refusals += refusals;
  tally.refused.push(...refused.slice(0, MOST_REASONS - tally.refused.length));
}
