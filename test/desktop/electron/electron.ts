/**
 * A fake of the module `electron` for tests: what the desktop host uses of it, with Electron's own errors (too early,
 * too late, not there), and permissive where Electron is, so that a missing guard shows. Everything that Electron does
 * not have lets the tests act as the page, the user and the system.
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

/** CommonJS packages such as electron-store import everything at once. */
export default { app, ipcMain, shell };
