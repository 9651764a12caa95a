import type { Gates } from './gates.ts';
import type { Parts } from './parts.ts';

/** Reports an error that concerns no single job: to a gate, or to the error listener. */
export type Complain = (error: unknown, where: string) => void;

/** Time in ms before failed work is tried again. */
export const SET_BACK = 5000;

/**
 * Prepares the ledger for this run of the program, retrying until it succeeds: no job may run on
 * rows that an earlier run left unfinished. Returns false if `signal` aborts first.
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
