import type { ExecutionRow } from '../../adapters/ledger/executions.ts';
import { isHinted } from './hints.ts';
import type { Parts } from './parts.ts';
import { busyQueryCost, idleQueryCost, learnSchedule, type PollSchedule } from './schedule.ts';
import { FULL_TRUST, relying, trustOf } from './trust.ts';

export interface Polling {
  /** Returns the monotonic ms at which to query a started execution. */
  nextPoll(execution: ExecutionRow): number;
  /** Returns whether other executions of its agent must be queried sooner now. Call after a query. */
  hasLostTrust(execution: ExecutionRow): boolean;
}

/** Number of an agent's last executions from which its schedule is learned. */
const LEARNED_FROM = 50;

/**
 * Keeps one schedule per agent, and learns it again when the ledger has new durations. While other photos wait for a
 * slot at the service (`busy`), a late answer costs more, so the schedule queries more often. If the service's
 * notifications are reliable, it queries rarely.
 */
export function createPolling(parts: Parts, busy: () => boolean): Polling {
  const schedules = new Map<string, { readonly last: string; readonly schedule: PollSchedule }>();

  /** For each agent, the highest trust in notifications with which the next query of a sleeping job was scheduled. */
  const trusted = new Map<string, number>();

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

  const trustIn = ({ agent, hasCallback }: ExecutionRow): number => {
    if (!hasCallback || parts.callbacks?.isListening() !== true) return 0;
    // reads more executions than the maximum trust needs, because those with late notifications do not count
    const trust = trustOf(parts.ledger.hints.learned(agent, 4 * FULL_TRUST));
    trusted.set(agent, Math.max(trust, trusted.get(agent) ?? 0));
    return trust;
  };

  return {
    hasLostTrust(execution) {
      const { agent } = execution;
      const before = trusted.get(agent) ?? 0;
      if (before === 0) return false;
      trusted.delete(agent);
      return trustIn(execution) < before;
    },
    nextPoll(execution) {
      if (isHinted(execution)) return 0;
      // an execution that was found at the service, or was started before a crash, is queried
      // immediately
      if (execution.startedMono === null || execution.origin === 'adopted') {
        const from = execution.polledMono;
        return from === null ? 0 : from + 1000;
      }
      const elapsed = (execution.polledMono ?? execution.startedMono) - execution.startedMono;
      const schedule = relying(scheduleOf(execution.agent), trustIn(execution));
      const latest = (execution.awaitedMono ?? Infinity) + parts.limits.executionDeadline;
      return Math.min(execution.startedMono + schedule.next(elapsed), latest);
    },
  };
}
