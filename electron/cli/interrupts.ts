import { exitStatus } from './exit.ts';

export interface Interrupts {
  /** Aborts with the first Ctrl-C or SIGTERM. */
  readonly signal: AbortSignal;
  release(): void;
}

/**
 * The first Ctrl-C ends the work in good order; the second ends the process at once, which the
 * ledger survives like any crash.
 */
export function listenForInterrupts(): Interrupts {
  const controller = new AbortController();
  const onSignal = () => {
    if (controller.signal.aborted) process.exit(exitStatus.unfinished);
    controller.abort();
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
