import type { ExecutionRow } from '../../adapters/ledger/executions.ts';
import { isHinted } from './hints.ts';
import type { Parts } from './parts.ts';
import { busyQueryCost, idleQueryCost, learnSchedule, type PollSchedule } from './schedule.ts';
import { FULL_TRUST, relying, trustOf } from './trust.ts';

export interface Polling {
  /** Monotonic ms at which to ask about a started execution. */
  nextPoll(execution: ExecutionRow): number;
  /** Told of what was asked about: whether others of its agent are to be asked about sooner now. */
  hasLostTrust(execution: ExecutionRow): boolean;
}

/** How many of the last executions a schedule is learned from. */
const LEARNED_FROM = 50;

/**
 * Keeps one schedule per agent, learned anew when the ledger has more durations of it. While other
 * photos wait for a place (`busy`), knowing late costs more and it asks more often; where the service's
 * notifications can be relied on, rarely.
 */
export function createPolling(parts: Parts, busy: () => boolean): Polling {
  const schedules = new Map<string, { readonly last: string; readonly schedule: PollSchedule }>();

  /** The most trust in each agent's notifications that anybody may sleep by. */
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
    // what was late counts for nothing, so more are looked at than count
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
      // one found at the service, or started before a crash, is asked about at once
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
