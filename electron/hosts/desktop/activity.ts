import { app, Notification, powerSaveBlocker, type BrowserWindow } from 'electron';
import { personStates } from '#shared/job.ts';
import type { Status } from '#shared/views/status.ts';
import { follow, type Batch, type BatchNotice } from './batch.ts';
import type { Texts } from './texts.ts';

/** Shows the state of the work in the system: progress in the Dock or taskbar, a badge, and notifications. */
export interface Activity {
  tell(status: Status, texts: Texts, wantsNotifications: boolean): void;
  /** Shows a notification that does not belong to a batch. */
  say(title: string, body: string): void;
  stop(): void;
}

/** Returns the view that a click on the notification opens. */
function placeOf(notice: BatchNotice): string {
  const hasEnded = notice.kind === 'ended' && notice.needPerson === 0;
  return hasEnded ? '#/queue?sort=changed' : `#/queue?states=${personStates.join(',')}`;
}

function textOf(notice: BatchNotice, texts: Texts): string {
  if (notice.kind === 'needs-person') return texts('batch.attention');
  const { done, failed, needPerson } = notice;
  return texts('batch.ended', { done, failed, attention: needPerson });
}

/**
 * Keeps the computer awake while photos run, and shows one notification per batch. `show` opens the window at a view.
 */
export function createActivity(
  window: () => BrowserWindow | null,
  show: (hash: string) => void,
): Activity {
  let batch: Batch | null = null;
  let blocker: number | null = null;
  // Keeps a reference, because a notification that was garbage-collected would miss its click.
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
      notify('Darkslide', textOf(notice, texts), placeOf(notice));
    },
    say: (title, body) => notify(title, body, ''),
    stop() {
      keepAwake(false);
      window()?.setProgressBar(NO_PROGRESS);
    },
  };
}

const NO_PROGRESS = -1;
