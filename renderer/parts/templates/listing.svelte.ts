import { untrack } from 'svelte';
import type { StudioChange, Input } from '#shared/ipc.ts';
import type { Problem } from '#shared/problem.ts';
import type { TemplateCard, TemplatePage } from '#shared/views/templates.ts';
import type { Studio } from '../../data/studio.svelte.ts';

/** Rows per request. */
const PAGE = 100;

/** The requested list and filter. */
export type TemplateQuery = Omit<Input<'templates.page'>, 'offset' | 'limit'>;

/** Rows `first` to `last`, both included. */
export interface Span {
  readonly first: number;
  readonly last: number;
}

/** A list of templates around the visible rows, kept current. */
export interface Listing {
  /** The last answer, for facts about the whole list; undefined before the first. */
  readonly head: TemplatePage | undefined;
  /** Rows in the whole list; undefined before the first answer. */
  readonly total: number | undefined;
  /** Why the last request failed; the shown rows stay. */
  readonly problem: Problem | null;
  /** Undefined while it loads. */
  at(index: number): TemplateCard | undefined;
  /** Reports what is on screen now. */
  see(span: Span): void;
}

interface Page {
  readonly rows: readonly TemplateCard[];
  /** Number of the last change that the page includes. */
  readonly stamp: number;
}

/** Checks whether a change can affect templates: the service's lists, or the local cards of custom ones. */
export function concernsTemplates({ parts }: Pick<StudioChange, 'parts'>): boolean {
  return parts.includes('templates') || parts.includes('custom-models');
}

/**
 * Loads the rows on screen and the next ones, one request at a time, and reloads them when they or the list may have
 * changed. Another list or filter starts at its first row; the old rows stay until then. Call it while a component is
 * initialised.
 *
 * @param seed rows of the whole list that are already loaded, shown until the first answer.
 * @param onTurned called when the first rows of another list or filter have loaded.
 */
export function listTemplates(
  studio: Studio,
  wanted: () => TemplateQuery | null,
  seed: TemplatePage | undefined,
  onTurned: () => void,
): Listing {
  let head = $state.raw(seed);
  let problem = $state.raw<Problem | null>(null);
  let pages = $state.raw<ReadonlyMap<number, Page>>(
    new Map(seed === undefined ? [] : [[0, { rows: seed.rows, stamp: -1 }]]),
  );
  let seen: Span = { first: 0, last: 0 };
  let pull: () => void = () => {};

  $effect(() => {
    const now = wanted();
    if (now === null) return;
    const leaving = new AbortController();
    let stamp = 0;
    let isFirst = true;
    let isPulling = false;

    const next = (): number | null => {
      if (isFirst) return 0;
      const end = Math.max(0, Math.ceil((head?.total ?? 0) / PAGE) - 1);
      const from = Math.min(end, Math.floor(seen.first / PAGE));
      const to = Math.min(end, Math.floor(seen.last / PAGE));
      for (let page = from; page <= to; page += 1) {
        if ((pages.get(page)?.stamp ?? -1) < stamp) return page;
      }
      const ahead = Math.min(end, Math.floor((seen.last + PAGE / 2) / PAGE));
      return pages.has(ahead) ? null : ahead;
    };

    const ask = async (page: number): Promise<boolean> => {
      const asOf = stamp;
      const input = { ...now, offset: page * PAGE, limit: PAGE };
      const answer = await studio.ask('templates.page', input, leaving.signal);
      if (leaving.signal.aborted) return false;
      problem = answer.ok ? null : answer.problem;
      if (!answer.ok) return false;
      const before = isFirst ? [] : pages;
      pages = new Map([...before, [page, { rows: answer.value.rows, stamp: asOf }]]);
      head = answer.value;
      if (isFirst) {
        isFirst = false;
        seen = { first: 0, last: seen.last - seen.first };
        onTurned();
      }
      return true;
    };

    pull = () => {
      if (isPulling) return;
      isPulling = true;
      void (async () => {
        for (let page = next(); page !== null; page = next()) if (!(await ask(page))) break;
        isPulling = false;
      })();
    };

    untrack(pull);
    const unlisten = studio.onChange((changed) => {
      if (changed !== null && !concernsTemplates(changed)) return;
      stamp += 1;
      pull();
    });
    return () => {
      unlisten();
      leaving.abort();
    };
  });

  return {
    get head() {
      return head;
    },
    get total() {
      return head?.total;
    },
    get problem() {
      return problem;
    },
    at: (index) => pages.get(Math.floor(index / PAGE))?.rows[index % PAGE],
    see(span) {
      seen = span;
      pull();
    },
  };
}
