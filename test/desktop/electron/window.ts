import { EventEmitter } from 'node:events';
import { app, refusable, told } from './app.ts';
import { session } from './session.ts';

interface Frame {
  origin: string;
  url: string;
  parent: Frame | null;
}

interface DraggedItem {
  readonly file: string;
  readonly files?: readonly string[];
  readonly icon: { readonly path: string | null; isEmpty(): boolean };
}

type Options = Record<string, unknown> & {
  webPreferences: Record<string, unknown>;
};

let lastId = 0;

class WebContents extends EventEmitter {
  readonly id = (lastId += 1);
  readonly session = session.defaultSession;
  readonly mainFrame: Frame = { origin: 'null', url: '', parent: null };
  reloads = 0;
  /** The files that were dragged out of the window. */
  readonly dragged: DraggedItem[] = [];
  #openHandler: (details: { url: string }) => { action: 'allow' | 'deny' } = () => ({
    action: 'allow',
  });

  setWindowOpenHandler(handler: (details: { url: string }) => { action: 'allow' | 'deny' }): void {
    this.#openHandler = handler;
  }
  webRtc = 'default';
  setWebRTCIPHandlingPolicy(policy: string): void {
    this.webRtc = policy;
  }
  startDrag(item: DraggedItem): void {
    if (item.files === undefined && item.file === '') throw new Error("Must specify 'file'");
    if (item.icon.isEmpty()) throw new Error("'icon' parameter must be non-empty");
    this.dragged.push(item);
  }
  reload(): void {
    this.reloads += 1;
  }
  /** Loads an address as the main process does, without guards. */
  load(url: string): void {
    const { protocol, host } = new URL(url);
    Object.assign(this.mainFrame, { url, origin: `${protocol}//${host}` });
  }

  /** Navigates as the page itself does; returns whether the navigation was allowed. */
  navigate(url: string, isMainFrame = true): boolean {
    const event = refusable({ url, isMainFrame });
    this.emit('will-frame-navigate', event);
    if (isMainFrame) this.emit('will-navigate', event, url);
    if (event.defaultPrevented) return false;
    if (isMainFrame) this.load(url);
    return true;
  }
  openWindow(url: string): boolean {
    return this.#openHandler({ url }).action === 'allow';
  }
  redirect(url: string): boolean {
    const event = refusable({ url, isMainFrame: true });
    this.emit('will-redirect', event, url);
    return !event.defaultPrevented;
  }
  attachWebview(): boolean {
    const event = refusable({});
    this.emit('will-attach-webview', event, {}, {});
    return !event.defaultPrevented;
  }
}

interface Bounds {
  x: number;
  y: number;
  width: number;
  height: number;
}

export class BrowserWindow extends EventEmitter {
  static readonly all: BrowserWindow[] = [];
  readonly webContents = new WebContents();
  readonly options: Options;
  bounds: Bounds;
  isShown = false;
  progress: { value: number; mode: string | undefined } = { value: -1, mode: undefined };
  #states = new Set<'focused' | 'maximized' | 'minimized' | 'full-screen'>();

  constructor(options: Options) {
    super();
    if (!app.isReady()) throw new Error('Cannot create BrowserWindow before app is ready');
    told.push('window');
    this.options = options;
    const { x = 100, y = 100, width = 800, height = 600 } = options as Partial<Bounds>;
    this.bounds = { x, y, width, height };
    this.isShown = options['show'] !== false;
    BrowserWindow.all.push(this);
    app.emit('web-contents-created', {}, this.webContents);
  }
  loadURL(url: string): Promise<void> {
    this.webContents.load(url);
    queueMicrotask(() => this.emit('ready-to-show'));
    return Promise.resolve();
  }
  show(): void {
    this.isShown = true;
  }
  focus(): void {
    this.#states.add('focused');
  }
  blur(): void {
    this.#states.delete('focused');
  }
  minimize(): void {
    this.#states.add('minimized');
  }
  restore(): void {
    this.#states.delete('minimized');
  }
  maximize(): void {
    this.#states.add('maximized');
  }
  setFullScreen(on: boolean): void {
    if (on) this.#states.add('full-screen');
    else this.#states.delete('full-screen');
  }
  isFocused = () => this.#states.has('focused');
  isMinimized = () => this.#states.has('minimized');
  isMaximized = () => this.#states.has('maximized');
  isFullScreen = () => this.#states.has('full-screen');
  getNormalBounds = () => this.bounds;
  setProgressBar(value: number, { mode }: { mode?: string } = {}): void {
    this.progress = { value, mode };
  }
  close(): void {
    const event = refusable({});
    this.emit('close', event);
    if (event.defaultPrevented) return;
    BrowserWindow.all.splice(BrowserWindow.all.indexOf(this), 1);
    this.emit('closed');
    if (BrowserWindow.all.length > 0) return;
    if (app.listenerCount('window-all-closed') === 0) app.quit();
    else app.emit('window-all-closed');
  }
}
