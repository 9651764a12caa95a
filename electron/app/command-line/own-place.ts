import { existsSync } from 'node:fs';
import { success, type Outcome, type Problem } from '#shared/problem.ts';
import type { Preferences } from '#shared/views/settings.ts';
import { ledgerFile } from '../../adapters/ledger/files.ts';
import type { Ledger } from '../../adapters/ledger/open.ts';
import { originOf } from '../../adapters/ledger/owner.ts';
import { stationFile } from '../../adapters/shared-studio/station-file.ts';
import { systemClock } from '../../base/clock.ts';
import { closeAll } from '../../base/closing.ts';
import type { Studio, StudioOptions } from '../../studio.ts';
import type { CardPlace } from '../custom-models/card-file.ts';
import { ledgerAtRest } from '../jobs/place.ts';
import type { ImportPlace } from '../settings/transfer.ts';
import { hotFoldersInEach } from './each-ledger.ts';
import { withOpenLedger } from './meant-ledger.ts';
import type { CommandPlace, CommandTools, KnownModels, LedgerPlace, StudioUse } from './place.ts';
import type { Work } from './report.ts';
import {
  ledgerOfService,
  limitsIn,
  preferencesIn,
  serviceOf,
  usualLedgerFolder,
  surroundingsOf,
  type CommandSetup,
} from './setup.ts';
import type { CommandLink, Talk } from './talk.ts';

/**
 * Returns the `CommandPlace` of a command that runs in this process: each method opens the parts that the command needs
 * and locks their folder.
 */
export function ownPlace(setup: CommandSetup, talk: Talk): CommandPlace {
  return {
    access: setup.start.access,
    askAbove: () => preferencesIn(setup).askAbove,
    async withStudio(work, use = {}) {
      const opened = await openCommandStudio(setup, use);
      if (!opened.ok) return opened;
      try {
        return await work(opened.value.work);
      } finally {
        await opened.value.close();
      }
    },
    withTools: (work) => withTools(setup, talk, work),
    withLedger: (work) => withLedger(setup, work),
    withCards: (use, work) => withCards(setup, use, work),
    withSettings: (work) => withSettings(setup, work),
  };
}

/** A studio that was opened for a command. */
interface CommandStudio {
  readonly work: Work;
  close(): Promise<void>;
}

/**
 * Opens the studio of the command's service without starting it. Problems: those of the service's address and key, and
 * of `openStudio`.
 */
export async function openCommandStudio(
  setup: CommandSetup,
  { takesCommands, isWorker, demoSpeed }: StudioUse & Pick<StudioOptions, 'demoSpeed'>,
): Promise<Outcome<CommandStudio>> {
  const { start, interrupted, hear } = setup;
  const service = serviceOf(setup);
  if (!service.ok) return service;
  const meant = ledgerOfService(setup);
  if (!meant.ok) return meant;

  // Only commands that need a studio load its code, so that --help is fast.
  const { openStudio } = await import('../../studio.ts');
  let preferences = preferencesIn(setup);
  const shared = await pricesToShare(setup, meant.value.folder);
  const { callback } = preferences;
  const opened = await openStudio(
    {
      dataFolder: meant.value.folder,
      presetsIn: start.dataFolder,
      service: service.value,
      ...surroundingsOf(setup),
      limits: limitsIn(setup, preferences),
      prices: () => shared?.read() ?? preferences.prices,
      sharedPrices: shared,
      access: start.access,
      ...(callback.isOn ? { callback } : {}),
      ...(isWorker === true
        ? { takesAll: true, keeps: { askAbove: () => preferences.askAbove } }
        : {}),
      ...(demoSpeed === undefined ? {} : { demoSpeed }),
    },
    (event) => {
      if (event.kind === 'notice') hear(event);
      if (event.kind === 'gone') setup.giveUp(event.problem);
    },
  );
  if (!opened.ok) return opened;
  const studio = opened.value;
  const open = new AsyncDisposableStack();
  open.defer(() => studio.stop());
  open.defer(() => {
    if (interrupted.aborted) hear({ kind: 'stopping' });
  });
  if (takesCommands === true) {
    const inForce = {
      limits: () => preferences,
      askAbove: () => preferences.askAbove,
      withSettings: settingsBeside(setup, studio, (changed) => {
        preferences = changed;
      }),
    };
    const { admitCommand } = await import('./handlers.ts');
    const admit = (link: CommandLink) => admitCommand(studio, inForce, link);
    open.defer(await setup.letCommandsIn(studio.dataFolder, admit));
  }
  sayService(setup, studio);
  return success({ work: { studio, isOwn: true }, close: () => closeAll(open) });
}

function sayService(
  { hear }: CommandSetup,
  { isDemo, serviceUrl }: Pick<Studio, 'isDemo' | 'serviceUrl'>,
): void {
  hear({ kind: 'service', isDemo, serviceUrl });
}

