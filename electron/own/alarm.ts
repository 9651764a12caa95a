import type { Clock } from '../base/clock.ts';

/** A wait that somebody may end early. */
export interface Alarm {
  /** Resolves after `ms`, when it rings, or when `signal` aborts. */
  rest(ms: number, signal: AbortSignal): Promise<void>;
  ring(): void;
}

export function createAlarm(clock: Clock): Alarm {
  let rung = new AbortController();
  return {
    rest: (ms, signal) => clock.sleep(ms, AbortSignal.any([signal, rung.signal])),
    ring() {
      rung.abort();
      rung = new AbortController();
    },
  };
}
