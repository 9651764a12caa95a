import { basename } from 'node:path';
import { app, Notification, powerSaveBlocker, type BrowserWindow } from 'electron';
import { personStates } from '#shared/job.ts';
import type { Money } from '#shared/money.ts';
import type { FolderAttention } from '#shared/views/folders.ts';
import type { Status } from '#shared/views/status.ts';
import { follow, type Batch, type BatchNotice } from './batch.ts';
import { createDropNotices } from './large-drops.ts';
import type { Texts } from './texts.ts';

/** The current state of the work. */
export interface Work {
  readonly status: Status;
  /** Large drops that wait for an answer. */
  readonly largeDrops: FolderAttention['largeDrops'];
}

/** The texts and formats that describe the work to the user. */
interface Words {
  readonly texts: Texts;
  readonly money: (amount: Money) => string;
}

/** Shows the state of the work in the system: progress in the Dock or taskbar, a badge, and notifications. */
export interface Activity {
  tell(work: Work, words: Words, wantsNotifications: boolean): void;
  /** Shows a notification that does not belong to a batch. */
  say(title: string, body: string): void;
  stop(): void;
}

/** The actions of a click on a notification. */
interface Leads {
  /** Opens the window at a view. */
  show(hash: string): void;
  /** Opens the folder of the latest results. */
  openResults(): void;
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

interface Shown {
  readonly title: string;
  readonly body: string;
  /** The view that a click opens. */
  readonly hash: string;
  /** Text of the button that opens the folder of the latest results; only macOS shows buttons. */
  readonly button?: string;
}

/**
 * Keeps the computer awake while photos run, and shows one notification per batch and per large drop.
 */
export function createActivity(window: () => BrowserWindow | null, leads: Leads): Activity {
  let batch: Batch | null = null;
  let blocker: number | null = null;
  const drops = createDropNotices();
  // Keeps a reference, because a notification that was garbage-collected would miss its click.
  const shown = new Set<Notification>();

  const keepAwake = (isBusy: boolean) => {
    if (isBusy && blocker === null) blocker = powerSaveBlocker.start('prevent-app-suspension');
    if (!isBusy && blocker !== null) {
      powerSaveBlocker.stop(blocker);
      blocker = null;
    }
  };
  const notify = ({ title, body, hash, button }: Shown) => {
    if (!Notification.isSupported()) return;
    const actions = button === undefined ? [] : [{ type: 'button' as const, text: button }];
    const notification = new Notification({ title, body, actions });
    shown.add(notification);
    notification.once('click', () => leads.show(hash));
    notification.once('action', () => leads.openResults());
    notification.once('close', () => shown.delete(notification));
    notification.show();
  };

  return {
    tell({ status, largeDrops }, { texts, money }, wantsNotifications) {
      const step = follow(batch, status);
      batch = step.batch;
      keepAwake(step.isBusy);
      window()?.setProgressBar(step.progress ?? NO_PROGRESS, {
        mode: status.isPaused ? 'paused' : 'normal',
      });
      app.setBadgeCount(status.needPerson);
      const fresh = drops.fresh(largeDrops);
      if (!wantsNotifications || window()?.isFocused() === true) return;
      for (const { folder, photos, images, cost } of fresh) {
        const body = { photos, images, cost: cost === null ? 'none' : money(cost) };
        notify({
          title: basename(folder),
          body: texts('batch.largeDrop', body),
          hash: '#/folders',
        });
      }
      const { notice } = step;
      if (notice === null) return;
      const hasResults = notice.kind === 'ended' && notice.done > 0;
      notify({
        title: 'Darkslide',
        body: textOf(notice, texts),
        hash: placeOf(notice),
        ...(hasResults ? { button: texts('batch.openResults') } : {}),
      });
    },
    say: (title, body) => notify({ title, body, hash: '' }),
    stop() {
      keepAwake(false);
      window()?.setProgressBar(NO_PROGRESS);
    },
  };
}

const NO_PROGRESS = -1;
