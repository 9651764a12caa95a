import type { ExecutionRow } from '../ledger/executions.ts';
import type { Parts } from './parts.ts';
import { busyQueryCost, idleQueryCost, learnSchedule, type PollSchedule } from './schedule.ts';

export interface Polling {
  /** Monotonic ms at which to ask about a started execution. */
  nextPoll(execution: ExecutionRow): number;
  /** Monotonic ms at which this run of the program first saw an execution started before it. */
  takenUpAt(execution: ExecutionRow): number;
}

/** How many of the last executions a schedule is learned from. */
const LEARNED_FROM = 50;

/**
 * Keeps one schedule per agent, learned anew when the ledger has more durations of it. While other
 * photos wait for a place (`busy`), knowing late costs more and it asks more often.
 */
export function createPolling(parts: Parts, busy: () => boolean): Polling {
  const schedules = new Map<string, { readonly last: string; readonly schedule: PollSchedule }>();
  const takenUp = new Map<number, number>();

  const scheduleOf = (agent: string): PollSchedule => {
    const cost = busy() ? busyQueryCost : idleQueryCost;
    const durations = parts.ledger.executions.durations(agent, LEARNED_FROM);
    const key = `${agent} ${cost}`;
    const last = durations.join(' ');
    const known = schedules.get(key);
    if (known?.last === last) return known.schedule;
    const schedule = learnSchedule(durations, cost);
    schedules.set(key, { last, schedule });
    return schedule;
  };

  const takenUpAt = (execution: ExecutionRow): number => {
    const known = takenUp.get(execution.id);
    if (known !== undefined) return known;
    const now = parts.clock.mono();
    takenUp.set(execution.id, now);
    return now;
  };

  return {
    takenUpAt,
    nextPoll(execution) {
      // one found at the service, or started before a crash, is asked about at once
      if (execution.startedMono === null || execution.origin === 'adopted') {
        const from = execution.polledMono;
        return from === null ? 0 : from + 1000;
      }
      const elapsed = (execution.polledMono ?? execution.startedMono) - execution.startedMono;
      return execution.startedMono + scheduleOf(execution.agent).next(elapsed);
    },
  };
}
