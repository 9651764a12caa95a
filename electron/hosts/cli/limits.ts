import type { Outcome } from '#shared/problem.ts';
import type { Preferences } from '#shared/views/settings.ts';
import type { QueueLimits } from '../../engine/queue/parts.ts';
import { effective } from '../../adapters/settings/effective.ts';
import type { Policy } from '../../adapters/settings/policy.ts';
import { usualPreferences } from '#shared/views/settings.ts';
import type { Access } from '../../app/access.ts';
import type { Context, SharedOptions } from './context.ts';

/** The limits of the queue: as the options say, else the usual ones, both as the policy allows. */
export function limitsIn({ options, start }: Context): Partial<QueueLimits> {
  const { imagesPerDay, inFlight, doubtWindow } = usualIn(start.access.policy);
  return {
    imagesPerDay,
    inFlight: options.inFlight ?? inFlight,
    doubtWindow:
      options.doubtWindow === undefined ? doubtWindow * 60_000 : options.doubtWindow * 1000,
  };
}

/** Whether the policy lets the options be what they are. Problems: managed, managed-limit. */
export function checkLimits(
  { inFlight, doubtWindow }: SharedOptions,
  access: Access,
): Promise<Outcome<unknown>> {
  const minutes = doubtWindow === undefined ? undefined : doubtWindow / 60;
  return access.settings({ inFlight, doubtWindow: minutes }, usualIn(access.policy));
}

/** The command line takes no numbers from the window, only from its options and from the policy. */
function usualIn(policy: Policy | null): Preferences {
  return effective(usualPreferences, {}, policy);
}
