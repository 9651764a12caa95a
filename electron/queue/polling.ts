import type { ExecutionRow } from '../ledger/executions.ts';
import type { Parts } from './parts.ts';
import { busyQueryCost, idleQueryCost, learnSchedule, type PollSchedule } from './schedule.ts';

export interface Polling {
  /** Monotonic ms at which to ask about a started execution. */
  nextPoll(execution: ExecutionRow): number;
}

/** How many of the last executions a schedule is learned from. */
const LEARNED_FROM = 50;

/**
 * Keeps one schedule per agent, learned anew when the ledger has more durations of it. While other
 * photos wait for a place (`busy`), knowing late costs more and it asks more often.
 */
export function createPolling(parts: Parts, busy: () => boolean): Polling {
  const schedules = new Map<string, { readonly last: string; readonly schedule: PollSchedule }>();

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

  return {
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
