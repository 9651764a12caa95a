import { app, dialog, session as electronSession } from 'electron';
import { join } from 'node:path';
import type { Problem } from '#shared/problem.ts';
import { openSession } from '../../app/session/session.ts';
import { chooseStart } from '../../app/start.ts';
import { closeAll } from '../../base/closing.ts';
import { openWindowControl } from '../socket/window-control.ts';
import { createContext, type DesktopOptions } from './app-context.ts';
import { readArguments } from './arguments.ts';
import { prepare } from './before-ready.ts';
import { guardSession } from './guards.ts';
import { startUtility } from './helpers.ts';
import { openApp } from './open-app.ts';
import { keychainSecrets } from './secrets.ts';
import { openElectronStore } from './settings-store.ts';
import { problemTextIn, textsIn, type Texts } from './texts.ts';

/** Starts the desktop app. Opens the window last, when everything that its page asks for is ready. */
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
  const spoken = () => session.preferences.read().language;
  const texts = (): Texts => textsIn(spoken(), app.getPreferredSystemLanguages());
  const problemText = (problem: Problem) =>
    problemTextIn(problem, spoken(), app.getPreferredSystemLanguages());
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
    // Not awaited, so that the window opens sooner; commands that connect before it is ready try again.
    const control = openWindowControl(session, 'desktop', options.clock);
    open.defer(async () => (await control)());
    await openApp(
      createContext(session, options, { told, starts, texts, problemText, folder, open }),
    );
  } catch (error) {
    // The ledger and the lock are released before the error is shown.
    await closeAll(open).catch(() => undefined);
    throw error;
  }
}

async function refuseToStart(problem: Problem): Promise<void> {
  // Linux shows no error box before the app is ready
  await app.whenReady();
  const text = await problemTextIn(problem, 'system', app.getPreferredSystemLanguages());
  dialog.showErrorBox('Darkslide', text);
  app.exit(3);
}
