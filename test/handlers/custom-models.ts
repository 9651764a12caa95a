import { expect, vi } from 'vitest';
import type { CustomModelKind } from '#shared/custom-models.ts';
import type { CustomModelCard, CustomModelNotes } from '#shared/views/custom-models.ts';
import { patience, type Window } from './window.ts';

export const blankNotes: CustomModelNotes = {
  localName: null,
  notes: '',
  tags: [],
  expires: null,
  clients: [],
  folders: [],
};

/** Returns a recipe for the agent that uses custom models and scenes, with these additional parameters. */
export const recipeWith = (params: object) => ({
  agent: 'aimodel',
  params: {
    generatedContent: 'freeCreation',
    maskType: 'autoSubjectSegment',
    batchCount: 1,
    ...params,
  },
  delivery: { metadata: 'none' },
});

/** Identifies the list of scenes. */
export const scenes = { agent: 'aimodel', version: 'v1.0', list: 'locations' } as const;

/** Waits until the list of scenes is complete and current. */
export function scenesListed(window: Window): Promise<void> {
  const page = { ...scenes, filter: {}, offset: 0, limit: 1 };
  return expect
    .poll(() => window.ask('templates.page', page))
    .toMatchObject({ isComplete: true, isRefreshing: false });
}

export function pageOf(window: Window, kind: CustomModelKind, filter: object = {}) {
  return window.ask('custom-models.page', { kind, filter, offset: 0, limit: 200 });
}

/** Adds complete models or scenes to the account, as another program would; returns their cards, newest first. */
export async function adopted(
  window: Window,
  kind: CustomModelKind,
  count: number,
): Promise<readonly [CustomModelCard, ...CustomModelCard[]]> {
  const before = (await pageOf(window, kind)).total;
  window.service.addCustomModels(kind === 'model' ? { models: count } : { scenes: count });
  // refreshes again, because a search that was already running may have missed them
  const find = async () => {
    await window.ask('custom-models.refresh', {});
    return (await pageOf(window, kind)).total;
  };
  await vi.waitUntil(async () => (await find()) === before + count, patience);
  const [first, ...others] = (await pageOf(window, kind)).rows;
  if (first === undefined) throw new Error('The account is empty.');
  return [first, ...others.slice(0, count - 1)];
}

/** Saves notes on a card; returns the card. */
export function noted(
  window: Window,
  { kind, id, revision }: CustomModelCard,
  notes: Partial<CustomModelNotes>,
) {
  return window.ask('custom-models.save-card', {
    kind,
    id,
    revision,
    notes: { ...blankNotes, ...notes },
  });
}
