import { expect } from 'vitest';
import type { OwnKind } from '#shared/own.ts';
import type { OwnCard, OwnNotes } from '#shared/views/own.ts';
import { patience, type Window } from './window.ts';

export const blankNotes: OwnNotes = {
  localName: null,
  notes: '',
  tags: [],
  expires: null,
  clients: [],
  folders: [],
};

export function pageOf(window: Window, kind: OwnKind, filter: object = {}) {
  return window.ask('own.page', { kind, filter, offset: 0, limit: 200 });
}

/** Has the account hold so many of a kind, made elsewhere and complete; their cards, the newest first. */
export async function adopted(
  window: Window,
  kind: OwnKind,
  count: number,
): Promise<readonly OwnCard[]> {
  const before = (await pageOf(window, kind)).total;
  window.service.addOwn(kind === 'model' ? { models: count } : { scenes: count });
  // a look that was under way may not have seen them
  const find = async () => {
    await window.ask('own.refresh', {});
    return (await pageOf(window, kind)).total;
  };
  await expect.poll(find, patience).toBe(before + count);
  return (await pageOf(window, kind)).rows.slice(0, count);
}

/** Notes something on a card; the card then. */
export function noted(window: Window, { kind, id, revision }: OwnCard, notes: Partial<OwnNotes>) {
  return window.ask('own.save-card', { kind, id, revision, notes: { ...blankNotes, ...notes } });
}
