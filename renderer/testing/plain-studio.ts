import { success } from '#shared/problem.ts';
import { noLimits, nothingSpent } from '#shared/spending-limits.ts';
import type { HostInfo } from '#shared/views/host.ts';
import { usualPreferences, type Preferences, type Settings } from '#shared/views/settings.ts';
import type { Counts, Status } from '#shared/views/status.ts';
import { shippedList } from './plain-presets.ts';
import type { Answers } from './stage.ts';

/** The status of the demo on a day without work. */
export const quietStatus: Status = {
  connection: 'demo',
  serviceUrl: null,
  waitingFor: [],
  counts: countsOf({}),
  needPerson: 0,
  spending: {
    currency: 'EUR',
    spent: { day: nothingSpent, month: nothingSpent },
    limits: noLimits,
  },
  isLimitManaged: false,
  progress: { limited: 0, limit: null, estimate: null },
  isMoving: false,
  diskFree: null,
  networkMode: 'normal',
  isPaused: false,
};

/** The host of a page in the browser. */
export const plainHost: HostInfo = {
  kind: 'browser',
  version: '1.0.0',
  platform: 'linux',
  locale: 'en',
  hasDialogs: false,
};

/** Returns counts of jobs by state with their total. */
export function countsOf(some: Partial<Omit<Counts, 'total'>>): Counts {
  const counts = { waiting: 0, running: 0, done: 0, failed: 0, held: 0, cancelled: 0, ...some };
  return { ...counts, total: Object.values(counts).reduce((sum, count) => sum + count, 0) };
}

const preferences: Preferences = {
  ...usualPreferences,
  language: 'en',
  updates: { mode: 'ask', channel: 'latest' },
};

/** Returns the settings of the demo with changed preferences. */
export function settingsWith(some: Partial<Preferences>): Settings {
  return {
    preferences: { ...preferences, ...some },
    revision: 1,
    service: { url: null, key: 'none', isFixed: false },
    hasProxyPassword: false,
    dataFolder: '/data',
    managed: null,
  };
}

/** What differs between the studio of a test and an empty studio. */
interface Different {
  readonly settings?: Settings;
  readonly status?: Partial<Status>;
}

/** Creates the answers that an empty studio gives to a page in the browser. Changed settings are stored. */
export function plainStudio(different: Different = {}): Answers {
  let settings = different.settings ?? settingsWith({});
  return {
    'host.info': () => success(plainHost),
    'status.get': () => success({ ...quietStatus, ...different.status }),
    'settings.get': () => success(settings),
    'settings.change': ({ preferences }) => {
      settings = {
        ...settings,
        preferences: { ...settings.preferences, ...preferences } as Preferences,
        revision: settings.revision + 1,
      };
      return success(settings);
    },
    'settings.system-proxy': () => success({ name: null, hasPassword: false }),
    'host.login-item': () => success(null),
    'log.page': () => success([]),
    'library.marks-in-files': () => success({ waiting: 0, untold: 0 }),
    'folders.all': () => success([]),
    'folders.command-line': () => success([]),
    'folders.attention': () => success({ largeDrops: [], refused: [] }),
    'recipes.all': () => success([]),
    'finish.presets': () => success(shippedList),
    'stations.conflicts': () => success([]),
    'stations.held': () => success([]),
    'stations.membership': () => success({ joined: null, managed: null, unusable: null }),
    'updates.state': () =>
      success({
        source: 'browser',
        version: '1.0.0',
        step: { kind: 'idle' },
        release: null,
        lookedAt: null,
      }),
  };
}
