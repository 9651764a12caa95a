import type { Gates } from './gates.ts';
import type { Parts } from './parts.ts';

/** Takes an error that concerns no single job: to a gate, or to who is told of mistakes. */
export type Complain = (error: unknown, where: string) => void;

/** ms before what failed is tried again. */
export const SET_BACK = 5000;

/**
 * Makes the ledger ready for this run of the program, as often as it takes: nothing may be carried on
 * what an earlier run left. False when `signal` aborts before.
 */
export async function recover(
  { ledger, clock }: Parts,
  gates: Gates,
  complain: Complain,
  signal: AbortSignal,
): Promise<boolean> {
  while (!signal.aborted) {
    const began = clock.mono();
    try {
      ledger.transaction(() => {
        ledger.jobs.recover();
        ledger.executions.recover();
      });
      gates.open('ledger', began);
      return true;
    } catch (error) {
      complain(error, 'the start of the queue');
      await clock.sleep(SET_BACK, signal);
    }
  }
  return false;
}
