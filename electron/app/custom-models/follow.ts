import { systemClock } from '../../base/clock.ts';
import type { CreationRow } from '../../adapters/ledger/creations.ts';
import type { Studio } from '../../studio.ts';

/** Interval in ms between two checks of a creation's progress. */
const LOOK = 200;

/**
 * Waits until a creation has ended, stopped, or needs the user; after an abort, returns its current state. `onLook`
 * receives the creation's progress and the fraction of each photo that has been sent, from 0 to 1.
 */
export async function followCreation(
  { ledger, customModels }: Pick<Studio, 'ledger' | 'customModels'>,
  creationId: number,
  onLook: (creation: CreationRow, sent: readonly number[]) => void,
  signal: AbortSignal,
): Promise<CreationRow> {
  for (;;) {
    const creation = ledger.creations.get(creationId);
    if (creation === undefined) throw new Error(`There is no creation ${creationId}.`);
    const { state, problem } = creation;
    const isOver = state === 'created' || state === 'stopped' || state === 'away';
    // Waiting is useless, because only the user can enter another key.
    const needsKey = problem?.code === 'service-unauthorised';
    if (isOver || needsKey || signal.aborted) return creation;
    onLook(creation, customModels.sent(creationId));
    await systemClock.sleep(LOOK, signal);
  }
}
