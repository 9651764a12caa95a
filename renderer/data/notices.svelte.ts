import { untrack } from 'svelte';
import type { Language } from '#shared/language.ts';
import type { Problem } from '#shared/problem.ts';
import { problemText } from '../texts/problems.ts';
import { spoken, t } from '../texts/texts.svelte.ts';
import { here, type View } from './place.svelte.ts';

/** What the user can do about a notice. */
export interface NoticeAction {
  readonly name: string;
  readonly run: () => void;
}

/** A result or problem of a recent action, shown for a while in the view where the action started. */
export interface Notice {
  readonly id: number;
  readonly kind: 'done' | 'problem';
  readonly text: string;
  readonly actions: readonly NoticeAction[];
}

/** A notice and the language of its text. */
interface LocalisedNotice extends Notice {
  readonly language: Language;
}

/** Shows results and problems of actions as notices in a view. */
export interface Notices {
  /** Shows a text for a few seconds. */
  say(text: string, undo?: (() => void) | null): void;
  /** Like `say`, with actions other than Undo. */
  offer(text: string, actions: readonly NoticeAction[]): void;
  /** Shows a problem until it is dismissed. */
  complain(problem: Problem): void;
  /** Like `complain`, with a text instead of a problem. */
  warn(text: string): void;
}

/** Milliseconds that a result is shown; a problem stays until the user dismisses it. */
const STAYS = 6000;
/** Maximum number of notices per view. */
const MOST = 4;

let lastId = 0;
let notices = $state.raw<Readonly<Partial<Record<View, readonly LocalisedNotice[]>>>>({});

/** Returns the notices of the open view, except results whose text is in a previously used language. */
export function noticesHere(): readonly Notice[] {
  const all = notices[here().view] ?? [];
  return all.filter(({ kind, language }) => kind === 'problem' || language === spoken());
}

/**
 * Returns the notices of the view that is open now. An action keeps reporting there after the user has left the view,
 * so this must be called when a component is initialised or an action begins, not when the action ends.
 */
export function useNotices(): Notices {
  return untrack(() => noticesIn(here().view));
}

/** Returns the notices of a given view, for actions that belong to this view only. */
export function noticesIn(view: View): Notices {
  const warn = (text: string): void => void add(view, { kind: 'problem', text, actions: [] });
  const tell = (text: string, actions: readonly NoticeAction[]): void => {
    const id = add(view, { kind: 'done', text, actions });
    setTimeout(() => putAway(id), STAYS);
  };
  return {
    say: (text, undo = null) =>
      tell(text, undo === null ? [] : [{ name: t('notice.undo'), run: undo }]),
    offer: tell,
    complain: (problem) => warn(problemText(problem)),
    warn,
  };
}

export function putAway(id: number): void {
  notices = Object.fromEntries(
    Object.entries(notices).map(([view, all]) => [view, all.filter((one) => one.id !== id)]),
  );
}

function add(view: View, notice: Omit<Notice, 'id'>): number {
  lastId += 1;
  const before = (notices[view] ?? []).slice(1 - MOST);
  notices = {
    ...notices,
    [view]: [...before, { ...notice, id: lastId, language: untrack(spoken) }],
  };
  return lastId;
}
