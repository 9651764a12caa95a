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

/** How many of the last executions a schedule is learned from. */
const LEARNED_FROM = 50;

/**
 * Keeps one schedule per agent and learns it again when the ledger has new durations. While other
 * photos wait for a place (`busy`), a late answer costs more and it queries more often; where the
 * service's notifications are reliable, rarely.
 */
export function createPolling(parts: Parts, busy: () => boolean): Polling {
  const schedules = new Map<string, { readonly last: string; readonly schedule: PollSchedule }>();

  /** The highest trust in each agent's notifications that any sleeping job relies on. */
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
    // late notifications do not count, so more are read than count
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
      // one found at the service, or started before a crash, is queried immediately
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
