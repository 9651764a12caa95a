import { app } from 'electron';
import type { Handlers } from '#shared/contract/serve.ts';
import { findMedia } from '../../app/pictures/media.ts';
import { createHandlers } from '../contract/handlers.ts';
import { createReach, type Reach } from '../contract/reach.ts';
import { builtScreens, lookOf, readScreens } from '../contract/screens.ts';
import type { AppContext, StartState } from './app-context.ts';
import { optionsOf } from './arguments.ts';
import { openBridge, type Bridge } from './bridge.ts';
import { desktopHost } from './desktop-host.ts';
import { createExit, type Exit } from './exit.ts';
import { createLoginItem, wasStartedAtLogin } from './login-item.ts';
import { askForName, showNotDone, showNotOpened } from './open-dialogs.ts';
import { createFileOpener, type FileOpener } from './open-files.ts';
import { serveSchemes } from './protocol.ts';
import { notDone } from './second-instance.ts';
import { createStatusDisplay, type StatusDisplay } from './status-display.ts';
import { createAppUpdates, type AppUpdates, type AppUpdatesParts } from './updates/app-updates.ts';
import { resumed } from './updates/resume.ts';
import { moneyIn } from './texts.ts';
import { builtPreload, createMainWindow, type MainWindow } from './window.ts';

/** Creates all parts around the studio and opens the window. */
export async function openApp(context: AppContext): Promise<void> {
  const { session, options, start, stopping, onBug } = context;
  const { clock, random, env } = options;
  const { open, folder } = start;
  const window = openMainWindow(context, () => display.notifyStillRunning());
  const updates = openUpdates(context, {
    handlers: () => handlers,
    hasWindow: () => window.current() !== null,
    restart: () => void exit.restart(),
  });
  const { data } = start.told;
  const loginItem = createLoginItem({ platform: process.platform, env, data, random });
  const host = desktopHost(window.current, loginItem, updates.updates);
  const reach = createReach(session, host.browsing);
  const handlers = createHandlers(session, host, reach);
  const bridge = await openPage(context, window, host.info.locale, handlers, reach);
  open.defer(() => window.close());
  const display = openDisplay(context, window, handlers);
  showChanges(context, bridge, display, updates);
  updates.begin();
  const exit = createExit({
    updates,
    stopping,
    open,
    closed: () => display.removeTray(),
    window,
    folder,
    onBug,
  });
  listenToApp(window, exit);
  const files = createFileOpener({
    handlers,
    chosen: reach.grant,
    show: (hash) => window.show(hash),
    askName: (name) => askForName(start.texts(), name),
    notTaken: (count, names) => showNotOpened(start.texts(), count, names),
    note: (problem) => session.log.problem('warn', problem),
    onBug: (error) => onBug('opening files', error),
    clock,
    signal: stopping.signal,
  });
  openGivenFiles(files, window, start);
  showWindow(window, start);
}

/** Opens the window. When it is closed, Darkslide quits or says that it is still running. */
function openMainWindow(
  { session, options, start, stopping, onBug }: AppContext,
  notifyStillRunning: () => void,
): MainWindow {
  return createMainWindow({
    folder: start.folder,
    preload: builtPreload,
    appearance: () => session.preferences.read().appearance,
    isPackaged: app.isPackaged,
    random: options.random,
    onCrash: (reason) => onBug('the page', new Error(reason)),
    onClosed() {
      if (stopping.signal.aborted) return;
      const { keepRunning } = session.preferences.read();
      if (process.platform !== 'darwin' && !keepRunning) app.quit();
      else notifyStillRunning();
    },
  });
}

function openUpdates(
  { session, options, start, stopping }: AppContext,
  around: Pick<AppUpdatesParts, 'handlers' | 'hasWindow' | 'restart'>,
): AppUpdates {
  const { clock, random, env, args, updateKeys } = options;
  const updates = createAppUpdates({
    session,
    clock,
    random,
    env,
    args: optionsOf(args),
    keys: updateKeys,
    folder: start.folder,
    texts: start.texts,
    problemText: start.problemText,
    stopping: stopping.signal,
    ...around,
  });
  start.open.defer(() => updates.close());
  return updates;
}

/** Serves the window's page and answers its requests. */
async function openPage(
  { session, start, onBug }: AppContext,
  window: MainWindow,
  locale: string,
  handlers: Handlers,
  reach: Reach,
): Promise<Bridge> {
  serveSchemes(
    await readScreens(builtScreens),
    () => lookOf(session.preferences.read(), locale),
    (path, signal) => findMedia(session, path, signal),
  );
  const bridge = openBridge(
    handlers,
    (contents) => contents === window.current()?.webContents,
    onBug,
    (path) => reach.grant([path]),
  );
  start.open.defer(() => bridge.close());
  return bridge;
}

function openDisplay(
  { session, options, start, stopping, onBug }: AppContext,
  window: MainWindow,
  handlers: Handlers,
): StatusDisplay {
  const display = createStatusDisplay({
    handlers,
    window,
    preferences: () => session.preferences.read(),
    texts: start.texts,
    money: (amount) =>
      moneyIn(amount, session.preferences.read().language, app.getPreferredSystemLanguages()),
    dataFolder: session.dataFolder,
    onBug,
    clock: options.clock,
    stopping: stopping.signal,
  });
  start.open.defer(() => display.stop());
  return display;
}

/** Passes changes on to the page, the status display and the updates. */
function showChanges(
  { session }: AppContext,
  bridge: Bridge,
  display: StatusDisplay,
  updates: AppUpdates,
): void {
  session.onChange((changed) => {
    bridge.announce(changed);
    if (changed.parts.some((part) => part === 'status' || part === 'settings')) display.update();
    if (changed.parts.includes('settings')) updates.reconsider();
  });
  display.update();
}

function listenToApp(window: MainWindow, exit: Exit): void {
  app.on('activate', () => window.show());
  // With this listener, the app keeps running without a window.
  app.on('window-all-closed', () => {});
  app.on('before-quit', (event) => {
    if (exit.isOver()) return;
    event.preventDefault();
    void exit.quit();
  });
}

/** Opens the files with which Darkslide was started, and those with which it is started again later. */
function openGivenFiles(
  files: FileOpener,
  window: MainWindow,
  { told, starts, texts }: StartState,
): void {
  files.open(told.files, told.notFiles);
  starts.follow({
    opened: (file) => files.open([file]),
    started(next) {
      if (next?.isHidden !== true) window.show();
      if (next === null) return;
      files.open(next.files, next.notFiles);
      const left = notDone(told, next);
      if (left.length > 0) showNotDone(texts(), left);
    },
  });
}

/** Shows the window: after an update with the view that was open; not at all if started hidden. */
function showWindow(window: MainWindow, { told, folder }: StartState): void {
  const usual = { isShown: !told.isHidden && !wasStartedAtLogin(process.platform), hash: '' };
  const { isShown, hash } = resumed(folder) ?? usual;
  if (isShown) window.show(hash);
}
