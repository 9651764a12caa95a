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
 * How far the working copy is kept. `changed`: another window has changed the mask; `removed`: it is in
 * no list any more; `failed`: it could not be written, for the reason that `problem` gives; `away`:
 * nobody answers.
 */
export type Keeping = 'kept' | 'keeping' | 'away' | 'changed' | 'removed' | 'failed';

/** A mask as it is worked on. */
export interface Working {
  readonly id: number;
  /** As it was when it was opened. */
  readonly card: MaskCard;
  readonly document: MaskDocument;
  readonly keeping: Keeping;
  readonly problem: Problem | null;
}

export interface Editing {
  readonly now: Working;
  apply(operations: readonly Operation[]): void;
  undo(): void;
  redo(): void;
  /** Tries once more to keep what is not kept. */
  retry(): void;
  /** Once all is kept; its problem when it cannot be kept now. */
  kept(): Promise<Outcome<number>>;
  /** Goes on in another mask with what was done here. */
  moveTo(other: OpenMask): void;
  /** Goes on with what another window made of it; what was done here and not kept is given up. */
  take(theirs: OpenMask): void;
}

/** How far a mask is kept after a problem; any other problem means `failed`. */
const keepings: Readonly<Record<string, Keeping>> = {
  'studio-gone': 'away',
  'studio-opening': 'away',
  'studio-closing': 'away',
  'mask-changed': 'changed',
  'mask-unknown': 'removed',
};

/**
 * The working copy of a mask. Each change is kept as soon as the one before it is, as a patch; a
 * failure loses nothing, and what was done meanwhile goes with the next try. `onChange` is told each
 * new state of it.
 */
export function createEditing(
  ask: Client['ask'],
  opened: OpenMask,
  onChange: (now: Working) => void,
): Editing {
  let now = workingOf(opened);
  /** Replaced when another mask, or the work of another window, takes over. */
  let saved = new SavedMask(ask, opened);
  let isUnderWay = false;
  let waiting: ((outcome: Outcome<number>) => void)[] = [];

  function set(next: Partial<Working>): void {
    now = { ...now, ...next };
    onChange(now);
  }

  async function keep(): Promise<void> {
    if (isUnderWay) return;
    isUnderWay = true;
    while (now.document !== saved.document) {
      set({ keeping: 'keeping', problem: null });
      const into = saved;
      const outcome = await into.save(now.document);
      // an answer for what was replaced meanwhile no longer matters
      if (into !== saved || outcome.ok) continue;
      stop(outcome.problem);
      break;
    }
    isUnderWay = false;
    if (now.document === saved.document) {
      if (now.keeping !== 'kept') set({ keeping: 'kept', problem: null });
      settle(success(now.id));
    }
  }

  function stop(problem: Problem): void {
    set({ keeping: keepings[problem.code] ?? 'failed', problem });
    settle({ ok: false, problem });
  }

  function settle(outcome: Outcome<number>): void {
    const told = waiting;
    waiting = [];
    for (const resolve of told) resolve(outcome);
  }

  function change(document: MaskDocument): void {
    set({ document });
    // what another window did is not written over before a person has said so
    if (now.keeping !== 'changed') void keep();
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
    retry: () => void keep(),
    kept() {
      if (now.document === saved.document && !isUnderWay) return Promise.resolve(success(now.id));
      return new Promise((resolve) => {
        waiting.push(resolve);
        void keep();
      });
    },
    moveTo(other) {
      saved = new SavedMask(ask, other);
      set({ id: other.card.id, card: other.card });
      void keep();
    },
    take(theirs) {
      saved = new SavedMask(ask, theirs);
      set(workingOf(theirs));
    },
  };
}

function workingOf({ card, document }: OpenMask): Working {
  return { id: card.id, card, document, keeping: 'kept', problem: null };
}
