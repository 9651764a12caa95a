import { settingsByPath, type SettingPath } from '#shared/views/settings.ts';

/** What each setting is called where it stands alone, by its path, as it is declared. */
const declared = Object.fromEntries(
  Object.entries(settingsByPath).map(([path, { label }]) => [`settingName.${path}`, label]),
) as Readonly<Record<`settingName.${SettingPath}`, string>>;

export const settingNames = {
  ...declared,
  'settingName.on': 'on',
  'settingName.off': 'off',
  'settingName.none': 'none',
};
