import type { Problem } from '#shared/problem.ts';
import { gateNames, type GateName } from '#shared/views/status.ts';
import { createAlarm, type Alarm } from '../../base/alarm.ts';
import type { Clock } from '../../base/clock.ts';

/**
 * What every photo needs alike: a ledger that takes commits, the way to the service, the permission
 * to spend, room on the disk.
 * When one is missing all of them wait at its gate, one notice is given instead of one per photo, and
 * from time to time a single photo goes ahead to try.
 */
export interface ClosedGate {
  readonly gate: GateName;
  readonly problem: Problem;
  /** Wall-clock ms. */
  readonly since: number;
  /** Monotonic ms of the next try; null when only a person can open it. */
  readonly until: number | null;
}

export interface Gates {
  /** Resolves true when all these gates let the caller through, false when `signal` aborts. */
  pass(gates: readonly GateName[], signal: AbortSignal): Promise<boolean>;
  /** `afterMs`: when to let one try; null waits for a person. */
  close(gate: GateName, problem: Problem, afterMs: number | null): void;
  /**
   * `began`: monotonic ms since which what shows that it is open was under way. One that began before
   * the gate was closed shows nothing: a Retry-After, or a key that was withdrawn, came after it.
   */
  open(gate: GateName, began?: number): void;
  closed(): ClosedGate[];
  /** How often a gate was closed in a row: for the growth of the pauses. */
  tries(gate: GateName): number;
}

interface State {
  closed: ClosedGate | null;
  /** Monotonic ms of the last closing. */
  closedAt: number;
  tries: number;
  /** Rings when it was closed or opened. */
  readonly alarm: Alarm;
}

export function createGates(clock: Clock, onChange: () => void): Gates {
  const states = new Map<GateName, State>(
    gateNames.map((gate) => [
      gate,
      { closed: null, closedAt: 0, tries: 0, alarm: createAlarm(clock) },
    ]),
  );
  const stateOf = (gate: GateName): State => {
    const state = states.get(gate);
    if (state === undefined) throw new Error(`There is no gate ${gate}.`);
    return state;
  };

  /** True when the gate is open, or it is time for somebody to try. */
  const lets = ({ closed }: State): boolean =>
    closed === null || (closed.until !== null && closed.until <= clock.mono());

  /** The others wait for what becomes of the one that tries. */
  const take = (state: State) => {
    if (state.closed === null) return;
    state.closed = { ...state.closed, until: clock.mono() + TRY_TAKES };
  };

  return {
    async pass(gates, signal) {
      const all = gates.map(stateOf);
      while (!signal.aborted) {
        // all at once: one that was passed may have been closed while another was waited for
        const shut = all.find((state) => !lets(state));
        if (shut === undefined) {
          all.forEach(take);
          return true;
        }
        const until = shut.closed?.until ?? null;
        const ms = until === null ? LONG : Math.max(1, until - clock.mono());
        await shut.alarm.listen()(ms, signal);
      }
      return false;
    },
    close(gate, problem, afterMs) {
      const state = stateOf(gate);
      const now = clock.mono();
      const fresh = state.closed === null;
      state.closed = {
        gate,
        problem,
        since: state.closed?.since ?? clock.wall(),
        until: afterMs === null ? null : now + afterMs,
      };
      state.closedAt = now;
      state.tries += 1;
      state.alarm.ring();
      if (fresh) onChange();
    },
    open(gate, began = Infinity) {
      const state = stateOf(gate);
      if (began < state.closedAt) return;
      state.tries = 0;
      if (state.closed === null) return;
      state.closed = null;
      state.alarm.ring();
      onChange();
    },
    closed: () => [...states.values()].flatMap((s) => (s.closed === null ? [] : [s.closed])),
    tries: (gate) => stateOf(gate).tries,
  };
}

/** ms that one try is given before another photo may try as well. */
const TRY_TAKES = 60_000;
/** ms; a gate that only a person opens is woken, this is only the length of one sleep. */
const LONG = 3_600_000;
