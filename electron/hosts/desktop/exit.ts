import { app } from 'electron';
import { closeAll } from '../../base/closing.ts';
import type { AppUpdates, Wanted } from './updates/own-updates.ts';
import { remember } from './updates/resume.ts';
import type { MainWindow } from './window.ts';

/** The ends of the app. One that has begun goes on, whatever else is asked for. */
export interface Exit {
  quit(): Promise<void>;
  /** Ends, and starts again as the new version that was downloaded. */
  restart(): Promise<void>;
  /** Whether all is closed, so that the system may end the app. */
  isOver(): boolean;
}

interface ExitParts {
  readonly updates: Pick<AppUpdates, 'atQuit' | 'atRestart' | 'install'>;
  /** Aborted first: nothing new is taken up. */
  readonly stopping: AbortController;
  /** Closed next, the last first. */
  readonly open: AsyncDisposableStack;
  /** Called when nothing runs any more. */
  readonly closed: () => void;
  readonly window: MainWindow;
  /** Absolute; for what the next start shows. */
  readonly folder: string;
  readonly onBug: (what: string, error: unknown) => void;
}

export function createExit(parts: ExitParts): Exit {
  const { updates, stopping, open, window, folder } = parts;
  let isLeaving = false;
  let isOver = false;

  /** What is under way comes to a safe end, and then a new version is installed. */
  async function stop(wanted: Wanted | null): Promise<void> {
    stopping.abort();
    await closeAll(open).catch((error: unknown) => parts.onBug('the end', error));
    parts.closed();
    isOver = true;
    if (wanted !== null) await updates.install(wanted);
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
      const wanted = await updates.atRestart();
      isLeaving = wanted !== null;
      if (wanted === null) return;
      remember(folder, window.current()?.webContents.mainFrame.url ?? null);
      await stop(wanted);
    },
    isOver: () => isOver,
  };
}
