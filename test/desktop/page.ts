import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { MessagePort } from 'node:worker_threads';
import { build } from 'vite';
import { systemClock } from '#electron/base/clock.ts';
import { findScreens } from '#electron/hosts/browser/screens-build.ts';
import type { DesktopOptions } from '#electron/hosts/desktop/app-context.ts';
import type { AnswerFrame, ScreenPort } from '#shared/contract/frames.ts';
import { valueOf } from '../fixtures/values.ts';
import { ipcMain, MessagePortMain, type BrowserWindow } from './electron/electron.ts';

const config = fileURLToPath(
  new URL('../../electron/hosts/desktop/preload-build.ts', import.meta.url),
);

/** What the preload exposes to the page. */
export interface PageBridge {
  post(frame: unknown): void;
  listen(listener: (frame: AnswerFrame) => void): void;
  pathOf(file: unknown): string;
}

/** Returns the options of a desktop app that keeps everything below this folder. */
export const startIn = (folder: string, more: Partial<DesktopOptions> = {}): DesktopOptions => ({
  args: ['--data', join(folder, 'data')],
  workFolder: folder,
  env: {},
  policy: { file: join(folder, 'policy.json'), owner: 0 },
  updateKeys: [],
  clock: systemClock,
  random: Math.random,
  ...more,
});

/** Builds the preload into a folder, and the screens if they are outdated; returns the text of the preload. */
export async function buildPreload(folder: string): Promise<string> {
  valueOf(await findScreens(() => {}));
  await build({
    configFile: config,
    logLevel: 'error',
    build: { outDir: folder, emptyOutDir: false },
  });
  return readFile(join(folder, 'preload.cjs'), 'utf8');
}

/** The sender of a message from a preload. */
type Sender = Pick<BrowserWindow['webContents'], 'mainFrame'>;

/** Runs the preload as the sandbox does, for a page of `sender`; returns what it exposes to the page. */
export function runPreload(
  text: string,
  sender: Sender,
  senderFrame: Sender['mainFrame'] | null = sender.mainFrame,
): Readonly<Record<string, PageBridge>> {
  const exposed: Record<string, PageBridge> = {};
  const electron = {
    contextBridge: {
      exposeInMainWorld: (name: string, value: PageBridge) => {
        exposed[name] = value;
      },
    },
    ipcRenderer: {
      postMessage(channel: string, message: unknown, ports: readonly MessagePort[]) {
        const handed = ports.map((port) => new MessagePortMain(port));
        ipcMain.emit(channel, { sender, senderFrame, ports: handed }, message);
      },
    },
    // a file that a script created has no path
    webUtils: { getPathForFile: (file: unknown) => (typeof file === 'string' ? file : '') },
  };
  const require = (name: string) => {
    if (name !== 'electron') throw new Error(`module not found: ${name}`);
    return electron;
  };
  // oxlint-disable-next-line typescript/no-implied-eval -- runs the file like the sandbox does
  new Function('require', 'exports', 'module', text)(require, {}, {});
  return exposed;
}

/** Returns the bridge as a port, as the page uses it. */
export function portOf(bridge: PageBridge): ScreenPort {
  return {
    post: (frame) => bridge.post(frame),
    onFrame: (listener) => bridge.listen(listener ?? (() => {})),
    onClose: () => {},
    close: () => {},
  };
}