/** Runs work that needs the service's client. A folder is locked only for the demo service. */
async function withTools<R>(
  setup: CommandSetup,
  talk: Talk,
  work: (tools: CommandTools) => Promise<Outcome<R>>,
): Promise<Outcome<R>> {
  const service = serviceOf(setup);
  if (!service.ok) return service;
  const meant = ledgerOfService(setup);
  if (!meant.ok) return meant;
  const { access } = setup.start;
  const dataFolder = meant.value.folder;
  const { openTools } = await import('../../studio-tools.ts');
  const options = { dataFolder, service: service.value, ...surroundingsOf(setup), access };
  const opened = await openTools(options);
  if (!opened.ok) return opened;
  const tools = opened.value;
  sayService(setup, tools);
  try {
    const origin = originOf(tools.isDemo ? null : tools.serviceUrl);
    return await work({
      ...tools,
      access,
      dataFolder,
      withModels: (read) => withModels({ dataFolder, origin }, talk, read),
      hotFolders: () => hotFoldersInEach(setup.start.dataFolder),
    });
  } finally {
    await tools.close();
  }
}

/**
 * Calls `work` with the custom models and scenes in the ledger, even while a studio is running; with null if there is
 * no ledger. If the ledger cannot be read or belongs to another service, reports the problem and calls `work` with
 * null.
 */
async function withModels<T>(
  { dataFolder, origin }: { readonly dataFolder: string; readonly origin: string },
  { tell }: Talk,
  work: (known: KnownModels | null) => Promise<T>,
): Promise<T> {
  if (!existsSync(ledgerFile(dataFolder))) return work(null);
  const withoutCards = (problem: Problem): Promise<T> => {
    tell({ kind: 'without-cards', problem });
    return work(null);
  };
  const { readLedger } = await import('../../adapters/ledger/open.ts');
  const opened = readLedger(dataFolder, systemClock);
  if (!opened.ok) return withoutCards(opened.problem);
  const ledger = opened.value;
  try {
    const owner = ledger.owner.check(origin);
    return owner.ok ? await work(ledger) : await withoutCards(owner.problem);
  } finally {
    ledger.close();
  }
}

function withLedger<R>(
  setup: CommandSetup,
  work: (place: LedgerPlace) => Promise<Outcome<R>>,
): Promise<Outcome<R>> {
  return withOpenLedger(setup, (ledger) => work(ledgerAtRest(ledger)));
}

async function withCards<R>(
  setup: CommandSetup,
  use: 'read' | 'change',
  work: (place: CardPlace) => Outcome<R>,
): Promise<Outcome<R>> {
  const meant = ledgerOfService(setup);
  if (!meant.ok) return meant;
  const { folder: dataFolder, serviceUrl = null } = meant.value;
  const isDemo = serviceUrl === null;
  if (isDemo) setup.hear({ kind: 'demo-cards' });
  const { openLedger, readLedger } = await import('../../adapters/ledger/open.ts');
  const open = use === 'read' ? readLedger : openLedger;
  const opened: Outcome<Ledger> = open(dataFolder, systemClock);
  if (!opened.ok) return opened;
  const ledger = opened.value;
  try {
    const owner = ledger.owner.check(originOf(serviceUrl));
    return owner.ok ? work({ dataFolder, ledger, isDemo, serviceUrl: serviceUrl ?? '' }) : owner;
  } finally {
    ledger.close();
  }
}

/**
 * Runs work on the settings. If the ledger is in a subfolder, also locks the data folder itself, because a window may
 * be using its settings.
 */
async function withSettings<R>(
  setup: CommandSetup,
  work: (place: ImportPlace) => Promise<Outcome<R>>,
): Promise<Outcome<R>> {
  const { dataFolder } = setup.start;
  const folder = usualLedgerFolder(setup);
  const { holdFolder, openLedger } = await import('../../adapters/ledger/open.ts');
  const held = folder === dataFolder ? null : holdFolder(dataFolder);
  if (held?.ok === false) return held;
  const opened = openLedger(folder, systemClock);
  try {
    return opened.ok ? await work(await settingsIn(setup, opened.value)) : opened;
  } finally {
    if (opened.ok) opened.value.close();
    held?.value.release();
  }
}

/**
 * Returns the prices that this station shares. Null if this computer is no station, or if the settings are in a
 * different folder than the ledger, because a window may be using the settings.
 */
async function pricesToShare({ start, hear }: CommandSetup, ledgerFolder: string) {
  const { dataFolder, access } = start;
  if (ledgerFolder !== dataFolder || !existsSync(stationFile(dataFolder))) return null;
  const { pricesAtRest } = await import('../settings/at-rest.ts');
  const onTrouble = (problem: Problem) => hear({ kind: 'notice', problem });
  return pricesAtRest({ dataFolder, access, onTrouble });
}

/**
 * Returns a function that runs work on the settings of a data folder and then applies them to the studio, as a window
 * does; this process has already locked the folder, and no window is open.
 */
function settingsBeside(
  setup: CommandSetup,
  { ledger, limit }: Pick<Studio, 'ledger' | 'limit'>,
  onChange: (preferences: Preferences) => void,
): CommandPlace['withSettings'] {
  return async (work) => {
    const done = await work(await settingsIn(setup, ledger));
    const changed = preferencesIn(setup);
    onChange(changed);
    await limit(limitsIn(setup, changed));
    return done;
  };
}

async function settingsIn({ start, hear }: CommandSetup, ledger: Ledger): Promise<ImportPlace> {
  const { dataFolder, access } = start;
  const onTrouble = (problem: Problem) => hear({ kind: 'notice', problem });
  const { settingsAtRest } = await import('../settings/at-rest.ts');
  return settingsAtRest({ dataFolder, access, onTrouble }, ledger);
}
