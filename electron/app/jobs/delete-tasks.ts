import { endDeletion } from '../../engine/queue/deletions.ts';
import type { Studio } from '../../studio.ts';

/** Maximum number of deletions, in practice unlimited; deletions left over from an earlier run are included. */
const ALL = 1_000_000;

/**
 * Deletes the recorded tasks from the service, without a running queue. Returns whether the service has answered for
 * each task; the next running queue deletes the remaining tasks.
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
