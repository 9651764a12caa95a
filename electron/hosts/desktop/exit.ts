import { app } from 'electron';
import { closeAll } from '../../base/closing.ts';
import type { AppUpdates, PendingInstall } from './updates/app-updates.ts';
import { remember } from './updates/resume.ts';
import type { MainWindow } from './window.ts';

/** Ends the app once: later requests are ignored. */
export interface Exit {
  quit(): Promise<void>;
  /** Installs the downloaded version and starts it. */
  restart(): Promise<void>;
  /** Returns true once everything is closed and the system may end the process. */
  isOver(): boolean;
}

interface ExitParts {
  readonly updates: Pick<AppUpdates, 'atQuit' | 'atRestart' | 'install'>;
  /** Aborted first, so that no new work starts. */
  readonly stopping: AbortController;
  /** Parts to close next, in reverse order. */
  readonly open: AsyncDisposableStack;
  /** Called when everything is closed. */
  readonly closed: () => void;
  readonly window: MainWindow;
  /** Absolute path of the folder where the view for the next start is saved. */
  readonly folder: string;
  readonly onBug: (what: string, error: unknown) => void;
}

export function createExit(parts: ExitParts): Exit {
  const { updates, stopping, open, window, folder } = parts;
  let isLeaving = false;
  let isOver = false;

  /** Finishes running work safely, then installs the new version if there is one. */
  async function stop(pending: PendingInstall | null): Promise<void> {
    stopping.abort();
    await closeAll(open).catch((error: unknown) => parts.onBug('the end', error));
    parts.closed();
    isOver = true;
    if (pending !== null) await updates.install(pending);
    app.exit(0);
  }

  return {
    async quit() {
      if (isLeaving) return;
      isLeaving = true;
      await stop(await updates.atQuit());
    },
    async restart() {
      if (isLeaving) return;
      isLeaving = true;
      const pending = await updates.atRestart();
      isLeaving = pending !== null;
      if (pending === null) return;
      remember(folder, window.current()?.webContents.mainFrame.url ?? null);
      await stop(pending);
    },
    isOver: () => isOver,
  };
}
