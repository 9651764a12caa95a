import { join } from 'node:path';
import { causeText, success, type Outcome } from '#shared/problem.ts';
import type { Settings } from '#shared/views/settings.ts';
import { systemClock } from '../../base/clock.ts';
import { closeAll } from '../../base/closing.ts';
import type { Environment } from '../../base/environment.ts';
import { usualPreferences } from '#shared/views/settings.ts';
import { openPreferences, type PreferenceStore } from '../../adapters/settings/preferences.ts';
import type { OpenSettingsStore } from '../../adapters/settings/store.ts';
import { sessionSecrets, type Secrets } from '../../adapters/settings/secrets.ts';
import type { Studio, StudioOptions } from '../../studio.ts';
import type { StudioEvent } from '../../studio-events.ts';
import type { Access } from '../access.ts';
import { limitsOf } from '../settings/limits.ts';
import { sharedPrices } from '../settings/shared-prices.ts';
import { gatherChanges, type Changes } from '../changes.ts';
import { openSessionNetwork, type SessionNetwork } from './network.ts';
import { createBackgroundWork, type BackgroundWork } from './background-work.ts';
import { watchPresets } from '../finish/watch-presets.ts';
import { createFinishPreviews, type FinishPreviews } from '../finish/previews.ts';
import { createFurtherPhotos, type FurtherPhotos } from '../retouch/further-photos.ts';
import { openEventLog, type EventLog } from './event-log.ts';
import { checkService, ServiceConnection } from './service-connection.ts';
import { openCurrentStudio, type CurrentStudio, type LedgerPlace } from './current-studio.ts';

export type { LedgerPlace } from './current-studio.ts';
import { createJobLog } from './job-log.ts';

export interface SessionOptions {
  /**
   * Absolute path of the folder that contains settings, logs and the ledger of a real service; the demo's ledger is in
   * a subfolder.
   */
  readonly dataFolder: string;
  /**
   * The service given at startup, which the user cannot change on screen; null to use the service from the preferences.
   */
  readonly service: { readonly url: string; readonly key: string } | null;
  readonly access: Access;
  /** Where keys are saved; if absent, keys stay in memory until the session ends. */
  readonly secrets?: Secrets;
  readonly env: Environment;
  /**
   * Electron's function that resolves the system's proxies; if absent, the environment's proxies are
   * used.
   */
  readonly resolveProxy?: (url: string) => Promise<string>;
  readonly demoSpeed?: StudioOptions['demoSpeed'];
  readonly startHelper?: StudioOptions['startHelper'];
  /** Opens the settings store; by default a plain file. */
  readonly openStore?: OpenSettingsStore;
}

/** The studio of a window, with the preferences; reopened when the service changes. */
export interface Session extends Pick<Changes, 'onChange'> {
  readonly dataFolder: string;
  /** Returns the open studio. Throws if none is open; see `ready`. */
  studio(): Studio;
  /** Waits until Darkslide has finished changing the service; returns the problem if no studio is open. */
  ready(): Promise<Outcome<Studio>>;
  readonly preferences: PreferenceStore;
  readonly access: Access;
  readonly log: EventLog;
  readonly way: SessionNetwork;
  /** Background work in the open studio; it ends before the studio closes. */
  readonly backgroundWork: Pick<BackgroundWork, 'begin'>;
  /** Resolves when the first start of the demo has added its photos and its hot folder; at once in other cases. */
  samplesAdded(): Promise<unknown>;
  /** Additional task photos that a screen has requested. */
  readonly further: FurtherPhotos;
  /** Pictures of previews of Finish. */
  readonly finishPreviews: FinishPreviews;
  /** Announces a change that is not in the ledger, so that no commit announces it. */
  touch(part: 'export' | 'finish' | 'updates'): void;
  service(): Settings['service'];
  /** Returns the checked key for exactly this address; null if there is none. */
  keyFor(url: string): Promise<string | null>;
  /**
   * Switches to this service; if `key` is null, uses its saved key. Requests that are being sent to the previous
   * service are finished first. Problems: service-bad-url, service-key-missing, those of the secrets and of
   * `openStudio`; after a problem, the previous service stays in use.
   */
  connect(url: string, key: string | null): Promise<Outcome<void>>;
  /** Returns to the demo service. */
  disconnect(): Promise<Outcome<void>>;
  /**
   * Closes the studio, runs `work` on its ledger, and opens the studio again. Problems: those of opening the ledger
   * and of `work`.
   */
  reopen<T>(work: (place: LedgerPlace) => Promise<Outcome<T>>): Promise<Outcome<T>>;
  stop(): Promise<void>;
}

/**
 * Opens the preferences, the log and the studio, and starts processing. Problems: those of
 * `holdFolder`, service-bad-url, service-key-missing, and those of `openStudio`.
 */
