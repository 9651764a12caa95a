import type { Outcome, Problem } from '#shared/problem.ts';
import type { AddedPhotos } from '#shared/views/retouch.ts';
import type { GivenFiles } from '../../data/connection/dropped.ts';
import { sendPhoto } from '../../data/connection/photos.ts';
import { noticesIn } from '../../data/notices.svelte.ts';
import type { Studio } from '../../data/studio.svelte.ts';
import { problemText } from '../../texts/problems.ts';
import { t } from '../../texts/texts.svelte.ts';
import { sumUp } from './refused.ts';

const { complain, say, warn } = noticesIn('retouch');

/** Photos per command; up to this many are still added after Stop. */
const AT_ONCE = 5;
/** Files and folders per request; the contract takes twice as many. */
const GIVEN_AT_ONCE = 1000;
/** Maximum number of rejected files stored with their reasons; the others are counted. */
const MOST_REASONS = 200;

interface Progress {
  readonly done: number;
  /** Number of photos found; 0 while folders are still being searched. */
  readonly total: number;
}

/** Results so far. */
interface Tally {
  readonly ids: Set<number>;
  readonly refused: Problem[];
  refusals: number;
  /** Photos that were skipped. */
  left: number;
}

/** Adding continues while another view is open. */
class AddingState {
  /** Null while nothing is being added. */
  progress = $state.raw<Progress | null>(null);
  underWay = 0;
  stopping = new AbortController();
}
const create = () => new AddingState();

/** Adds photos to the filmstrip. */
export class Adding {
  readonly #studio: Studio;
  readonly #onAdded: (id: number) => void;
  readonly #state: AddingState;

  /** @param onAdded receives the first added photo */
  constructor(studio: Studio, onAdded: (id: number) => void) {
    this.#studio = studio;
    this.#onAdded = onAdded;
    this.#state = studio.state(create);
  }

  /** Null while nothing is being added. */
  get progress(): Progress | null {
    return this.#state.progress;
  }

  /** Skips the remaining photos; those on the filmstrip stay. */
  stop(): void {
    this.#state.stopping.abort();
  }

  /** Adds files and folders by path. */
  paths(paths: readonly string[]): Promise<void> {
    return this.#during(() => this.#addPaths(paths));
  }

  /** Adds files by content, from a page that has no access to their paths. */
  files(files: readonly File[]): Promise<void> {
    return this.#during(() => this.#addFiles(files));
  }

  /** Adds photos by web address; Darkslide downloads them. */
  addresses(urls: readonly string[]): Promise<void> {
    const { signal } = this.#state.stopping;
    const add = (at: number) =>
      this.#studio.ask('retouch.add-address', { url: urls[at] as string }, signal);
    return this.#during(() => this.#addAll(urls.length, add, 1, noneYet()));
  }

  /** Adds chosen or dropped files and folders. */
  given(given: GivenFiles | Promise<GivenFiles>): Promise<void> {
    return this.#during(async () => {
      const all = await given;
      await ('paths' in all ? this.#addPaths(all.paths) : this.#addFiles(all.files));
    });
  }

  /** Marks adding as in progress; the first call resets the count. */
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

  #addFiles(files: readonly File[]): Promise<void> {
    return this.#addAll(files.length, (at) => sendPhoto(files[at] as File), 1, noneYet());
  }

  async #addPaths(paths: readonly string[]): Promise<void> {
    const tally = noneYet();
    const there: string[] = [];
    for (let at = 0; at < paths.length; at += GIVEN_AT_ONCE) {
      const given = { paths: paths.slice(at, at + GIVEN_AT_ONCE) };
      const found = await this.#studio.ask('retouch.find', given, this.#state.stopping.signal);
      if (!found.ok) {
        if (found.problem.code !== 'aborted') complain(found.problem);
        return;
      }
      refuse(tally, found.value);
      there.push(...found.value.paths);
    }
    const add = (at: number) =>
      this.#studio.ask('retouch.add', { paths: there.slice(at, at + AT_ONCE) });
    await this.#addAll(there.length, add, AT_ONCE, tally);
  }

  /** Adds `count` photos, `step` at a time, and reports the results. */
  async #addAll(
    count: number,
    add: (at: number) => Promise<Outcome<AddedPhotos>>,
    step: number,
    tally: Tally,
  ): Promise<void> {
    const state = this.#state;
    const { signal } = state.stopping;
    const advance = (done: number, total: number) => {
      const { progress } = state;
      if (progress === null) return;
      state.progress = { done: progress.done + done, total: progress.total + total };
    };
    advance(0, count);
    for (let at = 0; at < count; at += step) {
      if (signal.aborted || !this.#studio.isReachable) {
        tally.left += count - at;
        break;
      }
      const answer = await add(at);
      const size = Math.min(step, count - at);
      advance(size, 0);
      if (answer.ok) {
        const [first] = answer.value.ids;
        if (tally.ids.size === 0 && first !== undefined) this.#onAdded(first);
        for (const id of answer.value.ids) tally.ids.add(id);
        refuse(tally, answer.value);
      } else if (answer.problem.code !== 'aborted' && this.#studio.isReachable) {
        refuse(tally, { refused: [answer.problem], refusals: size });
      } else tally.left += size;
    }
    report(tally);
  }
}

function noneYet(): Tally {
  return { ids: new Set(), refused: [], refusals: 0, left: 0 };
}

function refuse(
  tally: Tally,
  { refused, refusals }: Pick<AddedPhotos, 'refused' | 'refusals'>,
): void {
  tally.refusals += refusals;
  tally.refused.push(...refused.slice(0, MOST_REASONS - tally.refused.length));
}

function report({ ids, refused, refusals, left }: Tally): void {
  const count = ids.size;
  if (left > 0) say(t('retouch.addingStopped', { count, left }));
  else if (count > 0) say(t('retouch.added', { count }));
  if (refusals === 0) return;
  const { reasons, names, more } = sumUp(refused, refusals, (each) => problemText(each));
  const further = [
    ...(names.length > 0 ? [t('retouch.refusedNames', { names: names.join(', ') })] : []),
    ...(more > 0 ? [t('retouch.refusedMore', { count: more })] : []),
  ];
  warn([t('retouch.refused', { count: refusals }), ...reasons, ...further].join(' '));
}
