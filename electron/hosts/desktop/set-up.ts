import { app, dialog, session, shell } from 'electron';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Handlers } from '#shared/contract/serve.ts';
import { causeText, type Problem } from '#shared/problem.ts';
import type { Clock } from '../../base/clock.ts';
import { closeAll } from '../../base/closing.ts';
import { openDesk, type Desk } from '../../app/handlers/desk.ts';
import { createHandlers } from '../../app/handlers/handlers.ts';
import { findMedia } from '../../app/handlers/media.ts';
import { createReach, type Reach } from '../../app/handlers/reach.ts';
import { builtScreens, lookOf, readScreens } from '../../app/handlers/screens.ts';
import type { Environment } from '../../adapters/settings/choices.ts';
import type { PolicyPlace } from '../../adapters/settings/policy-place.ts';
import { chooseStart } from '../../adapters/settings/start.ts';
import { createActivity, type Activity } from './activity.ts';
import { optionsOf, readArguments } from './arguments.ts';
import { openBridge, type Bridge } from './bridge.ts';
import { desktopHost } from './desktop-host.ts';
import { guardContents, guardSession } from './guards.ts';
import { startUtility } from './helpers.ts';
import { createLoginItem, wasStartedAtLogin } from './login-item.ts';
import { setMenu } from './menu.ts';
import { takeOpened, type Opened } from './opened.ts';
import { askForName, sayNotDone, sayNotOpened } from './opened-words.ts';
import { atMostEvery } from './pace.ts';
import { registerSchemes, serveSchemes } from './protocol.ts';
import { gatherStarts, isOnlyOne, notDone } from './second-instance.ts';
import { keychainSecrets } from './secrets.ts';
import { openElectronStore } from './settings-store.ts';
import { textsIn, type Texts } from './texts.ts';
import { createTray, type StatusTray } from './tray.ts';
import { weakeningSwitch } from './switches.ts';
import { createAppUpdates, type AppUpdates, type Wanted } from './updates/own-updates.ts';
import { remember, resumed } from './updates/resume.ts';
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

/** What a step says when there is nothing left to start. */
const END = 'end';
/** ms between two looks at how work stands, for tray, dock and notifications. */
const STATUS_EVERY = 1000;

const isMac = process.platform === 'darwin';

/**
 * Starts the desktop app, step by step: what must come before the app is ready first, the window last,
 * when all that it asks for is there.
 */
