import { cancel, pause, retry, toFront, type Change } from '#electron/engine/queue/change-jobs.ts';
import { deleteTask } from '#electron/engine/queue/delete-task.ts';
import type { Ledger } from '#electron/adapters/ledger/open.ts';
import { admitAs, type Photo } from './photos.ts';
import type { World } from './world.ts';

/**
 * What users were told and what they requested. It is kept outside the ledger, so that the ledger can be
 * compared with it.
 */
export interface Account {
  /** Photos whose admission was confirmed to the user. */
  readonly admitted: Set<string>;
  /** How often the user has requested one more execution of a photo, including requests that were not committed. */
  readonly askedFor: Map<string, number>;
}

export function createAccount(): Account {
  return { admitted: new Set(), askedFor: new Map() };
}

/** Applies a decision of the user about a job. */
export type CarryOut = (jobId: number, change: () => void) => void;

/**
 * Acts on jobs as a user does: retries, sends again, buys again, cancels, pauses, moves to the front, and
 * deletes tasks.
 */
export function act(
  world: World,
  ledger: Ledger,
  photos: readonly Photo[],
  account: Account,
  carryOut: CarryOut,
): void {
  for (const photo of photos) {
    const id = ledger.jobs.find(photo.content, photo.recipe.identity);
    if (id === undefined) continue;
    const job = ledger.jobs.load(id);
    if (!job.ok) continue;
    const draw = world.chance.number(`person ${photo.who}`);
    const does = wish(job.value.state, draw);
    if (does === null) continue;
    if (does === 'again' || does === 'send again') {
      account.askedFor.set(photo.who, (account.askedFor.get(photo.who) ?? 0) + 1);
    }
    world.tell(photo.who, `a person: ${does}`);
    if (does === 'again') {
      admitAs(ledger, photo, { hotFolderId: null, again: true });
    } else {
      const change = does === 'delete task' ? deleteTask(wallIn(world)) : changes[does];
      carryOut(id, () => ledger.transaction(() => change(ledger, id)));
    }
  }
}

const changes = {
  'go on': retry(false),
  'send again': retry(true),
  cancel,
  pause,
  'go first': toFront(0),
} satisfies Record<string, Change>;

function wish(state: string, draw: number): keyof typeof changes | 'again' | 'delete task' | null {
  switch (state) {
    case 'held':
      if (draw < 0.35) return 'go on';
      if (draw < 0.6) return 'send again';
      return draw < 0.7 ? 'cancel' : null;
    case 'failed':
    case 'cancelled':
      if (draw < 0.2) return 'go on';
      if (draw < 0.35) return 'send again';
      return draw < 0.5 ? 'delete task' : null;
    case 'done':
      if (draw < 0.15) return 'again';
      return draw < 0.3 ? 'delete task' : null;
    default:
      if (draw < 0.05) return 'cancel';
      if (draw < 0.1) return 'pause';
      return draw < 0.15 ? 'go first' : null;
  }
}

function wallIn({ time }: World): number {
  return time.clockOf({ number: 0, bornAt: 0, dead: false }).wall();
}
