import type { Outcome, Problem } from '#shared/problem.ts';
import { usualPreferences } from '#shared/views/settings.ts';
import { effective } from '../../adapters/settings/effective.ts';
import { leavesOf, type Leaves } from '../../adapters/settings/leaves.ts';
import { parsePolicy, settable, type Policy } from '../../adapters/settings/policy.ts';
import { readChosen } from '../../adapters/settings/preferences.ts';
import type { Start } from '../start.ts';

/** Checks that the text of a policy file is valid; the failure lists everything that is wrong. */
export function checkPolicy(file: string, text: string): Outcome<unknown> {
  return parsePolicy(file, text);
}

/** The source of a value, as the settings page names it. */
export type SettingSource = 'usual' | 'recommended' | 'chosen' | 'enforced' | 'limit';

/** A setting with its effective value. */
export interface SettingInForce {
  readonly setting: string;
  readonly value: unknown;
  readonly from: SettingSource;
}

/** Returns the settings of a data folder, each with the source of its value. */
export function settingsInForce(
  { access: { policy }, dataFolder }: Start,
  onTrouble: (problem: Problem) => void,
): readonly SettingInForce[] {
  const { chosen } = readChosen(dataFolder, onTrouble);
  const inForce = leavesOf(effective(usualPreferences, chosen, policy));
  return Object.entries(inForce)
    .filter(([setting]) => Object.hasOwn(settable, setting.split('.')[0] ?? ''))
    .map(([setting, value]) => ({
      setting,
      value,
      from: sourceOf(setting, value, chosen, policy),
    }));
}

function sourceOf(
  setting: string,
  value: unknown,
  chosen: Leaves,
  policy: Policy | null,
): SettingSource {
  if (policy !== null && Object.hasOwn(policy.enforced, setting)) return 'enforced';
  const isChosen = Object.hasOwn(chosen, setting);
  const isRecommended = policy !== null && Object.hasOwn(policy.recommended, setting);
  const before: Leaves = {
    ...leavesOf(usualPreferences),
    ...(isRecommended ? policy.recommended : {}),
    ...(isChosen ? chosen : {}),
  };
  const limits: Leaves = policy?.limits ?? {};
  if (value === limits[setting] && value !== before[setting]) return 'limit';
  if (isChosen) return 'chosen';
  return isRecommended ? 'recommended' : 'usual';
}
