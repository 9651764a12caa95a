import type { Client } from '#shared/contract/client.ts';
import {
  atPosition,
  withOperation,
  type MaskDocument,
  type Operation,
} from '#shared/mask/document.ts';
import { success, type Outcome, type Problem } from '#shared/problem.ts';
import type { MaskCard, OpenMask } from '#shared/views/masks.ts';
import { SavedMask } from './saved-mask.ts';

/**
 * Whether the working copy is saved, or why not. `changed`: another window has changed the mask; `removed`: the mask
 * was removed; `failed`: saving failed because of `problem`; `offline`: the studio does not answer.
 */
export type SaveState = 'saved' | 'saving' | 'offline' | 'changed' | 'removed' | 'failed';

/** The working copy of a mask. */
export interface Working {
  readonly id: number;
  /** Name, size and other information about the mask at the time when the mask was opened. */
  readonly card: MaskCard;
  readonly document: MaskDocument;
  readonly saveState: SaveState;
  readonly problem: Problem | null;
}

export interface Editing {
  readonly now: Working;
  apply(operations: readonly Operation[]): void;
  undo(): void;
  redo(): void;
  /** Tries again to save unsaved changes. */
  retry(): void;
  /** Resolves with the mask's id after everything is saved, or with the problem that prevents saving. */
  whenSaved(): Promise<Outcome<number>>;
  /** Switches the working copy to another mask and saves all its changes there. */
  moveTo(other: OpenMask): void;
  /** Replaces the working copy with the version of another window and discards unsaved changes. */
  take(theirs: OpenMask): void;
}

/** The save state that follows from a problem, by problem code; all other problems lead to `failed`. */
const saveStates: Readonly<Record<string, SaveState>> = {
  'studio-gone': 'offline',
  'studio-opening': 'offline',
  'studio-closing': 'offline',
  'mask-changed': 'changed',
  'mask-unknown': 'removed',
};

/**
 * Creates the working copy of a mask. Every change is saved as a patch, one save at a time. A failed save
 * loses nothing, because the next save includes all later changes. `onChange` receives every new state.
 */
export function createEditing(
  ask: Client['ask'],
  opened: OpenMask,
  onChange: (now: Working) => void,
): Editing {
  let now = workingOf(opened);
  /** `moveTo` and `take` replace this object. */
  let saved = new SavedMask(ask, opened);
  let isSaving = false;
  let waiting: ((outcome: Outcome<number>) => void)[] = [];

  function set(next: Partial<Working>): void {
    now = { ...now, ...next };
    onChange(now);
  }

  async function save(): Promise<void> {
    if (isSaving) return;
    isSaving = true;
    while (now.document !== saved.document) {
      set({ saveState: 'saving', problem: null });
      const into = saved;
      const outcome = await into.save(now.document);
      // if `moveTo` or `take` was called while the save was in progress, the answer is about a document that is no
      // longer edited
      if (into !== saved || outcome.ok) continue;
      stop(outcome.problem);
      break;
    }
    isSaving = false;
    if (now.document === saved.document) {
      if (now.saveState !== 'saved') set({ saveState: 'saved', problem: null });
      settle(success(now.id));
    }
  }

  function stop(problem: Problem): void {
    set({ saveState: saveStates[problem.code] ?? 'failed', problem });
    settle({ ok: false, problem });
  }

  function settle(outcome: Outcome<number>): void {
    const told = waiting;
    waiting = [];
    for (const resolve of told) resolve(outcome);
  }

  function change(document: MaskDocument): void {
    set({ document });
    // changes of another window are overwritten only if the user says so
    if (now.saveState !== 'changed') void save();
  }

  function goTo(position: number): void {
    if (position < 0 || position > now.document.operations.length) return;
    change(atPosition(now.document, position));
  }

  return {
    get now() {
      return now;
    },
    apply: (operations) => change(operations.reduce(withOperation, now.document)),
    undo: () => goTo(now.document.position - 1),
    redo: () => goTo(now.document.position + 1),
    retry: () => void save(),
    whenSaved() {
      if (now.document === saved.document && !isSaving) return Promise.resolve(success(now.id));
      return new Promise((resolve) => {
        waiting.push(resolve);
        void save();
      });
    },
    moveTo(other) {
      saved = new SavedMask(ask, other);
      set({ id: other.card.id, card: other.card });
      void save();
    },
    take(theirs) {
      saved = new SavedMask(ask, theirs);
      set(workingOf(theirs));
    },
  };
}

function workingOf({ card, document }: OpenMask): Working {
  return { id: card.id, card, document, saveState: 'saved', problem: null };
}
