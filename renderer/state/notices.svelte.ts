import type { Problem } from '#shared/problem.ts';
import { problemText } from '../texts/problems.ts';

/** Something that was done or refused just now, said at the foot of the window for a while. */
export interface Notice {
  readonly id: number;
  readonly kind: 'done' | 'problem';
  readonly text: string;
  readonly undo: (() => void) | null;
}

/** ms; a problem stays until it is put away. */
const STAYS = 6000;

let lastId = 0;
let notices = $state.raw<readonly Notice[]>([]);

export function allNotices(): readonly Notice[] {
  return notices;
}

export function say(text: string, undo: (() => void) | null = null): void {
  const id = add({ kind: 'done', text, undo });
  setTimeout(() => putAway(id), STAYS);
}

export function complain(problem: Problem): void {
  warn(problemText(problem));
}

/** As `complain`, in words of the screen's own. */
export function warn(text: string): void {
  add({ kind: 'problem', text, undo: null });
}

export function putAway(id: number): void {
  notices = notices.filter((notice) => notice.id !== id);
}

function add(notice: Omit<Notice, 'id'>): number {
  lastId += 1;
  notices = [...notices.slice(-3), { ...notice, id: lastId }];
  return lastId;
}
