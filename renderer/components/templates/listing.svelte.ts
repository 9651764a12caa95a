import { untrack } from 'svelte';
import type { StudioChange, Input } from '#shared/ipc.ts';
import type { Problem } from '#shared/problem.ts';
import type { TemplateCard, TemplatePage } from '#shared/views/templates.ts';
import type { Studio } from '../../state/studio.svelte.ts';

/** Rows asked for at once. */
const PAGE = 100;

/** What of which list is wanted. */
export type TemplateQuery = Omit<Input<'templates.page'>, 'offset' | 'limit'>;

/** Rows `first` to `last`, both included. */
export interface Span {
  readonly first: number;
  readonly last: number;
}

/** A list of templates around what is on screen, kept current. */
export interface Listing {
  /** The last answer, for everything that is said of the whole list; undefined before the first. */
  readonly head: TemplatePage | undefined;
  /** Why the last question was not answered; what is shown stays. */
  readonly problem: Problem | null;
  /** Undefined while it is on its way. */
  at(index: number): TemplateCard | undefined;
  /** What is on screen now. */
  see(span: Span): void;
}

interface Page {
  readonly rows: readonly TemplateCard[];
  /** Number of the change that it has seen. */
  readonly stamp: number;
}

/** Whether what is told of templates may differ: the service's lists, or the studio's cards of own ones. */
export function concernsTemplates({ parts }: Pick<StudioChange, 'parts'>): boolean {
  return parts.includes('templates') || parts.includes('custom-models');
}

/**
 * Asks for the rows on screen and those that come next, one question at a time, and again when they or
 * the list may have changed. Another list, or another filter, begins at its first row; what was there
 * stays until then. Call it while a component is initialised.
 *
 * @param seed rows of the whole list that are there already, shown until the first answer.
 * @param onTurned called when the first rows of another list or filter are there.
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
