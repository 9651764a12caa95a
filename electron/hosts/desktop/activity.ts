import { app, Notification, powerSaveBlocker, type BrowserWindow } from 'electron';
import { personStates } from '#shared/job.ts';
import type { Status } from '#shared/views/status.ts';
import { follow, type Batch, type BatchNotice } from './batch.ts';
import type { Texts } from './texts.ts';

/** Shows the work in the system: progress in dock or taskbar, a badge, notifications. */
export interface Activity {
  tell(status: Status, texts: Texts, wantsNotifications: boolean): void;
  /** Shows a notification that does not belong to a batch. */
  say(title: string, body: string): void;
  stop(): void;
}

/** The place in the window that a click on each notification opens. */
const places: Readonly<Record<BatchNotice['kind'], string>> = {
  ended: '#/queue?sort=changed',
  'needs-person': `#/queue?states=${personStates.join(',')}`,
};

/**
 * Keeps the computer awake while photos run, and shows one notification per batch. `show` opens the window at a place.
 */
export function createActivity(
  window: () => BrowserWindow | null,
  show: (hash: string) => void,
): Activity {
  let batch: Batch | null = null;
  let blocker: number | null = null;
  // a garbage-collected notification would miss its click
  const shown = new Set<Notification>();

  const keepAwake = (isBusy: boolean) => {
    if (isBusy && blocker === null) blocker = powerSaveBlocker.start('prevent-app-suspension');
    if (!isBusy && blocker !== null) {
      powerSaveBlocker.stop(blocker);
      blocker = null;
    }
  };
  const notify = (title: string, body: string, hash: string) => {
    if (!Notification.isSupported()) return;
    const notification = new Notification({ title, body });
    shown.add(notification);
    notification.once('click', () => show(hash));
    notification.once('close', () => shown.delete(notification));
    notification.show();
  };

  return {
    tell(status, texts, wantsNotifications) {
      const step = follow(batch, status);
      batch = step.batch;
      keepAwake(step.isBusy);
      window()?.setProgressBar(step.progress ?? NO_PROGRESS, {
        mode: status.isPaused ? 'paused' : 'normal',
      });
      app.setBadgeCount(status.needPerson);
      const { notice } = step;
      // no notification while the window is focused
      if (notice === null || !wantsNotifications || window()?.isFocused() === true) return;
      const body =
        notice.kind === 'ended'
          ? texts.batch.ended(notice.done, notice.failed)
          : texts.batch.needsYou;
      const needs = notice.kind === 'ended' && notice.needPerson > 0;
      const more = needs ? ` ${texts.tray.needYou(notice.needPerson)}.` : '';
      notify(texts.batch.title, `${body}${more}`, places[needs ? 'needs-person' : notice.kind]);
    },
    say: (title, body) => notify(title, body, ''),
    stop() {
      keepAwake(false);
      window()?.setProgressBar(NO_PROGRESS);
    },
  };
}

const NO_PROGRESS = -1;
