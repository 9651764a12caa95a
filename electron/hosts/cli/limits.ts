import type { Problem } from '#shared/problem.ts';
import type { Preferences } from '#shared/views/settings.ts';
import type { QueueLimits } from '../../engine/queue/parts.ts';
import { effective, whyManaged } from '../../adapters/settings/effective.ts';
import { changesOf, leavesOf } from '../../adapters/settings/leaves.ts';
import type { Policy } from '../../adapters/settings/policy.ts';
import { usualPreferences } from '../../adapters/settings/preferences.ts';
import type { Context, SharedOptions } from './context.ts';

/** The limits of the queue: as the options say, else the usual ones, both as the policy allows. */
export function limitsIn({ options, start }: Context): Partial<QueueLimits> {
  const { imagesPerDay, inFlight, doubtWindow } = usualIn(start.policy);
  return {
    imagesPerDay,
    inFlight: options.inFlight ?? inFlight,
    doubtWindow:
      options.doubtWindow === undefined ? doubtWindow * 60_000 : options.doubtWindow * 1000,
  };
}

/** Why the policy does not let the options be what they are; null when it does. */
export function whyNotOptions(
  { inFlight, doubtWindow }: SharedOptions,
  policy: Policy | null,
): Problem | null {
  const minutes = doubtWindow === undefined ? undefined : doubtWindow / 60;
  const asked = leavesOf({ inFlight, doubtWindow: minutes });
  return whyManaged(changesOf(asked, leavesOf(usualIn(policy))), policy);
}

/** The command line takes no numbers from the window, only from its options and from the policy. */
function usualIn(policy: Policy | null): Preferences {
  return effective(usualPreferences, {}, policy);
}
