import { join } from 'node:path';
import { causeText, failure, success, type Outcome } from '#shared/problem.ts';
import type { Settings } from '#shared/views/settings.ts';
import { systemClock } from '../../base/clock.ts';
import { closeAll } from '../../base/closing.ts';
import { checkServiceKey, checkServiceUrl } from '../../adapters/settings/service-address.ts';
import { demoFolder, type Environment } from '../../adapters/settings/choices.ts';
import {
  openPreferences,
  usualPreferences,
  type PermittedService,
  type PreferenceStore,
} from '../../adapters/settings/preferences.ts';
import type { OpenSettingsStore } from '../../adapters/settings/store.ts';
import { environmentKey, type Secrets } from '../../adapters/settings/secrets.ts';
import type { Studio, StudioEvent, StudioOptions } from '../../studio.ts';
import type { Access } from '../access.ts';
import { gatherChanges, type Changes } from '../changes.ts';
import { openDeskNetwork, type DeskNetwork } from './desk-network.ts';
import { createErrands, type Errands } from './errands.ts';
import { firstRecipes } from './first-recipes.ts';
import { startDemoWork } from './first-start.ts';
import { createFurtherPhotos, type FurtherPhotos } from './further-photos.ts';
import { openLogBook, type LogBook } from './log-book.ts';
import { keepStudio, type StudioKeeper } from './studio-keeper.ts';
import { createTeller } from './teller.ts';

export interface DeskOptions {
  /** Absolute; holds settings and logs, the ledger of a real service, and that of the demo below. */
  readonly dataFolder: string;
  /** Named at the start, so that it cannot be changed on screen. Null: what the preferences say. */
  readonly service: { readonly url: string; readonly key: string } | null;
  readonly access: Access;
  readonly secrets: Secrets;
  readonly env: Environment;
  /** Electron's, for the proxies of the system; the environment's where there is none. */
  readonly resolveProxy?: (url: string) => Promise<string>;
  readonly demoSpeed?: StudioOptions['demoSpeed'];
  readonly startHelper?: StudioOptions['startHelper'];
  /** Where settings are written; a plain file where it is left out. */
  readonly openStore?: OpenSettingsStore;
}

/** The studio a window works on, with the preferences; opened anew when the service changes. */
export interface Desk extends Pick<Changes, 'onChange'> {
  readonly dataFolder: string;
  /** The one that is open now. Throws while there is none: see `ready`. */
  studio(): Studio;
  /** Waits for a change of the service; the problem, when no studio is open. */
  ready(): Promise<Outcome<Studio>>;
  readonly preferences: PreferenceStore;
  readonly access: Access;
  readonly log: LogBook;
  readonly way: DeskNetwork;
  /** Work in the background on the studio that is open now; ended before that is. */
  readonly errands: Pick<Errands, 'begin'>;
  /** Photos that tasks take besides their own, as far as a screen has asked for them. */
  readonly further: FurtherPhotos;
  /** What is told of these is in memory only. */
  touch(part: 'export' | 'updates'): void;
  service(): Settings['service'];
  /** The key that was given for this very address, checked; null when there is none. */
  keyFor(url: string): Promise<string | null>;
  /**
   * Works with this service from now on; `key` null takes the one that is kept. What is under way at
   * the old one comes to a safe end first. Problems: service-bad-url, service-key-missing, those of
   * the secrets and of `openStudio`; then the old one goes on.
   */
  connect(url: string, key: string | null): Promise<Outcome<void>>;
  /** Goes back to the demo service. */
  disconnect(): Promise<Outcome<void>>;
  stop(): Promise<void>;
}

/**
 * Opens preferences, log and the studio, and starts its work. Problems: data-folder-locked,
 * data-folder-unusable, service-bad-url, service-key-missing, and those of `openStudio`.
 */
