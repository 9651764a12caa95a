import type { Problem } from '#shared/problem.ts';
import { gateNames, type GateName } from '#shared/views/status.ts';
import { createAlarm, type Alarm } from '../../base/alarm.ts';
import type { Clock } from '../../base/clock.ts';

/**
 * A gate stands for something that every photo depends on: a ledger that accepts commits, a
 * connection to the service or to the shared studio, permission to spend, space on the disk. If it is missing, all photos
 * wait at the closed gate, with one notice instead of one per photo, and from time to time a single
 * photo passes as a trial.
 */
export interface ClosedGate {
  readonly gate: GateName;
  readonly problem: Problem;
  /** Wall-clock ms. */
  readonly since: number;
  /** Monotonic ms of the next trial; null when only the user can open the gate. */
  readonly until: number | null;
}

export interface Gates {
  /** Resolves when all these gates let the caller through; null when `signal` aborts. */
  pass(gates: readonly GateName[], signal: AbortSignal): Promise<Passage | null>;
  /** Closes a gate. After `afterMs`, one caller may pass as a trial; null waits for the user. */
  close(gate: GateName, problem: Problem, afterMs: number | null): void;
  /**
   * Opens a gate because work that began at `began` (monotonic ms) succeeded. Ignored if the gate was closed
   * after `began`, because a later Retry-After or revoked key outweighs that success.
   */
  open(gate: GateName, began?: number): void;
  closed(): ClosedGate[];
  /** Returns how many times in a row a gate has been closed, which lengthens the pauses. */
  tries(gate: GateName): number;
}

/** The permission of one caller to do its work. */
export interface Passage {
  /**
   * Ends work that has not shown whether its gates can open. If the caller was the trial of a gate that is still
   * closed, the next caller becomes the trial.
   */
  end(): void;
}

interface State {
  closed: ClosedGate | null;
  /** Monotonic ms at which the gate last closed. */
  closedAt: number;
  tries: number;
  /** Wakes the waiting callers when the gate closes or opens. */
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

  /** Returns whether a caller may pass: the gate is open, or a trial is due. */
  const lets = ({ closed }: State): boolean =>
    closed === null || (closed.until !== null && closed.until <= clock.mono());

  /** Makes the other callers wait for the result of the trial; returns a function that ends the trial. */
  const take = (state: State): (() => void) => {
    if (state.closed === null) return () => {};
    const trial = { ...state.closed, until: clock.mono() + TRIAL_TIMEOUT };
    state.closed = trial;
    return () => {
      if (state.closed !== trial) return;
      state.closed = { ...trial, until: clock.mono() };
      state.alarm.ring();
    };
  };

  return {
    async pass(gates, signal) {
      const all = gates.map(stateOf);
      while (!signal.aborted) {
        // checks all gates together, because a gate that the caller has passed may have closed while the caller
        // waited at another gate
        const shut = all.find((state) => !lets(state));
        if (shut === undefined) {
          const ends = all.map(take);
          return { end: () => ends.forEach((end) => end()) };
        }
        const until = shut.closed?.until ?? null;
        const ms = until === null ? LONGEST_SLEEP : Math.max(1, until - clock.mono());
        await shut.alarm.listen()(ms, signal);
      }
      return null;
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

/**
 * Time in ms after which another photo may pass as a trial although the last trial has not ended.
 */
const TRIAL_TIMEOUT = 60_000;
/** Maximum sleep in ms. Opening a gate wakes its waiters sooner. */
const LONGEST_SLEEP = 3_600_000;
