import { endDeletion } from '../../engine/queue/deletions.ts';
import type { Studio } from '../../studio.ts';

/** Deletions that an earlier run left are made up for as well. */
const ALL = 1_000_000;

/**
 * Has the service delete the tasks that are to be deleted, without a runner that would. Whether it has
 * answered for each; the rest is done when a runner works on.
 */
export async function finishTaskDeletions(
  studio: Pick<Studio, 'ledger' | 'service'>,
  signal: AbortSignal,
): Promise<boolean> {
  for (const deletion of studio.ledger.deletions.open(ALL)) {
    const answer = await endDeletion(studio, deletion, signal);
    if (answer !== 'ended') return false;
  }
  return true;
}
