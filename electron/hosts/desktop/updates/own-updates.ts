import { app, dialog } from 'electron';
import type { Handlers } from '#shared/contract/serve.ts';
import type { Clock } from '../../../base/clock.ts';
import { ownVersion } from '../../../base/version.ts';
import type { Desk } from '../../../app/handlers/desk.ts';
import { noUpdates, type Updates } from '../../../app/handlers/updates.ts';
import type { Texts } from '../texts.ts';
import type { Staged } from './engine.ts';
import { setUpUpdates, type OwnUpdates } from './set-up.ts';

/** A version that is to be installed when all has come to a safe end. */
export interface Wanted {
  readonly staged: Staged;
  readonly restarts: boolean;
}

/** Updates of the app that runs, for its start and its end. */
export interface AppUpdates {
  readonly updates: Updates;
  begin(): void;
  reconsider(): void;
  /** What to install at a quit: asks the person while photos are worked on. */
  atQuit(): Promise<Wanted | null>;
  /** What to restart into; null when it is not there any more. */
  atRestart(): Promise<Wanted | null>;
  close(): Promise<void>;
  /** The very last. A problem is shown, and the old version is still there. */
  install(wanted: Wanted): Promise<void>;
}

export interface AppUpdatesParts {
  readonly desk: Desk;
  readonly handlers: () => Handlers;
  readonly clock: Clock;
  readonly random: () => number;
  readonly args: readonly string[];
  /** Public keys that the package carries. */
  readonly keys: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Absolute; for what is staged and remembered. */
  readonly folder: string;
  readonly hasWindow: () => boolean;
  readonly restart: () => void;
  readonly texts: () => Texts;
  readonly stopping: AbortSignal;
}

export function createAppUpdates(parts: AppUpdatesParts): AppUpdates {
  const { desk, clock, random, stopping } = parts;
  const isBusy = () => worksOnPhotos(parts.handlers(), stopping);
  const made = setUpUpdates(
    {
      isPackaged: app.isPackaged,
      version: ownVersion(),
      keys: parts.keys,
      resources: process.resourcesPath,
      program: process.execPath,
      platform: process.platform,
      env: parts.env,
      args: parts.args,
    },
    {
      network: desk.way.network,
      preferences: () => desk.preferences.read(),
      clock,
      random,
      folder: parts.folder,
      around: {
        isBusy,
        // what is typed and not saved yet is only in the page
        isAway: () => !parts.hasWindow(),
        restart: parts.restart,
        onChange: () => desk.touch('updates'),
        onTrouble: (problem) => desk.log.problem('warn', problem),
      },
    },
  );
  if (typeof made === 'string') return nothing(noUpdates(made, ownVersion()));
  return {
    updates: made.updates,
    begin: () => made.updates.begin(stopping),
    reconsider: () => made.updates.reconsider(),
    async atQuit() {
      const staged = await made.updates.atEnd();
      if (staged === null) return null;
      const isMeant = !(await isBusy()) || (await wantsItNow(parts.texts(), staged.version));
      return isMeant ? { staged, restarts: false } : null;
    },
    async atRestart() {
      const staged = await made.updates.atEnd();
      return staged === null ? null : { staged, restarts: true };
    },
    close: () => made.close(),
    install: (wanted) => install(made, wanted),
  };
}

async function install({ installer }: OwnUpdates, { staged, restarts }: Wanted): Promise<void> {
  // the new one must not take this one for a second start of itself
  app.releaseSingleInstanceLock();
  const done = await installer.install(staged, restarts);
  if (!done.ok) dialog.showErrorBox('Darkslide', done.problem.message);
}

function nothing(updates: Updates): AppUpdates {
  return {
    updates,
    begin() {},
    reconsider() {},
    atQuit: () => Promise.resolve(null),
    atRestart: () => Promise.resolve(null),
    close: () => Promise.resolve(),
    install: () => Promise.resolve(),
  };
}

/** Whether a stop would interrupt something that a person waits for. */
async function worksOnPhotos(handlers: Handlers, signal: AbortSignal): Promise<boolean> {
  const status = await handlers['status.get']({}, signal);
  if (!status.ok) return false;
  const { counts, isPaused } = status.value;
  if (counts.running > 0 || (counts.waiting > 0 && !isPaused)) return true;
  const exported = await handlers['export.state']({}, signal);
  return exported.ok && exported.value?.state === 'running';
}

/** Asks; a dialog that is closed is a no. */
async function wantsItNow({ update }: Texts, version: string): Promise<boolean> {
  const { response } = await dialog.showMessageBox({
    type: 'question',
    message: update.message(version),
    detail: update.detail,
    buttons: [update.later, update.install],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
  });
  return response === 1;
}
