import type { Outcome } from '#shared/problem.ts';
import type { Clock } from '../../../base/clock.ts';
import type { Listener } from '../../../adapters/shared-studio/listen.ts';

export interface LoopParts {
  readonly clock: Clock;
  readonly listener: Pick<Listener, 'isConnected'>;
  /** Reads and writes documents. */
  readonly exchange: () => Promise<Outcome<void>>;
  readonly onMistake: (error: unknown) => void;
}

/** Keeps the documents of this station and of the shared studio the same. */
export interface DocumentLoop {
  /** Makes the next exchange begin soon; call when a document has changed here or at another station. */
  wake(): void;
  start(): void;
  stop(): Promise<void>;
}

/**
 * Time in ms between two exchanges without a connection for notifications; and with one, in case a notification is
 * lost.
 */
const LOOK = 5000;
const LOOK_CONNECTED = 60_000;
/** Minimum time in ms between two exchanges, so that one exchange covers many changes. */
const LEAST = 200;

export function createDocumentLoop(parts: LoopParts): DocumentLoop {
  const { clock, listener, exchange, onMistake } = parts;
  const stopping = new AbortController();
  let rest = new AbortController();
  let running: Promise<void> = Promise.resolve();

  const failed = (error: unknown) => {
    onMistake(error);
    return false;
  };

  const keep = async () => {
    const { signal } = stopping;
    while (!signal.aborted) {
      rest = new AbortController();
      // the station, which keeps renewing its lease, reports why the database is unreachable
      const ok = await exchange().then((outcome) => outcome.ok, failed);
      await clock.sleep(LEAST, signal);
      const ms = ok && listener.isConnected() ? LOOK_CONNECTED : LOOK;
      await clock.sleep(ms, AbortSignal.any([signal, rest.signal]));
    }
  };

  return {
    wake: () => rest.abort(),
    start: () => void (running = keep()),
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
