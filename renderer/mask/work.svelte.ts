import type { OpenMask } from '#shared/views/masks.ts';
import type { Studio } from '../state/studio.svelte.ts';
import { createEditing, type Editing } from './editing.ts';

/** A mask that is worked on, for the screen. */
export interface Work extends Editing {
  /** What is kept by now is forgotten here; what is not stays until it is. */
  leave(): void;
}

interface Held extends Work {
  isLeft: boolean;
}

/** By the ids of masks: those that are open, and those whose work is not kept yet. */
const held = new Map<number, Held>();

/** A mask that is open, or was left before all of it was kept; null for any other. */
export function workOf(id: number): Work | null {
  const work = held.get(id) ?? null;
  if (work !== null) work.isLeft = false;
  return work;
}

/** Begins to work on a mask. What could not be kept is tried again when the studio is back. */
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