export async function openDesk(options: DeskOptions): Promise<Outcome<Desk>> {
  const { dataFolder, secrets, access } = options;
  const fixed = options.service === null ? null : checkService(options.service);
  if (fixed !== null && !fixed.ok) return fixed;
  const keeping = keepStudio(
    dataFolder,
    () => ({
      network: way.network,
      limits: limitsOf(preferences),
      access,
      callback: preferences.read().callback,
      skuPattern: () => preferences.read().skuPattern,
      marksInFiles: () => preferences.read().marksInFiles,
      keeps: { askAbove: () => preferences.read().askAbove },
      ...(options.demoSpeed === undefined ? {} : { demoSpeed: options.demoSpeed }),
      ...(options.startHelper === undefined ? {} : { startHelper: options.startHelper }),
    }),
    (event) => listen(event),
  );
  if (!keeping.ok) return keeping;
  await using held = new AsyncDisposableStack();
  const keeper = keeping.value;
  held.defer(() => keeper.close());
  const changes = gatherChanges(systemClock);
  const log = openLogBook(
    join(dataFolder, 'logs'),
    systemClock,
    () => [dataFolder, ...foldersOf(keeper.current())],
    () => changes.touch('log'),
  );
  // the log and what changed outlive the studio, which tells them how it ends
  await using opening = new AsyncDisposableStack();
  opening.defer(() => log.close());
  opening.defer(() => changes.close());
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
  const listen = listener(keeper, changes, log);
  const { env, resolveProxy } = options;
  const way = openDeskNetwork({
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
  const errands = createErrands((error) =>
    log.note('error', 'Darkslide made a mistake in the background.', {
      code: 'internal',
      detail: causeText(error),
    }),
  );

  opening.defer(() => errands.end());

  /** The address now worked with; null for the demo service. */
  let url = fixed?.value.url ?? addressIn(preferences, log);
  /** The only address that the key of the environment belongs to; null for none. */
  const startedFor = url;
  let keyIn: Settings['service']['key'] = 'none';
  let changing: Promise<unknown> = Promise.resolve();
  /** One change of the service after the other. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const done = changing.then(work);
    changing = done.catch(() => undefined);
    return done;
  };

  const keyFor = async (address: string): Promise<string | null> => {
    const key =
      fixed?.value.url === address
        ? fixed.value.key
        : ((await secrets.read(address)) ?? (address === startedFor ? environmentKey(env) : null));
    if (key !== null) log.hide(key);
    return key;
  };
  const turnTo = async (address: string | null): Promise<Outcome<void>> => {
    const key = address === null ? null : await keyFor(address);
    await errands.end();
    const turned = await keeper.turnTo(address === null ? null : { url: address, key });
    changes.reopened();
    settingsChanged();
    if (!turned.ok) return turned;
    url = address;
    keyIn = whereKeyIs(options, key);
    if (address === null) await startDemo();
    else addFirstRecipes();
    log.note('info', address === null ? 'Works with the demo service.' : `Works with ${address}.`);
    return turned;
  };
  const addFirstRecipes = (): void => {
    const now = keeper.current();
    if (now.ok) now.value.ledger.savedRecipes.addFirst(firstRecipes);
  };
  const startDemo = async (): Promise<void> => {
    const now = keeper.current();
    if (!now.ok) return;
    const started = await startDemoWork(now.value, demoFolder(dataFolder), errands);
    if (!started.ok) log.problem('warn', started.problem);
  };
  /** To the service at this checked address; null for the demo service. */
  const changeService = (
    to: string | null,
    work: (service: PermittedService) => Promise<Outcome<void>>,
  ): Promise<Outcome<void>> => {
    const allowed = access.service(to);
    if (!allowed.ok) return Promise.resolve(allowed);
    return fixed === null ? inTurn(() => work(allowed.value)) : Promise.resolve(isFixed());
  };

  const turned = await turnTo(url);
  if (!turned.ok) return turned;
  const open = opening.move();

  return success({
    ...changes,
    dataFolder,
    studio() {
      const now = keeper.current();
      if (!now.ok) throw new Error(now.problem.message);
      return now.value;
    },
    async ready() {
      await changing;
      return keeper.current();
    },
    preferences,
    access,
    log,
    way,
    errands,
    further: createFurtherPhotos(),
    service: () => ({ url, key: keyIn, isFixed: fixed !== null }),
    keyFor,
    async connect(address, key) {
      const good = checkServiceUrl(address);
      if (!good.ok) return good;
      return changeService(good.value, async (service) => {
        const usable = checkServiceKey(key ?? (await keyFor(good.value)) ?? '');
        if (!usable.ok) return usable;
        const kept = key === null ? null : await secrets.keep(good.value, usable.value);
        if (kept !== null && !kept.ok) return kept;
        const turned = await turnTo(good.value);
        return turned.ok ? preferences.setServiceUrl(service) : turned;
      });
    },
    disconnect: () =>
      changeService(null, async (service) => {
        const turned = await turnTo(null);
        return turned.ok ? preferences.setServiceUrl(service) : turned;
      }),
    stop: () => inTurn(() => closeAll(open)),
  });
}

/** What the studio says, told to the screens and to the log. */
function listener(
  keeper: StudioKeeper,
  changes: Changes,
  log: LogBook,
): (event: StudioEvent) => void {
  const tell = createTeller(log);
  return (event) => {
    const studio = keeper.current();
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
      case 'own':
        changes.touch('own');
        return;
      case 'notice':
        log.problem('warn', event.problem);
        return;
      case 'mistake':
        log.problem('error', event.problem);
        return;
      case 'gone':
        log.problem('error', event.problem);
        void keeper.lose(event.problem);
        changes.touch('status');
    }
  };
}

/** A settings file may have been written by hand. */
function addressIn(preferences: PreferenceStore, log: LogBook): string | null {
  const written = preferences.serviceUrl();
  if (written === null) return null;
  const good = checkServiceUrl(written);
  if (good.ok) return good.value;
  log.problem('warn', good.problem);
  return null;
}

function checkService(service: { readonly url: string; readonly key: string }) {
  const url = checkServiceUrl(service.url);
  if (!url.ok) return url;
  const key = checkServiceKey(service.key);
  return key.ok ? success({ url: url.value, key: key.value }) : key;
}

function whereKeyIs({ env, secrets }: DeskOptions, key: string | null): Settings['service']['key'] {
  if (key === null) return 'none';
  return key === environmentKey(env) ? 'environment' : secrets.keptIn;
}

/** The hot folders and where their results go. */
function foldersOf(studio: Outcome<Studio>): readonly string[] {
  if (!studio.ok) return [];
  return studio.value.ledger.hotFolders.all().flatMap(({ path, outFolder }) => [path, outFolder]);
}

function isFixed(): Outcome<never> {
  return failure(
    'service-fixed',
    'The service was named at the start of Darkslide, so it is not changed here. Start it without --service.',
  );
}

/** The limits of the queue as a person has set them. */
export function limitsOf(preferences: PreferenceStore): NonNullable<StudioOptions['limits']> {
  const { inFlight, imagesPerDay, doubtWindow } = preferences.read();
  return { inFlight, imagesPerDay, doubtWindow: doubtWindow * 60_000 };
}
