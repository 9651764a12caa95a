/**
 * A fake of the module `electron` for tests. It contains what the desktop host uses of Electron, with
 * Electron's own errors (too early, too late, missing). It is as permissive as Electron, so that a missing
 * guard is detected. Everything that Electron does not have lets tests act as the page, the user and the
 * system.
 */
import { app } from './app.ts';
import { ipcMain } from './processes.ts';
import { shell } from './system.ts';

export { app, told } from './app.ts';
export { ipcMain, MessagePortMain, utilityProcess } from './processes.ts';
export { protocol, session } from './session.ts';
export {
  dialog,
  keychain,
  Menu,
  nativeImage,
  Notification,
  person,
  powerSaveBlocker,
  safeStorage,
  screen,
  shell,
  Tray,
} from './system.ts';
export { BrowserWindow } from './window.ts';

/** CommonJS packages such as electron-store import the whole module. */
export default { app, ipcMain, shell };
