import { app, dialog, shell, type BrowserWindow, type OpenDialogOptions } from 'electron';
import { failure } from '#shared/failure.ts';
import { success } from '#shared/problem.ts';
import { ownVersion } from '../../base/version.ts';
import { platform, type Host } from '../contract/host.ts';
import type { Updates } from '../contract/updates.ts';
import { dragIcon } from './drag-icon.ts';

/** Creates the desktop host: system dialogs over the window, and the file manager. */
export function desktopHost(
  window: () => BrowserWindow | null,
  loginItem: Host['loginItem'],
  updates: Updates,
): Host {
  const choose = async (options: OpenDialogOptions): Promise<readonly string[]> => {
    const over = window();
    const { filePaths } = await (over === null
      ? dialog.showOpenDialog(options)
      : dialog.showOpenDialog(over, options));
    return filePaths;
  };
  return {
    info: {
      kind: 'desktop',
      version: ownVersion(),
      platform: platform(),
      locale: app.getPreferredSystemLanguages()[0] ?? app.getLocale(),
      hasDialogs: true,
    },
    updates,
    browsing: null,
    async chooseFolder(title) {
      const [folder] = await choose({ title, properties: ['openDirectory', 'createDirectory'] });
      return folder ?? null;
    },
    async chooseFile(title) {
      const [file] = await choose({ title, properties: ['openFile'] });
      return file ?? null;
    },
    choosePhotos: (title) => choose({ title, properties: ['openFile', 'multiSelections'] }),
    reveal(path) {
      shell.showItemInFolder(path);
      return Promise.resolve(success(null));
    },
    async openFolder(path) {
      const refusal = await shell.openPath(path);
      return refusal === ''
        ? success(null)
        : failure('file-manager-missing', { path }, { about: path, detail: refusal });
    },
    dragOut({ files, picture }) {
      const [file = ''] = files;
      const icon = dragIcon(picture, files.length);
      window()?.webContents.startDrag({ file, files: [...files], icon });
      return success(null);
    },
    loginItem,
  };
}
