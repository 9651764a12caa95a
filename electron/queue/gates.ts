import type { Problem } from '#shared/problem.ts';
import type { Clock } from '../base/clock.ts';

/**
 * What every photo needs alike: a ledger that takes commits, the way to the service, the permission
 * to spend, room on the disk.
 * When one is missing all of them wait at its gate, one notice is given instead of one per photo, and
 * from time to time a single photo goes ahead to try.
 */
export const gateNames = ['ledger', 'service', 'execute', 'disk'] as const;
export type GateName = (typeof gateNames)[number];

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
  open(gate: GateName): void;
  closed(): ClosedGate[];
  /** How often a gate was closed in a row: for the growth of the pauses. */
  tries(gate: GateName): number;
}

interface State {
  closed: ClosedGate | null;
  tries: number;
  wake: AbortController;
}

export function createGates(clock: Clock, onChange: () => void): Gates {
  const states = new Map<GateName, State>(
    gateNames.map((gate) => [gate, { closed: null, tries: 0, wake: new AbortController() }]),
  );
  const stateOf = (gate: GateName): State => {
    const state = states.get(gate);
    if (state === undefined) throw new Error(`There is no gate ${gate}.`);
    return state;
  };
  const wakeAll = (state: State) => {
    state.wake.abort();
    state.wake = new AbortController();
  };

  /** True when the gate is open, or this caller is the one that tries. */
  const admits = (state: State): boolean => {
    const { closed } = state;
    if (closed === null) return true;
    if (closed.until === null || closed.until > clock.mono()) return false;
    // the others wait for what becomes of this one
    state.closed = { ...closed, until: clock.mono() + TRY_TAKES };
    return true;
  };

  const passOne = async (state: State, signal: AbortSignal): Promise<boolean> => {
    while (!admits(state)) {
      const until = state.closed?.until ?? null;
      const ms = until === null ? LONG : Math.max(1, until - clock.mono());
      await clock.sleep(ms, AbortSignal.any([signal, state.wake.signal]));
      if (signal.aborted) return false;
    }
    return !signal.aborted;
  };

  return {
    async pass(gates, signal) {
      for (const gate of gates) {
        if (!(await passOne(stateOf(gate), signal))) return false;
      }
      return true;
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
      state.tries += 1;
      wakeAll(state);
      if (fresh) onChange();
    },
    open(gate) {
      const state = stateOf(gate);
      state.tries = 0;
      if (state.closed === null) return;
      state.closed = null;
      wakeAll(state);
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
