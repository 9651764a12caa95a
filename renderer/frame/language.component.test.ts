import { expect, it, onTestFinished } from 'vitest';
import { page } from 'vitest/browser';
import { success } from '#shared/problem.ts';
import { speak } from '../texts/texts.svelte.ts';
import { studioOfJobs } from '../testing/plain-jobs.ts';
import { plainHost, settingsWith } from '../testing/plain-studio.ts';
import { showWindow } from '../testing/window.ts';

it.each(['en-US@posix', 'C', 'POSIX', '', 'zz_ZZ.foo@bar'])(
  'B15 the window opens when the browser and the system report the language %j',
  async (tag) => {
    Object.defineProperty(navigator, 'languages', { get: () => [tag], configurable: true });
    onTestFinished(async () => {
      Reflect.deleteProperty(navigator, 'languages');
      await speak('en');
    });
    showWindow('#/queue', (told) => ({
      ...studioOfJobs({ rows: [] }, told),
      'settings.get': () => success(settingsWith({ language: 'system' })),
      'host.info': () => success({ ...plainHost, locale: tag }),
    }));
    await expect.element(page.getByRole('heading', { name: 'Queue', level: 1 })).toBeVisible();
    await expect.element(page.getByText('0 running')).toBeVisible();
  },
);
