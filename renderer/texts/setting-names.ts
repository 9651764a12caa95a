import type { SettingPath } from '#shared/views/settings.ts';
import { texts } from 'virtual:texts/en';
import { t } from './texts.svelte.ts';

/** Checks whether a setting exists. Looks in the texts, so that the first paint need not load the list of settings. */
export function isSetting(path: string): path is SettingPath {
  return Object.hasOwn(texts, 'settingName.'.concat(path));
}

export function settingName(path: SettingPath): string {
  return t(`settingName.${path}`);
}
