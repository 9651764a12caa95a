import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { moneyText, type Money } from '#shared/money.ts';
import type { Status } from '#shared/views/status.ts';
import {
  app,
  BrowserWindow,
  Notification,
  powerSaveBlocker,
} from '../../../test/desktop/electron/electron.ts';
import { statusOf } from '../../../test/desktop/status.ts';
import { createActivity, type Activity, type Work } from './activity.ts';
import { textsIn } from './texts.ts';

const texts = textsIn('en', []);
let window: BrowserWindow;
let shown: string[];
let activity: Activity;
const money = (amount: Money) => moneyText(amount, 'en');
const tell = (status: Status, wants = true, largeDrops: Work['largeDrops'] = []) =>
  activity.tell({ status, largeDrops }, { texts, money }, wants);

beforeAll(() => app.whenReady());
beforeEach(() => {
  Notification.shown.length = 0;
  shown = [];
  window = new BrowserWindow({ webPreferences: {} });
  activity = createActivity(() => window as never, {
    show: (hash) => shown.push(hash),
    openResults: () => shown.push('results'),
  });
});

describe('the state shown by the system', () => {
  it('includes the progress of the batch and the number of photos that need attention', () => {
    tell(statusOf({ running: 2, waiting: 2 }));
    expect(window.progress).toEqual({ value: 0, mode: 'normal' });
    tell(statusOf({ done: 3, waiting: 1, running: 0 }, { isPaused: true, needPerson: 2 }));
    expect(window.progress).toEqual({ value: 0.75, mode: 'paused' });
    expect(app.badge).toBe(2);
    tell(statusOf({ done: 4 }));
    expect(window.progress.value).toBe(-1);
    expect(app.badge).toBe(0);
  });

  it('keeps the computer awake while photos run', () => {
    tell(statusOf({ running: 1 }));
    tell(statusOf({ running: 2 }));
    expect(powerSaveBlocker.running()).toEqual(['prevent-app-suspension']);
    tell(statusOf({ done: 2 }));
    expect(powerSaveBlocker.running()).toEqual([]);
    tell(statusOf({ running: 1 }));
    activity.stop();
    expect(powerSaveBlocker.running()).toEqual([]);
  });
});

describe('a notification', () => {
  it('is shown once per batch, and a click opens the batch', () => {
    tell(statusOf({ running: 2 }));
    tell(statusOf({ done: 2 }));
    tell(statusOf({ done: 2 }));
    expect(Notification.shown.map(({ options }) => options.body)).toEqual(['2 photos done.']);
    Notification.shown[0]?.emit('click');
    expect(shown).toEqual(['#/queue?sort=changed']);
  });

  it('has a button for the folder of the results, if there are any', () => {
    tell(statusOf({ running: 3 }));
    tell(statusOf({ done: 2, failed: 1 }));
    tell(statusOf({ done: 2, failed: 1, running: 1 }));
    tell(statusOf({ done: 2, failed: 2 }));
    const [done, failed] = Notification.shown;
    expect(done?.options.actions).toEqual([{ type: 'button', text: 'Open results folder' }]);
    expect(failed?.options.actions).toEqual([]);
    done?.emit('action');
    expect(shown).toEqual(['results']);
  });

  it('tells once what a large drop would buy and cost, and opens its question', () => {
    const asking = statusOf({}, { needPerson: 1 });
    const drop = { hotFolderId: 1, folder: '/photos/Shoes', photos: 612, images: 2448, last: 612 };
    const cost = { currency: 'EUR', minor: 48_960 };
    tell(asking, true, [{ ...drop, cost }]);
    tell(asking, true, [{ ...drop, cost, photos: 613 }]);
    tell(statusOf({}));
    tell(asking, true, [{ ...drop, photos: 1, images: 1, cost: null }]);
    expect(Notification.shown.map(({ options: { title, body } }) => [title, body])).toEqual([
      [
        'Shoes',
        '612 photos are waiting for your answer: 2,448 images, EUR\u{a0}489.60. Nothing is charged until you answer.',
      ],
      [
        'Shoes',
        '1 photo is waiting for your answer: 1 image. Nothing is charged until you answer.',
      ],
    ]);
    Notification.shown[0]?.emit('click');
    expect(shown).toEqual(['#/folders']);
  });

  it('opens the photos that need attention', () => {
    tell(statusOf({ running: 3 }));
    tell(statusOf({ done: 1, failed: 1, held: 1 }, { needPerson: 2 }));
    const [notification] = Notification.shown;
    expect(notification?.options.body).toBe('1 photo done, 1 failed. 2 photos need attention.');
    notification?.emit('click');
    expect(shown).toEqual(['#/queue?states=held,failed']);
  });

  it('is not shown while the window is focused or notifications are off', () => {
    window.focus();
    tell(statusOf({ running: 2 }));
    tell(statusOf({ done: 2 }));
    window.blur();
    tell(statusOf({ running: 2 }), false);
    tell(statusOf({ done: 2 }), false);
    expect(Notification.shown).toEqual([]);
  });
});
