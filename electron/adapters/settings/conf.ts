import Conf from 'conf';
import { storeName, storeOptions, type OpenSettingsStore } from './store.ts';

/** The store of hosts on plain Node. Loading this module takes 0.05 s, so only what writes settings does. */
export const openConf: OpenSettingsStore = (folder) =>
  new Conf<Record<string, unknown>>({ ...storeOptions, cwd: folder, configName: storeName });
