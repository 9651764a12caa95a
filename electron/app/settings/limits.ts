import type { Outcome } from '#shared/problem.ts';
import { eachLimit, type LimitName } from '#shared/spending-limits.ts';
import type { Preferences } from '#shared/views/settings.ts';
import type { QueueLimits } from '../../engine/queue/parts.ts';

/** Returns the limits of the queue from the effective preferences; `read`: whether the spending limits are known. */
export function limitsOf(
  preferences: Preferences,
  read: Outcome<void>,
): Pick<QueueLimits, LimitName | 'inFlight' | 'doubtWindow' | 'unreadable'> {
  const { inFlight, doubtWindow } = preferences;
  return {
    ...eachLimit((name) => preferences[name]),
    unreadable: read.ok ? null : read.problem,
    inFlight,
    doubtWindow: doubtWindow * 60_000,
  };
}
