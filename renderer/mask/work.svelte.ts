import type { OpenMask } from '#shared/views/masks.ts';
import type { Studio } from '../data/studio.svelte.ts';
import { createEditing, type Editing } from './editing.ts';

/** A mask being edited, for the screen. */
export interface Work extends Editing {
  /** Forgets the mask once everything is saved. */
  leave(): void;
}

interface Held extends Work {
  isLeft: boolean;
}

/** By mask id: open masks, and those with unsaved work. */
const held = new Map<number, Held>();

/** Returns an open mask, or one with unsaved work; null for any other. */
export function workOf(id: number): Work | null {
  const work = held.get(id) ?? null;
  if (work !== null) work.isLeft = false;
  return work;
}

/** Starts editing a mask. Unsaved changes are saved once the studio is reachable again. */
export function workOn(studio: Studio, opened: OpenMask): Work {
  let now = $state.raw(null as unknown as Editing['now']);
  const editing = createEditing(studio.ask, opened, (next) => {
    now = next;
    tidy();
  });
  now = editing.now;
  const unlisten = studio.onChange((changed) => {
    if (changed === null && now.keeping === 'away') editing.retry();
  });

  function tidy(): void {
    if (!work.isLeft || now.keeping !== 'kept') return;
    unlisten();
    held.delete(now.id);
  }

  const work: Held = {
    ...editing,
    get now() {
      return now;
    },
    isLeft: false,
    moveTo(other) {
      held.delete(now.id);
      held.set(other.card.id, work);
      editing.moveTo(other);
    },
    leave() {
      work.isLeft = true;
      tidy();
    },
  };
  held.set(editing.now.id, work);
  return work;
}
