import { isAbsolute } from 'node:path';
import { failure, success, type Outcome } from '#shared/problem.ts';
import type { Settings } from '#shared/views/settings.ts';
import { systemClock } from '../base/clock.ts';
import { checkServiceUrl } from '../service/address.ts';
import { testConnection } from './connection-test.ts';
import { limitsOf, type Desk } from './desk.ts';
import type { HandlersOf } from './handlers-of.ts';

/** The room Settings. A key comes in and never goes out. */
export function settingsHandlers(desk: Desk): HandlersOf<'settings'> {
  const settings = (): Settings => ({
    preferences: desk.preferences.read(),
    revision: desk.preferences.revision(),
    service: desk.service(),
    dataFolder: desk.dataFolder,
  });
  const after = (done: Outcome<void>): Outcome<Settings> => {
    desk.touch('settings');
    desk.touch('status');
    return done.ok ? success(settings()) : done;
  };

  return {
    'settings.get': () => success(settings()),
    'settings.change': async ({ preferences }) => {
      const { outFolder } = preferences;
      if (typeof outFolder === 'string' && !isAbsolute(outFolder)) return notWhole();
      const changed = desk.preferences.change(preferences);
      if (changed.ok) {
        await desk.studio().limit(limitsOf(desk.preferences));
        desk.studio().writeMarks();
      }
      return after(changed);
    },
    'settings.test': async ({ url, key }, signal) => {
      if (key !== null) desk.log.hide(key);
      const address = checkServiceUrl(url);
      const kept = address.ok && key === null ? await desk.keyFor(address.value) : key;
      const parts = { clock: systemClock, random: Math.random };
      return success(await testConnection({ url, key: kept ?? '' }, parts, signal));
    },
    'settings.connect': async ({ url, key }) => {
      if (key !== null) desk.log.hide(key);
      return after(await desk.connect(url, key));
    },
    'settings.disconnect': async () => after(await desk.disconnect()),
  };
}

function notWhole(): Outcome<never> {
  return failure(
    'path-relative',
    'The output folder needs its whole path, from the disk or drive on. Nothing was changed.',
    { parameter: 'outFolder' },
  );
}
