import type { Clock } from './clock.ts';

export interface Interrupts {
  /** Aborts on the first Ctrl-C or SIGTERM. */
  readonly signal: AbortSignal;
  release(): void;
}

/**
 * Time in ms in which a second signal is ignored, because npm forwards a Ctrl-C that the terminal
 * has already sent to the whole process group.
 */
const ECHO_WINDOW = 500;

/**
 * Listens for interrupts: the first Ctrl-C stops the work in an orderly way; a deliberate second
 * one ends the process immediately with `status`, which is as safe for the ledger as any crash.
 */
export function listenForInterrupts(clock: Clock, status: number): Interrupts {
  const controller = new AbortController();
  let first = 0;
  const onSignal = () => {
    if (!controller.signal.aborted) {
      first = clock.mono();
      controller.abort();
    } else if (clock.mono() - first > ECHO_WINDOW) {
      process.exit(status);
    }
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  return {
    signal: controller.signal,
    release() {
      process.off('SIGINT', onSignal);
      process.off('SIGTERM', onSignal);
    },
  };
}
