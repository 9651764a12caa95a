import type { Clock } from '../../base/clock.ts';

/** Resolves after `ms`, when the alarm rings or has rung since the last rest, or when `signal` aborts. */
export type Rest = (ms: number, signal: AbortSignal) => Promise<void>;

/** Ends the rests of all who listen. */
export interface Alarm {
  /** A ring is heard by who is at work, too: his next rest ends at once. */
  listen(): Rest;
  ring(): void;
}

export function createAlarm(clock: Clock): Alarm {
  let ringing = new AbortController();
  return {
    listen() {
      let next = ringing.signal;
      return async (ms, signal) => {
        await clock.sleep(ms, AbortSignal.any([signal, next]));
        next = ringing.signal;
      };
    },
    ring() {
      ringing.abort();
      ringing = new AbortController();
    },
  };
}
