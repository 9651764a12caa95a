import { BrowserWindow } from 'electron';
import { fileURLToPath } from 'node:url';
import type { Preferences } from '#shared/views/settings.ts';
import { PAGE } from './places.ts';
import { placeFor, savePlace, type Place } from './window-place.ts';

/** The only window. It can be closed while work continues; `show` opens it again. */
export interface MainWindow {
  /** Returns the open window; null while it is closed. */
  current(): BrowserWindow | null;
  /** Opens the window or brings it to the front, at a view such as `#/queue` if given. */
  show(hash?: string): void;
  /** Closes the window; resolves when its position is saved. */
  close(): Promise<void>;
}

export interface WindowOptions {
  /** Absolute path of the folder for the window's saved position. */
  readonly folder: string;
  readonly preload: string;
  readonly appearance: () => Preferences['appearance'];
  readonly isPackaged: boolean;
  readonly random: () => number;
  /** Called after the page crashed, before it is reloaded. */
  readonly onCrash: (reason: string) => void;
  readonly onClosed: () => void;
}

/** Path of the built preload script: one file, because the sandbox does not let it load others. */
export const builtPreload = fileURLToPath(
  new URL(
    import.meta.url.endsWith('.ts')
      ? '../../../dist/desktop/preload.cjs'
      : '../../../desktop/preload.cjs',
    import.meta.url,
  ),
);

/** Minimum size of the window in px. */
const SMALLEST = { minWidth: 900, minHeight: 600 };
/** Background of the window in each appearance, as in `tokens.css`, before the page has painted. */
const backgrounds = { dark: '#191919', mid: '#4a4a4a', light: '#b4b4b4' } as const;
/** Number of crashes after which the page is not reloaded any more. */
const MOST_CRASHES = 3;

export function createMainWindow(options: WindowOptions): MainWindow {
  let window: BrowserWindow | null = null;
  let crashes = 0;
  let saving = Promise.resolve();

  const open = (hash: string): BrowserWindow => {
    const { bounds, isMaximized, isFullScreen } = placeFor(options.folder);
    const opened = new BrowserWindow({
      ...bounds,
      ...SMALLEST,
      show: false,
      title: 'Darkslide',
      backgroundColor: backgrounds[options.appearance()],
      webPreferences: {
        preload: options.preload,
        contextIsolation: true,
        sandbox: true,
        nodeIntegration: false,
        webSecurity: true,
        webviewTag: false,
        navigateOnDragDrop: false,
        spellcheck: false,
        devTools: !options.isPackaged,
      },
    });
    if (isMaximized) opened.maximize();
    if (isFullScreen) opened.setFullScreen(true);
    opened.once('ready-to-show', () => opened.show());
    opened.on('close', () => {
      saving = savePlace(options.folder, placeOf(opened), options.random);
    });
    opened.once('closed', () => {
      window = null;
      options.onClosed();
    });
    opened.webContents.on('render-process-gone', (_event, { reason }) => {
      options.onCrash(reason);
      crashes += 1;
      if (crashes <= MOST_CRASHES) opened.webContents.reload();
    });
    void opened.loadURL(`${PAGE}${hash}`);
    return opened;
  };

  return {
    current: () => window,
    show(hash = '') {
      if (window === null) {
        window = open(hash);
        return;
      }
      if (window.isMinimized()) window.restore();
      window.show();
      window.focus();
      if (hash !== '') void window.loadURL(`${PAGE}${hash}`);
    },
    close() {
      window?.close();
      return saving;
    },
  };
}

function placeOf(window: BrowserWindow): Place {
  return {
    bounds: window.getNormalBounds(),
    isMaximized: window.isMaximized(),
    isFullScreen: window.isFullScreen(),
  };
}
