import { app, dialog, session as electronSession } from 'electron';
import { join } from 'node:path';
import { causeText, type Problem } from '#shared/problem.ts';
import type { Clock } from '../../base/clock.ts';
import { closeAll } from '../../base/closing.ts';
import { openSession, type Session } from '../../app/session/session.ts';
import { createHandlers } from '../contract/handlers.ts';
import { findMedia } from '../../app/pictures/media.ts';
import { createReach } from '../contract/reach.ts';
import { builtScreens, lookOf, readScreens } from '../contract/screens.ts';
import { chooseStart } from '../../app/start.ts';
import type { Environment } from '../../base/environment.ts';
import type { PolicyPlace } from '../../base/policy-place.ts';
import { openWindowControl } from '../socket/window-control.ts';
import { optionsOf, readArguments, type StartArguments } from './arguments.ts';
import { prepare } from './before-ready.ts';
import { openBridge } from './bridge.ts';
import { desktopHost } from './desktop-host.ts';
import { createExit, type Exit } from './exit.ts';
import { guardSession } from './guards.ts';
import { startUtility } from './helpers.ts';
import { createLoginItem, wasStartedAtLogin } from './login-item.ts';
import { createFileOpener, type FileOpener } from './open-files.ts';
import { askForName, showNotDone, showNotOpened } from './open-dialogs.ts';
import { serveSchemes } from './protocol.ts';
import { notDone, type Starts } from './second-instance.ts';
import { keychainSecrets } from './secrets.ts';
import { openElectronStore } from './settings-store.ts';
import { createStatusDisplay } from './status-display.ts';
import { textsIn, type Texts } from './texts.ts';
import { createAppUpdates } from './updates/app-updates.ts';
import { resumed } from './updates/resume.ts';
import { builtPreload, createMainWindow, type MainWindow } from './window.ts';

export interface DesktopOptions {
  /** Without the program and its script. */
  readonly args: readonly string[];
  /** Absolute folder that it was started in. */
  readonly workFolder: string;
  readonly env: Environment;
  /** Where the policy of this computer lies. */
  readonly policy: PolicyPlace;
  /** Public keys that new versions are signed with; none where there are no updates. */
  readonly updateKeys: readonly string[];
  readonly clock: Clock;
  readonly random: () => number;
}

/** What is known before the first window. */
interface StartState {
  readonly told: StartArguments;
  readonly starts: Starts;
  readonly texts: () => Texts;
  /** Absolute path for the window's own files. */
  readonly folder: string;
  /** Closed at the end, in reverse order. */
  readonly open: AsyncDisposableStack;
}

/** Starts the desktop app. The window opens last, when everything it asks for is ready. */
export async function startDesktop(options: DesktopOptions): Promise<void> {
  const { args, workFolder, env, random } = options;
  const told = readArguments(args, workFolder);
  const start = chooseStart(told, env, options.policy);
  if (!start.ok) return refuseToStart(start.problem);
  const { dataFolder, service, access } = start.value;
  const folder = join(dataFolder, 'window');
  const starts = prepare(folder, args, workFolder);
  if (starts === null) return;
  await app.whenReady();
  guardSession();
  const texts = (): Texts =>
    textsIn(session.preferences.read().language, app.getPreferredSystemLanguages());
  const opened = await openSession({
    dataFolder,
    service,
    access,
    secrets: keychainSecrets(dataFolder, texts, random),
    env,
    openStore: openElectronStore,
    resolveProxy: (url) => electronSession.defaultSession.resolveProxy(url),
    startHelper: startUtility,
  });
  if (!opened.ok) return refuseToStart(opened.problem);
  const session = opened.value;
  const open = new AsyncDisposableStack();
  open.defer(() => session.stop());
  try {
    // the window does not wait for it: a command that comes sooner asks again
    const control = openWindowControl(session, 'desktop', options.clock);
    open.defer(async () => (await control)());
    await openApp(session, options, { told, starts, texts, folder, open });
  } catch (error) {
    // the ledger and the lock are released before the error is shown
    await closeAll(open).catch(() => undefined);
    throw error;
  }
}

