import type { Clock } from './clock.ts';

export interface Interrupts {
  /** Aborts with the first Ctrl-C or SIGTERM. */
  readonly signal: AbortSignal;
  release(): void;
}

/** ms; npm hands on a Ctrl-C that the terminal has already sent to every process of its group. */
const ECHO = 500;

/**
 * The first Ctrl-C ends the work in good order; a second one, meant as such, ends the process at once
 * with `status`, which the ledger survives like any crash.
 */
export function listenForInterrupts(clock: Clock, status: number): Interrupts {
  const controller = new AbortController();
  let first = 0;
  const onSignal = () => {
    if (!controller.signal.aborted) {
      first = clock.mono();
      controller.abort();
    } else if (clock.mono() - first > ECHO) {
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
