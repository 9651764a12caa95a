import { app, dialog } from 'electron';
import type { Handlers } from '#shared/contract/serve.ts';
import type { Problem } from '#shared/problem.ts';
import type { Clock } from '../../../base/clock.ts';
import { ownVersion } from '../../../base/version.ts';
import type { Session } from '../../../app/session/session.ts';
import { noUpdates, type Updates } from '../../contract/updates.ts';
import type { Texts } from '../texts.ts';
import type { StagedUpdate } from './engine.ts';
import { setUpUpdates, type PackageUpdates } from './set-up.ts';

/** A version that is installed after all work has ended safely. */
export interface PendingInstall {
  readonly staged: StagedUpdate;
  readonly restarts: boolean;
}

/** The parts of updating that the app calls when it starts and quits. */
export interface AppUpdates {
  readonly updates: Updates;
  begin(): void;
  reconsider(): void;
  /** Returns the version to install on quit; asks the user first if photos are being processed. */
  atQuit(): Promise<PendingInstall | null>;
  /** Returns the version for the restart; null if it is no longer available. */
  atRestart(): Promise<PendingInstall | null>;
  close(): Promise<void>;
  /** Installs the version; called last. If it fails, shows the problem, and the old version stays installed. */
  install(pending: PendingInstall): Promise<void>;
}

export interface AppUpdatesParts {
  readonly session: Session;
  readonly handlers: () => Handlers;
  readonly clock: Clock;
  readonly random: () => number;
  readonly args: readonly string[];
  /** Public keys in the package that releases are signed with. */
  readonly keys: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Absolute path of the folder for downloaded versions and saved state. */
  readonly folder: string;
  readonly hasWindow: () => boolean;
  readonly restart: () => void;
  readonly texts: () => Texts;
  readonly problemText: (problem: Problem) => Promise<string>;
  readonly stopping: AbortSignal;
}

export function createAppUpdates(parts: AppUpdatesParts): AppUpdates {
  const { session, clock, random, stopping } = parts;
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
      network: session.way.network,
      preferences: () => session.preferences.read(),
      clock,
      random,
      folder: parts.folder,
      around: {
        isBusy,
        // Only an open page can have unsaved input.
        isAway: () => !parts.hasWindow(),
        restart: parts.restart,
        onChange: () => session.touch('updates'),
        onTrouble: (problem) => session.log.problem('warn', problem),
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
      const isMeant = !(await isBusy()) || (await confirmInstall(parts.texts(), staged.version));
      return isMeant ? { staged, restarts: false } : null;
    },
    async atRestart() {
      const staged = await made.updates.atEnd();
      return staged === null ? null : { staged, restarts: true };
    },
    close: () => made.close(),
    install: (pending) => install(made, pending, parts.problemText),
  };
}

async function install(
  { installer }: PackageUpdates,
  { staged, restarts }: PendingInstall,
  problemText: AppUpdatesParts['problemText'],
): Promise<void> {
  // Without this, the new version would find this one running and quit as a second instance.
  app.releaseSingleInstanceLock();
  const done = await installer.install(staged, restarts);
  if (!done.ok) dialog.showErrorBox('Darkslide', await problemText(done.problem));
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

/** Returns whether quitting would interrupt work. */
async function worksOnPhotos(handlers: Handlers, signal: AbortSignal): Promise<boolean> {
  const status = await handlers['status.get']({}, signal);
  if (!status.ok) return false;
  const { counts, isPaused } = status.value;
  if (counts.running > 0 || (counts.waiting > 0 && !isPaused)) return true;
  const exported = await handlers['export.state']({}, signal);
  return exported.ok && exported.value?.state === 'running';
}

/** Asks for confirmation; closing the dialog counts as no. */
async function confirmInstall(texts: Texts, version: string): Promise<boolean> {
  const { response } = await dialog.showMessageBox({
    type: 'question',
    message: texts('update.question', { version }),
    detail: texts('update.text'),
    buttons: [texts('update.later'), texts('update.install')],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
  });
  return response === 1;
}
