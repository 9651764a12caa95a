import Conf from 'conf';
import { storeName, storeOptions, type OpenSettingsStore } from './store.ts';

/**
 * Opens the settings store for hosts on plain Node. Loading this module takes 0.05 s, so only code that
 * writes settings loads it.
 */
export const openConf: OpenSettingsStore = (folder) =>
  new Conf<Record<string, unknown>>({ ...storeOptions, cwd: folder, configName: storeName });
