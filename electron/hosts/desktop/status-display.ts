import { app, shell } from 'electron';
import type { Handlers } from '#shared/contract/serve.ts';
import type { Preferences } from '#shared/views/settings.ts';
import type { Clock } from '../../base/clock.ts';
import { createActivity } from './activity.ts';
import { setMenu } from './menu.ts';
import { throttle } from './throttle.ts';
import type { Texts } from './texts.ts';
import { createTray } from './tray.ts';
import type { MainWindow } from './window.ts';

/** Shows the state of the work outside the window: tray, menu, dock or taskbar, notifications. */
export interface StatusDisplay {
  /** Updates the display soon, at most once a second. */
  update(): void;
  /** Tells the user that work continues without the window. */
  notifyStillRunning(): void;
  stop(): void;
  /** Called last, because the tray shows that Darkslide is still running. */
  removeTray(): void;
}

interface DisplayParts {
  readonly handlers: Pick<Handlers, 'status.get' | 'work.pause' | 'work.resume'>;
  readonly window: MainWindow;
  readonly preferences: () => Preferences;
  readonly texts: () => Texts;
  /** Absolute path. */
  readonly dataFolder: string;
  readonly onBug: (what: string, error: unknown) => void;
  readonly clock: Clock;
  readonly stopping: AbortSignal;
}

/** Minimum interval in ms between two updates. */
const EVERY = 1000;

export function createStatusDisplay(parts: DisplayParts): StatusDisplay {
  const { handlers, window, preferences, texts, stopping } = parts;
  const isMac = process.platform === 'darwin';
  const activity = createActivity(window.current, window.show);
  const tray = createTray(isMac, { open: () => window.show(), quit: () => app.quit() });
  const actions = {
    go: (hash: string) => window.show(hash),
    pause: () => void handlers['work.pause']({}, stopping),
    resume: () => void handlers['work.resume']({}, stopping),
    showDataFolder: () => void shell.openPath(parts.dataFolder),
  };

  const show = async (): Promise<void> => {
    const status = await handlers['status.get']({}, stopping);
    if (!status.ok || stopping.aborted) return;
    const words = texts();
    tray.tell(status.value, words);
    activity.tell(status.value, words, preferences().notifications);
    const { isPaused } = status.value;
    setMenu(words, { isMac, isPackaged: app.isPackaged, isPaused }, actions);
  };

  return {
    update: throttle(
      EVERY,
      () => show().catch((error: unknown) => parts.onBug('the tray', error)),
      parts.clock,
      stopping,
    ),
    notifyStillRunning() {
      if (isMac || !preferences().notifications) return;
      const text = texts();
      activity.say(text('background.title'), text('background.text'));
    },
    stop: () => activity.stop(),
    removeTray: () => tray.close(),
  };
}
