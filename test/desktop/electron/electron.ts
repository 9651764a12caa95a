/**
 * Stands in for the module `electron` in tests: what the desktop host uses of it, with Electron's own
 * refusals (too early, too late, not there) and permissive where Electron is, so that a guard that is
 * missing shows. What is here and not in Electron is for the tests to play the page, the person and
 * the system.
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

/** Packages that are CommonJS at heart, as electron-store, import all of it at once. */
export default { app, ipcMain, shell };
