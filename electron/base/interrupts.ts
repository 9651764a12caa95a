import type { Clock } from './clock.ts';

export interface Interrupts {
  /** A signal that aborts on the first Ctrl-C or SIGTERM. */
  readonly signal: AbortSignal;
  release(): void;
}

/**
 * Time in ms during which a second signal is ignored. The terminal sends Ctrl-C to the whole
 * process group, and npm then sends it again.
 */
const ECHO_WINDOW = 500;

/**
 * Listens for interrupts. The first Ctrl-C stops the work in an orderly way. A second, deliberate one ends the process
 * immediately with `status`; this does no more harm to the ledger than any crash.
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
