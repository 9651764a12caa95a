import { ipcMain } from 'electron';
import Store from 'electron-store';
import { storeName, storeOptions, type OpenSettingsStore } from '../../adapters/settings/store.ts';

/** Opens the settings store of the desktop app: the same file as under plain Node, written by electron-store. */
export const openElectronStore: OpenSettingsStore = (folder) => {
  const store = new Store<Record<string, unknown>>({
    ...storeOptions,
    cwd: folder,
    name: storeName,
  });
  // Without this, electron-store would tell every page the path of the user's data.
  ipcMain.removeAllListeners('electron-store-get-data');
  return store;
};
