import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Status } from '#shared/views/status.ts';
import {
  app,
  BrowserWindow,
  Notification,
  powerSaveBlocker,
} from '../../../test/desktop/electron/electron.ts';
import { statusOf } from '../../../test/desktop/status.ts';
import { createActivity, type Activity } from './activity.ts';
import { textsIn } from './texts.ts';

const texts = textsIn('en', []);
let window: BrowserWindow;
let shown: string[];
let activity: Activity;
const tell = (status: Status, wants = true) => activity.tell(status, texts, wants);

beforeAll(() => app.whenReady());
beforeEach(() => {
  Notification.shown.length = 0;
  shown = [];
  window = new BrowserWindow({ webPreferences: {} });
  activity = createActivity(
    () => window as never,
    (hash) => shown.push(hash),
  );
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