export async function openSession(options: SessionOptions): Promise<Outcome<Session>> {
  const { dataFolder, access, secrets = sessionSecrets() } = options;
  const fixed = options.service === null ? null : checkService(options.service);
  if (fixed !== null && !fixed.ok) return fixed;
  const keeping = openCurrentStudio(
    dataFolder,
    () => studioOptions(options, preferences, way),
    (event) => listen(event),
  );
  if (!keeping.ok) return keeping;
  await using held = new AsyncDisposableStack();
  const currentStudio = keeping.value;
  held.defer(() => currentStudio.close());
  const changes = gatherChanges(systemClock);
  const log = openEventLog(
    join(dataFolder, 'logs'),
    systemClock,
    () => [dataFolder, ...foldersOf(currentStudio.current())],
    () => changes.touch('log'),
  );
  // The studio reports its end to the log and the change events, so it is closed before them.
  await using opening = new AsyncDisposableStack();
  opening.defer(() => log.close());
  opening.defer(() => changes.close());
  opening.defer(watchPresets(dataFolder, () => changes.touch('finish')));
  opening.use(held.move());
  const openStore = options.openStore ?? (await import('../../adapters/settings/conf.ts')).openConf;
  const settingsChanged = () => {
    changes.touch('settings');
    changes.touch('status');
  };
  const preferences = openPreferences(
    dataFolder,
    usualPreferences,
    (problem) => log.problem('warn', problem),
    openStore,
    access.policy,
    settingsChanged,
  );
  const listen = listener(currentStudio, changes, log);
  const { env, resolveProxy } = options;
  const way = openSessionNetwork({
    preferences,
    access,
    secrets,
    env,
    dataFolder,
    resolveProxy,
    hide: log.hide,
    onChange: settingsChanged,
  });
  await way.load();
  const backgroundWork = createBackgroundWork((error) => noteMistake(log, error));
  opening.defer(() => backgroundWork.end());

  const connection = new ServiceConnection({
    dataFolder,
    fixed: fixed?.value ?? null,
    currentStudio,
    preferences,
    access,
    secrets,
    env,
    backgroundWork,
    log,
    onChange() {
      changes.reopened();
      settingsChanged();
    },
  });
  const turned = await connection.open();
  if (!turned.ok) return turned;
  const open = opening.move();

  return success({
    ...changes,
    dataFolder,
    studio() {
      const now = currentStudio.current();
      if (!now.ok) throw new Error(now.problem.message);
      return now.value;
    },
    ready: () => connection.whenSettled(() => Promise.resolve(currentStudio.current())),
    preferences,
    access,
    log,
    way,
    backgroundWork,
    samplesAdded: () => connection.samplesAdded(),
    further: createFurtherPhotos(),
    finishPreviews: createFinishPreviews(join(dataFolder, 'finish-preview')),
    service: () => connection.state(),
    keyFor: (url) => connection.keyFor(url),
    connect: (url, key) => connection.connect(url, key),
    disconnect: () => connection.disconnect(),
    reopen: (work) => connection.reopen(work),
    stop: () => connection.whenSettled(() => closeAll(open)),
  });
}

function noteMistake(log: EventLog, error: unknown): void {
  const detail = causeText(error);
  log.note('error', 'Something went wrong in Darkslide in the background.', {
    code: 'internal',
    detail,
  });
}

function studioOptions(
  { access, demoSpeed, startHelper }: SessionOptions,
  preferences: PreferenceStore,
  way: SessionNetwork,
): Omit<StudioOptions, 'dataFolder' | 'service'> {
  return {
    network: way.network,
    limits: limitsOf(preferences.read(), preferences.checkLimits()),
    access,
    callback: preferences.read().callback,
    prices: () => preferences.read().prices,
    sharedPrices: sharedPrices(preferences, access),
    skuPattern: () => preferences.read().skuPattern,
    marksInFiles: () => preferences.read().marksInFiles,
    keeps: { askAbove: () => preferences.read().askAbove },
    ...(demoSpeed === undefined ? {} : { demoSpeed }),
    ...(startHelper === undefined ? {} : { startHelper }),
  };
}

/** Forwards the studio's events to the screens and the log. */
function listener(
  currentStudio: CurrentStudio,
  changes: Changes,
  log: EventLog,
): (event: StudioEvent) => void {
  const tell = createJobLog(log);
  return (event) => {
    const studio = currentStudio.current();
    switch (event.kind) {
      case 'in-hand':
        changes.touchJob(event.jobId);
        changes.touch('status');
        return;
      case 'ended':
        if (studio.ok) tell.ended(studio.value, event.jobId);
        return;
      case 'hot-folder':
      case 'intake':
        changes.touch('folders');
        return;
      case 'committed':
        changes.committed(event.commit);
        return;
      case 'gates':
        if (studio.ok) tell.waiting(studio.value);
        changes.touch('status');
        return;
      case 'templates':
        changes.touch('templates');
        return;
      case 'callback':
        changes.touch('callback');
        return;
      case 'custom-models':
        changes.touch('custom-models');
        return;
      case 'notice':
        log.problem('warn', event.problem);
        return;
      case 'mistake':
        log.problem('error', event.problem);
        return;
      case 'gone':
        log.problem('error', event.problem);
        void currentStudio.lose(event.problem);
        changes.touch('status');
    }
  };
}

/** Returns the hot folders and their output folders. */
function foldersOf(studio: Outcome<Studio>): readonly string[] {
  if (!studio.ok) return [];
  return studio.value.ledger.hotFolders.all().flatMap(({ path, outFolder }) => [path, outFolder]);
}
