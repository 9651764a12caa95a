import { settingsByPath, type SettingPath } from '#shared/views/settings.ts';

/** The label of each setting by its path, as declared in shared/views/settings.ts. */
const declared = Object.fromEntries(
  Object.entries(settingsByPath).map(([path, { label }]) => [`settingName.${path}`, label]),
) as Readonly<Record<`settingName.${SettingPath}`, string>>;

export const settingNames = {
  ...declared,
  'settingName.on': 'on',
  'settingName.off': 'off',
  'settingName.none': 'none',
};
