import type { OpenMask } from '#shared/views/masks.ts';
import type { Studio } from '../data/studio.svelte.ts';
import { createEditing, type Editing } from './editing.ts';

/** The working copy of a mask, with state that screens react to. */
export interface MaskWork extends Editing {
  /** Continues editing after `leave`. */
  resume(): void;
  /** Removes the mask from memory after everything is saved. */
  leave(): void;
}

/** Open masks and masks with unsaved changes, by mask id. */
const createOpenMasks = () => new Map<number, MaskWork>();

/** Returns a mask that is open or has unsaved changes; null for any other mask. */
export function workOf(studio: Studio, id: number): MaskWork | null {
  const work = studio.state(createOpenMasks).get(id) ?? null;
  work?.resume();
  return work;
}

/** Starts editing a mask. Unsaved changes are saved as soon as the studio is reachable again. */
export function workOn(studio: Studio, opened: OpenMask): MaskWork {
  const openMasks = studio.state(createOpenMasks);
  let isLeft = false;
  let now = $state.raw(null as unknown as Editing['now']);
  const editing = createEditing(studio.ask, opened, (next) => {
    now = next;
    forgetIfLeft();
  });
  now = editing.now;
  const unlisten = studio.onChange((changed) => {
    if (changed === null && now.saveState === 'offline') editing.retry();
  });

  function forgetIfLeft(): void {
    if (!isLeft || now.saveState !== 'saved') return;
    unlisten();
    openMasks.delete(now.id);
  }

  const work: MaskWork = {
    ...editing,
    get now() {
      return now;
    },
    moveTo(other) {
      openMasks.delete(now.id);
      openMasks.set(other.card.id, work);
      editing.moveTo(other);
    },
    resume() {
      isLeft = false;
    },
    leave() {
      isLeft = true;
      forgetIfLeft();
    },
  };
  openMasks.set(editing.now.id, work);
  return work;
}
