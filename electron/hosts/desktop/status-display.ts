import { app, shell } from 'electron';
import type { Handlers } from '#shared/contract/serve.ts';
import type { Money } from '#shared/money.ts';
import type { Preferences } from '#shared/views/settings.ts';
import type { Clock } from '../../base/clock.ts';
import type { Status } from '#shared/views/status.ts';
import { createActivity, type Work } from './activity.ts';
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
  readonly handlers: Pick<
    Handlers,
    | 'status.get'
    | 'work.pause'
    | 'work.resume'
    | 'folders.attention'
    | 'library.page'
    | 'host.reveal'
  >;
  readonly window: MainWindow;
  readonly preferences: () => Preferences;
  readonly texts: () => Texts;
  readonly money: (amount: Money) => string;
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
  const openResults = async (): Promise<void> => {
    const newest = { filter: {}, sort: 'newest', offset: 0, limit: 1 } as const;
    const page = await handlers['library.page'](newest, stopping);
    const result = page.ok ? page.value.rows[0] : undefined;
    const shown =
      result === undefined
        ? page
        : await handlers['host.reveal']({ resultId: result.id }, stopping);
    // If the file was moved or the ledger is gone, the Library shows the problem.
    if (result === undefined || !shown.ok) window.show('#/library');
  };
  const activity = createActivity(window.current, {
    show: window.show,
    openResults: () =>
      void openResults().catch((error: unknown) => parts.onBug('the notification', error)),
  });
  const tray = createTray(isMac, { open: () => window.show(), quit: () => app.quit() });
  const actions = {
    go: (hash: string) => window.show(hash),
    pause: () => void handlers['work.pause']({}, stopping),
    resume: () => void handlers['work.resume']({}, stopping),
    showDataFolder: () => void shell.openPath(parts.dataFolder),
  };

  const largeDropsOf = async ({ needPerson }: Status): Promise<Work['largeDrops']> => {
    if (needPerson === 0) return [];
    const attention = await handlers['folders.attention']({}, stopping);
    return attention.ok ? attention.value.largeDrops : [];
  };
  const show = async (): Promise<void> => {
    const status = await handlers['status.get']({}, stopping);
    if (!status.ok || stopping.aborted) return;
    const words = texts();
    tray.tell(status.value, words);
    const largeDrops = await largeDropsOf(status.value);
    activity.tell(
      { status: status.value, largeDrops },
      { texts: words, money: parts.money },
      preferences().notifications,
    );
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
