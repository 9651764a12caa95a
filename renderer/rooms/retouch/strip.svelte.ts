import type { Problem } from '#shared/problem.ts';
import type { FilmstripPhoto } from '#shared/views/retouch.ts';
import type { Studio } from '../../state/studio.svelte.ts';

/** Photos of one answer; the contract's longest page. */
const PAGE = 500;

/** What of the strip is out of date, by how much there is to ask. */
const parts = ['counts', 'end', 'all'] as const;
type Part = (typeof parts)[number];

/** Photos `first` to `last` on screen. */
interface Span {
  readonly first: number;
  readonly last: number;
}

/** The filmstrip, kept current. */
export interface Strip {
  /** Undefined before the first answer. */
  readonly photos: readonly FilmstripPhoto[] | undefined;
  /** All of them are known; of a long strip the first ones come before. */
  readonly isWhole: boolean;
  /** Why the last question was not answered; what was there before it stays. */
  readonly problem: Problem | null;
  /** Its place; -1 when it is not there. */
  placeOf(id: number): number;
  /** What is on screen now: of these the counts are current. */
  see(span: Span): void;
  refresh(): void;
}

/**
 * Asks for all photos at the start, for what was added at the end when the filmstrip changes, and for
 * the counts of those on screen when jobs change: one question at a time. Call it while a component is
 * initialised.
 */
export function stripOf(studio: Studio): Strip {
  let photos = $state.raw<readonly FilmstripPhoto[]>();
  let isWhole = $state(false);
  let problem = $state.raw<Problem | null>(null);
  const places = $derived(new Map((photos ?? []).map(({ id }, at) => [id, at])));
  let seen: Span = { first: 0, last: 0 };
  let wants: Part | null = null;
  let pull: () => void = () => {};

  const want = (what: Part) => {
    if (wants === null || parts.indexOf(what) > parts.indexOf(wants)) wants = what;
    pull();
  };

  $effect(() => {
    const leaving = new AbortController();
    let isPulling = false;

    const page = async (offset: number, limit: number) => {
      const answer = await studio.ask('retouch.filmstrip', { offset, limit }, leaving.signal);
      if (leaving.signal.aborted) return null;
      problem = answer.ok ? null : answer.problem;
      return answer.ok ? answer.value : null;
    };
    const askAll = async (): Promise<void> => {
      const found: FilmstripPhoto[] = [];
      let total = 1;
      while (found.length < total) {
        const answer = await page(found.length, PAGE);
        if (answer === null) return;
        found.push(...answer.rows);
        // a strip that says it is longer than it is would be asked for its end for ever
        total = answer.rows.length < PAGE ? found.length : answer.total;
        if (photos === undefined || photos.length < found.length) photos = [...found];
      }
      photos = found;
      isWhole = true;
    };
    /** Photos come at the end, one by one where a folder is added: what is known is not asked anew. */
    const askEnd = async (): Promise<void> => {
      for (;;) {
        const last = photos?.at(-1);
        if (photos === undefined || last === undefined || !isWhole) return askAll();
        const answer = await page(photos.length - 1, PAGE);
        if (answer === null) return;
        const [same, ...come] = answer.rows;
        if (same?.id !== last.id) return askAll();
        if (come.length > 0) photos = [...photos, ...come];
        if (answer.rows.length < PAGE) return askCounts();
      }
    };
    const askCounts = async (): Promise<void> => {
      if (photos === undefined || photos.length === 0) return askAll();
      const offset = Math.max(0, Math.min(seen.first, photos.length - 1));
      const limit = Math.max(1, Math.min(PAGE, seen.last - offset + 1));
      const answer = await page(offset, limit);
      if (answer === null || photos === undefined) return;
      const isSame =
        answer.total === photos.length &&
        answer.rows.every(({ id }, at) => id === photos?.[offset + at]?.id);
      if (!isSame) return askAll();
      const after = photos.slice(offset + answer.rows.length);
      photos = [...photos.slice(0, offset), ...answer.rows, ...after];
    };

    const asks = { all: askAll, end: askEnd, counts: askCounts };
    pull = () => {
      if (isPulling) return;
      isPulling = true;
      void (async () => {
        while (wants !== null && !leaving.signal.aborted) {
          const now = wants;
          wants = null;
          await asks[now]();
        }
        isPulling = false;
      })();
    };
    want('all');
    const unlisten = studio.onChange((changed) => {
      if (changed === null || changed.parts.includes('retouch'))
        want(changed === null ? 'all' : 'end');
      else if (changed.jobs === null || changed.jobs.length > 0) want('counts');
    });
    return () => {
      unlisten();
      leaving.abort();
    };
  });

  return {
    get photos() {
      return photos;
    },
    get isWhole() {
      return isWhole;
    },
    get problem() {
      return problem;
    },
    placeOf: (id) => places.get(id) ?? -1,
    see(span) {
      if (span.first === seen.first && span.last === seen.last) return;
      seen = span;
      want('counts');
    },
    refresh: () => want('all'),
  };
}
