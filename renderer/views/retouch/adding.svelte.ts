import type { Outcome, Problem } from '#shared/problem.ts';
import type { AddedPhotos } from '#shared/views/retouch.ts';
import type { droppedFiles } from '../../data/connection/dropped.ts';
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

/** Photos being added to the filmstrip. */
export interface Adding {
  /** Null while nothing is being added. */
  readonly progress: Progress | null;
  /** Skips the remaining photos; those on the filmstrip stay. */
  stop(): void;
  /** Adds files and folders by path. */
  paths(paths: readonly string[]): Promise<void>;
  /** Adds files by content, from a page that has no access to their paths. */
  files(files: readonly File[]): Promise<void>;
  /** Adds photos by web address; Darkslide downloads them. */
  addresses(urls: readonly string[]): Promise<void>;
  dropped(dropped: ReturnType<typeof droppedFiles>): Promise<void>;
}

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

/** Adding continues while another view is open; the progress is kept here. */
let progress = $state.raw<Progress | null>(null);
let underWay = 0;
let stopping = new AbortController();

/** Adds photos to the filmstrip. `onAdded` receives the first added photo. */
export function addingTo(studio: Studio, onAdded: (id: number) => void): Adding {
  async function bring(
    count: number,
    portion: (at: number) => Promise<Outcome<AddedPhotos>>,
    step: number,
    tally: Tally,
  ): Promise<void> {
    const { signal } = stopping;
    expect(count);
    for (let at = 0; at < count; at += step) {
      if (signal.aborted || !studio.isReachable) {
        tally.left += count - at;
        break;
      }
      const answer = await portion(at);
      const size = Math.min(step, count - at);
      if (progress !== null) progress = { ...progress, done: progress.done + size };
      if (answer.ok) {
        const [first] = answer.value.ids;
        if (tally.ids.size === 0 && first !== undefined) onAdded(first);
        for (const id of answer.value.ids) tally.ids.add(id);
        refuse(tally, answer.value);
      } else if (answer.problem.code !== 'aborted' && studio.isReachable) {
        refuse(tally, { refused: [answer.problem], refusals: size });
      } else tally.left += size;
    }
    tell(tally);
  }

  /** Marks adding as in progress; the first call resets the count. */
  async function during(work: () => Promise<void>): Promise<void> {
    underWay += 1;
    progress ??= { done: 0, total: 0 };
    await work();
    underWay -= 1;
    if (underWay > 0) return;
    progress = null;
    stopping = new AbortController();
  }

  const bringFiles = (files: readonly File[]) =>
    bring(files.length, (at) => sendPhoto(files[at] as File), 1, noneYet());

  const bringAddresses = (urls: readonly string[]) => {
    const { signal } = stopping;
    const portion = (at: number) =>
      studio.ask('retouch.add-address', { url: urls[at] as string }, signal);
    return bring(urls.length, portion, 1, noneYet());
  };

  const bringPaths = async (paths: readonly string[]) => {
    const tally = noneYet();
    const there: string[] = [];
    for (let at = 0; at < paths.length; at += GIVEN_AT_ONCE) {
      const given = paths.slice(at, at + GIVEN_AT_ONCE);
      const found = await studio.ask('retouch.find', { paths: given }, stopping.signal);
      if (!found.ok) {
        if (found.problem.code !== 'aborted') complain(found.problem);
        return;
      }
      refuse(tally, found.value);
      there.push(...found.value.paths);
    }
    await bring(
      there.length,
      (at) => studio.ask('retouch.add', { paths: there.slice(at, at + AT_ONCE) }),
      AT_ONCE,
      tally,
    );
  };

  return {
    get progress() {
      return progress;
    },
    stop: () => stopping.abort(),
    paths: (paths) => during(() => bringPaths(paths)),
    files: (files) => during(() => bringFiles(files)),
    addresses: (urls) => during(() => bringAddresses(urls)),
    dropped: (dropped) =>
      during(async () => {
        const given = await dropped;
        await ('paths' in given ? bringPaths(given.paths) : bringFiles(given.files));
      }),
  };
}

function expect(count: number): void {
  if (progress !== null) progress = { ...progress, total: progress.total + count };
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

function tell({ ids, refused, refusals, left }: Tally): void {
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
