import { eachLimit, type LimitName } from '#shared/spending-limits.ts';
import type { Preferences } from '#shared/views/settings.ts';
import type { QueueLimits } from '../../engine/queue/parts.ts';

/** Returns the limits of the queue from the effective preferences. */
export function limitsOf(
  preferences: Preferences,
): Pick<QueueLimits, LimitName | 'inFlight' | 'doubtWindow'> {
  const { inFlight, doubtWindow } = preferences;
  return { ...eachLimit((name) => preferences[name]), inFlight, doubtWindow: doubtWindow * 60_000 };
}