export async function startDesktop(options: DesktopOptions): Promise<void> {
  const { args, workFolder, env, clock, random } = options;
  const told = readArguments(args, workFolder);
  const start = chooseStart(told, env, options.policy);
  if (!start.ok) return refuseToStart(start.problem);
  const { dataFolder, service, policy } = start.value;
  const folder = join(dataFolder, 'window');
  const stopping = new AbortController();
  /** What is to be closed at the end, in reverse order. */
  const open = new AsyncDisposableStack();
  let desk!: Desk;
  let reach!: Reach;
  let handlers!: Handlers;
  let bridge!: Bridge;
  let tray!: StatusTray;
  let activity!: Activity;
  let window!: MainWindow;
  let own!: AppUpdates;
  /** Nothing is to come to an end any more; macOS ends the app itself to install. */
  let isOver = false;
  let isLeaving = false;
  let starts!: ReturnType<typeof gatherStarts>;
  let opened!: Opened;

  const tell = atMostEvery(
    STATUS_EVERY,
    () => tellStatus().catch((error: unknown) => onBug('the tray', error)),
    clock,
    stopping.signal,
  );
  const texts = (): Texts =>
    textsIn(desk.preferences.read().language, app.getPreferredSystemLanguages());
  const onBug = (what: string, error: unknown) =>
    desk.log.note('error', `Darkslide made a mistake at "${what}".`, {
      code: 'internal',
      detail: causeText(error),
    });

  const steps: readonly (() => unknown)[] = [
    function refuseWeakening() {
      // in a checkout they are how tests and developers look in
      if (!app.isPackaged) return;
      const found = weakeningSwitch((name) => app.commandLine.hasSwitch(name));
      if (found === null) return;
      const { weakening } = textsIn('system', app.getPreferredSystemLanguages());
      dialog.showErrorBox('Darkslide', weakening(`--${found}`));
      app.exit(3);
      return END;
    },
    function nameItself() {
      app.setName('Darkslide');
      if (process.platform === 'win32') app.setAppUserModelId('app.darkslide');
      // what it makes is the person's alone: the ledger, copies of photos and keys lie in there
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      // one window for each data folder
      app.setPath('userData', folder);
    },
    function beTheOnlyOne() {
      if (!isOnlyOne(args, workFolder)) {
        app.quit();
        return END;
      }
      starts = gatherStarts();
    },
    function guardBeforeReady() {
      app.enableSandbox();
      registerSchemes();
      guardContents();
    },
    () => app.whenReady(),
    () => guardSession(),
    async function openStudio() {
      const opened = await openDesk({
        dataFolder,
        service,
        policy,
        secrets: keychainSecrets(dataFolder, texts, random),
        env,
        openStore: openElectronStore,
        resolveProxy: (url) => session.defaultSession.resolveProxy(url),
        startHelper: startUtility,
      });
      if (opened.ok) {
        desk = opened.value;
        open.defer(() => desk.stop());
        return;
      }
      dialog.showErrorBox('Darkslide', opened.problem.message);
      app.exit(3);
      return END;
    },
    async function serveThePage() {
      own = createAppUpdates({
        desk,
        handlers: () => handlers,
        clock,
        random,
        args: optionsOf(args),
        env,
        keys: options.updateKeys,
        folder,
        hasWindow: () => window.current() !== null,
        restart: () => void restart(),
        texts,
        stopping: stopping.signal,
      });
      open.defer(() => own.close());
      const host = desktopHost(
        () => window.current(),
        createLoginItem({ platform: process.platform, env, data: told.data, random }),
        own.updates,
      );
      reach = createReach(desk, host.browsing);
      handlers = createHandlers(desk, host, reach);
      serveSchemes(
        await readScreens(builtScreens),
        () => lookOf(desk.preferences.read(), host.info.locale),
        (path, signal) => findMedia(desk, path, signal),
      );
      bridge = openBridge(
        handlers,
        (contents) => contents === window.current()?.webContents,
        onBug,
        (path) => reach.grant([path]),
      );
      open.defer(() => bridge.close());
    },
    function putUpTheRest() {
      window = createMainWindow({
        folder,
        preload: builtPreload,
        appearance: () => desk.preferences.read().appearance,
        isPackaged: app.isPackaged,
        random,
        onCrash: (reason) => onBug('the page', new Error(reason)),
        onClosed: () => closed(),
      });
      open.defer(() => window.close());
      activity = createActivity(window.current, window.show);
      open.defer(() => activity.stop());
      tray = createTray(isMac, { open: () => window.show(), quit: () => app.quit() });
    },
    function followTheWork() {
      desk.onChange((changed) => {
        bridge.announce(changed);
        if (changed.parts.some((part) => part === 'status' || part === 'settings')) tell();
        if (changed.parts.includes('settings')) own.reconsider();
      });
      tell();
      own.begin();
    },
    function listenToThePerson() {
      app.on('activate', () => window.show());
      // the listener alone keeps the app going without a window
      app.on('window-all-closed', () => {});
      app.on('before-quit', (event) => {
        if (isOver) return;
        event.preventDefault();
        void quit();
      });
    },
    function openWhatWasNamed() {
      opened = takeOpened({
        handlers,
        chosen: reach.grant,
        show: (hash) => window.show(hash),
        askName: (name) => askForName(texts(), name),
        notTaken: (count, names) => sayNotOpened(texts(), count, names),
        note: (problem) => desk.log.problem('warn', problem),
        onBug: (error) => onBug('what was opened', error),
        clock,
        signal: stopping.signal,
      });
      opened.open(told.files, told.notFiles);
      starts.follow({
        opened: (file) => opened.open([file]),
        started(next) {
          if (next?.isHidden !== true) window.show();
          if (next === null) return;
          opened.open(next.files, next.notFiles);
          const left = notDone(told, next);
          if (left.length > 0) sayNotDone(texts(), left);
        },
      });
    },
    function openTheWindow() {
      const usual = { isShown: !told.isHidden && !wasStartedAtLogin(process.platform), hash: '' };
      const { isShown, hash } = resumed(folder) ?? usual;
      if (isShown) window.show(hash);
    },
  ];
  try {
    for (const step of steps) {
      const said = step();
      // a step that has nothing to wait for must not give the app the time to become ready
      if ((said instanceof Promise ? await said : said) === END) return;
    }
  } catch (error) {
    // the ledger and the lock are released before the error is shown
    await closeAll(open).catch(() => undefined);
    throw error;
  }

  function closed(): void {
    if (stopping.signal.aborted) return;
    const { keepRunning, notifications } = desk.preferences.read();
    if (!isMac && !keepRunning) return app.quit();
    const { title, body } = texts().goesOn;
    if (notifications && !isMac) activity.say(title, body);
  }

  async function tellStatus(): Promise<void> {
    const status = await handlers['status.get']({}, stopping.signal);
    if (!status.ok || stopping.signal.aborted) return;
    const words = texts();
    const { isPaused } = status.value;
    tray.tell(status.value, words);
    activity.tell(status.value, words, desk.preferences.read().notifications);
    setMenu(
      words,
      { isMac, isPackaged: app.isPackaged, isPaused },
      {
        go: (hash) => window.show(hash),
        pause: () => void handlers['work.pause']({}, stopping.signal),
        resume: () => void handlers['work.resume']({}, stopping.signal),
        showDataFolder: () => void shell.openPath(dataFolder),
      },
    );
  }

  async function quit(): Promise<void> {
    if (isLeaving) return;
    isLeaving = true;
    await stop(await own.atQuit());
  }

  async function restart(): Promise<void> {
    if (isLeaving) return;
    isLeaving = true;
    const wanted = await own.atRestart();
    isLeaving = wanted !== null;
    if (wanted === null) return;
    remember(folder, window.current()?.webContents.mainFrame.url ?? null);
    await stop(wanted);
  }

  /** Takes nothing new up; what is under way comes to a safe end, and then a new version is installed. */
  async function stop(wanted: Wanted | null): Promise<void> {
    stopping.abort();
    await closeAll(open).catch((error: unknown) => onBug('the end', error));
    // shown for as long as anything runs
    tray.close();
    isOver = true;
    if (wanted !== null) await own.install(wanted);
    app.exit(0);
  }
}

async function refuseToStart({ message }: Problem): Promise<void> {
  // before that, Linux shows no box
  await app.whenReady();
  dialog.showErrorBox('Darkslide', message);
  app.exit(3);
}
