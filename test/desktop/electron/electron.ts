/**
 * A fake of the module `electron` for tests. It contains the parts of Electron that the desktop host uses, and
 * throws Electron's own errors for calls that come too early or too late. Like Electron, it forbids nothing by
 * itself, so that tests detect a missing guard. Methods that Electron does not have simulate the page, the user
 * and the system.
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