/** Creates everything around the studio and opens the window. */
async function openApp(
  session: Session,
  options: DesktopOptions,
  begun: StartState,
): Promise<void> {
  const { args, env, clock, random } = options;
  const { told, texts, folder, open } = begun;
  const stopping = new AbortController();
  const onBug = (what: string, error: unknown) =>
    session.log.note('error', `Darkslide made a mistake at "${what}".`, {
      code: 'internal',
      detail: causeText(error),
    });

  const window = createMainWindow({
    folder,
    preload: builtPreload,
    appearance: () => session.preferences.read().appearance,
    isPackaged: app.isPackaged,
    random,
    onCrash: (reason) => onBug('the page', new Error(reason)),
    onClosed() {
      if (stopping.signal.aborted) return;
      const { keepRunning } = session.preferences.read();
      if (process.platform !== 'darwin' && !keepRunning) app.quit();
      else display.notifyStillRunning();
    },
  });
  const updates = createAppUpdates({
    session,
    handlers: () => handlers,
    clock,
    random,
    args: optionsOf(args),
    env,
    keys: options.updateKeys,
    folder,
    hasWindow: () => window.current() !== null,
    restart: () => void exit.restart(),
    texts,
    stopping: stopping.signal,
  });
  open.defer(() => updates.close());
  const loginItem = createLoginItem({ platform: process.platform, env, data: told.data, random });
  const host = desktopHost(window.current, loginItem, updates.updates);
  const reach = createReach(session, host.browsing);
  const handlers = createHandlers(session, host, reach);
  serveSchemes(
    await readScreens(builtScreens),
    () => lookOf(session.preferences.read(), host.info.locale),
    (path, signal) => findMedia(session, path, signal),
  );
  const bridge = openBridge(
    handlers,
    (contents) => contents === window.current()?.webContents,
    onBug,
    (path) => reach.grant([path]),
  );
  open.defer(() => bridge.close());
  open.defer(() => window.close());
  const display = createStatusDisplay({
    handlers,
    window,
    preferences: () => session.preferences.read(),
    texts,
    dataFolder: session.dataFolder,
    onBug,
    clock,
    stopping: stopping.signal,
  });
  open.defer(() => display.stop());
  session.onChange((changed) => {
    bridge.announce(changed);
    if (changed.parts.some((part) => part === 'status' || part === 'settings')) display.update();
    if (changed.parts.includes('settings')) updates.reconsider();
  });
  display.update();
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
    askName: (name) => askForName(texts(), name),
    notTaken: (count, names) => showNotOpened(texts(), count, names),
    note: (problem) => session.log.problem('warn', problem),
    onBug: (error) => onBug('what was opened', error),
    clock,
    signal: stopping.signal,
  });
  openGivenFiles(files, window, begun);
  showWindow(window, begun);
}

function listenToApp(window: MainWindow, exit: Exit): void {
  app.on('activate', () => window.show());
  // the listener alone keeps the app going without a window
  app.on('window-all-closed', () => {});
  app.on('before-quit', (event) => {
    if (exit.isOver()) return;
    event.preventDefault();
    void exit.quit();
  });
}

/** Opens the files of this start, and of every later one. */
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

/** After an update, shows the view it was on; otherwise respects a hidden start. */
function showWindow(window: MainWindow, { told, folder }: StartState): void {
  const usual = { isShown: !told.isHidden && !wasStartedAtLogin(process.platform), hash: '' };
  const { isShown, hash } = resumed(folder) ?? usual;
  if (isShown) window.show(hash);
}

async function refuseToStart({ message }: Problem): Promise<void> {
  // before that, Linux shows no box
  await app.whenReady();
  dialog.showErrorBox('Darkslide', message);
  app.exit(3);
}
