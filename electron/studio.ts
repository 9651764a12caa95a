import { availableParallelism } from 'node:os';
import type { Prices } from '#shared/prices.ts';
import { success, type Outcome, type Problem } from '#shared/problem.ts';
import type { CallbackSettings } from '#shared/views/callback.ts';
import type { GateName } from '#shared/views/status.ts';
import { systemClock } from './base/clock.ts';
import { closeAll } from './base/closing.ts';
import type { FolderAccess } from './base/permitted.ts';
import type { Receiver } from './adapters/callback/receiver.ts';
import type { Marker } from './adapters/delivery/metadata.ts';
import type { Delivery } from './adapters/delivery/types.ts';
import { createPictures, type Pictures } from './adapters/images/pictures.ts';
import type { Images } from './adapters/images/types.ts';
import { keepLedger } from './adapters/ledger/keep.ts';
import { openLedger, type Ledger } from './adapters/ledger/open.ts';
import { originOf } from './adapters/ledger/owner.ts';
import { pausedProblem } from './adapters/ledger/pauses.ts';
import type { Downloads } from './adapters/network/downloads.ts';
import type { Service } from './adapters/service/types.ts';
import type { Roots } from './adapters/shared-studio/roots.ts';
import type { HotFolderSupervisor } from './engine/intake/supervisor.ts';
import type { CustomModels } from './engine/models/types.ts';
import type { ClosedGate } from './engine/queue/gates.ts';
import { usualLimits, type QueueLimits } from './engine/queue/parts.ts';
import type { Runner } from './engine/queue/runner-types.ts';
import type { PriceStore } from './engine/station/documents/prices.ts';
import type { WorkExchange } from './engine/station/work/exchange.ts';
import type { Templates } from './engine/templates/templates.ts';
import { createReporter, type StudioEvent } from './studio-events.ts';
import { wireDocuments } from './studio-documents.ts';
import { wireStation } from './studio-station.ts';
import { wireTools, type Tools, type ToolsOptions } from './studio-tools.ts';
import { wireWork, type StudioWork, type WorkParts } from './studio-work.ts';

export interface StudioOptions extends ToolsOptions {
  readonly limits?: Partial<QueueLimits>;
  /** Returns the service's prices of images. */
  readonly prices?: () => Prices;
  /**
   * The prices that the stations of a shared studio share; null if the administrator policy sets the prices of this
   * station.
   */
  readonly sharedPrices?: PriceStore | null;
  /** Whether ratings and picks are written into the delivered files. */
  readonly marksInFiles?: () => boolean;
  /** Address on which to receive notifications of the service; without it, Darkslide receives none. */
  readonly callback?: CallbackSettings;
  /**
   * If given, the studio watches the armed hot folders that run saved recipes, as a window does; the command line
   * watches only the folders that it names. `askAbove`: maximum number of photos in a sudden drop that are bought
   * without confirmation.
   */
  readonly keeps?: { readonly askAbove: () => number };
  /** Processes the photos of all shared hot folders, whatever the station's file says. */
  readonly takesAll?: true;
}

/** The parts of the studio, wired. Hosts (desktop, browser, cli) use this interface and nothing below it. */
export interface Studio extends Pictures {
  readonly ledger: Ledger;
  /** Absolute path of the ledger's folder. */
  readonly dataFolder: string;
  readonly service: Service;
  readonly images: Images;
  /** The only way to download from a web address. */
  readonly downloads: Downloads;
  /** Returns the camera data of a photo by its absolute path. */
  readonly factsOf: Marker['factsOf'];
  /** Downloads and verifies a file of the service. */
  readonly fetch: Delivery['fetch'];
  /** Writes a finished picture into a folder, complete, and never over another file. */
  readonly place: Delivery['place'];
  /** Returns the presets of Finish with these names; see `presetsNamed`. */
  readonly finishPresets: Tools['finishPresets'];
  /** Folders that all stations of the shared studio reach; null outside a shared studio. */
  readonly sharedRoots: Roots | null;
  /** Checks folders that photos are read from or files written to. */
  readonly access: FolderAccess;
  readonly templates: Templates;
  /** The account's custom models and scenes. */
  readonly customModels: CustomModels;
  readonly serviceUrl: string;
  readonly isDemo: boolean;
  /** The exchange of photos with the other stations of a shared studio; null outside a shared studio. */
  readonly exchange: Pick<WorkExchange, 'drain' | 'isAway' | 'mayWatch' | 'watcherOf'> | null;
  /** The supervisor of the watched hot folders. */
  readonly hotFolders: Pick<HotFolderSupervisor, 'refresh' | 'takeGranted' | 'status'>;
  /** Starts to process the jobs of the ledger and to watch hot folders. */
  start(): void;
  /** Saves a hot folder, arms it and watches it until the studio stops. */
  readonly watch: HotFolderSupervisor['watch'];
  /** Stops buying until `resumeAll`, even across restarts; results that are already paid for are still downloaded. */
  pauseAll(): void;
  resumeAll(): void;
  /**
   * Checks which work can start now. Call this after the user paused or resumed something, or when more images may be
   * bought.
   */
  wake(): void;
  /** Starts to write the ratings and picks that the ledger lists into the files. */
  writeMarks(): void;
  /** Deletes from the service, in the background, the tasks that the ledger lists for deletion. */
  readonly deleteTasks: Runner['deleteTasks'];
  /** Changes jobs in the ledger, see `Runner.change`. */
  readonly change: Runner['change'];
  /** The receiver of the service's notifications. */
  readonly callback: Omit<Receiver, 'newAddress' | 'close'>;
  /** Tells the other stations of a shared studio that the prices have changed. */
  sharePrices(): void;
  /** Changes the given limits. */
  limit(limits: Partial<QueueLimits>): Promise<void>;
  /**
   * Retries the jobs that wait at this gate immediately, even if the gate waits for a password or a certificate that
   * was refused.
   */
  tryAgain(gate: GateName): Promise<void>;
  /** Returns the closed gates that jobs wait at. */
  closedGates(): ClosedGate[];
  /** See `Runner`. */
  readonly queue: Pick<
    Runner,
    'isInHand' | 'inHand' | 'limited' | 'parked' | 'estimate' | 'moving'
  >;
  /**
   * Returns whether nothing will happen without the user or a new photo: every job has ended or waits for the user,
   * and no file is still settling. Ignores custom models and scenes.
   */
  isIdle(): boolean;
  /** Calls `listener` with each event until the returned function is called. */
  listen(listener: (event: StudioEvent) => void): () => void;
  /** Aborted when the studio begins to stop; work on the ledger that runs in steps then starts no further step. */
  readonly ending: AbortSignal;
  /**
   * Starts no new work, ends the current work safely and releases the data folder. Closes every part even if one of
   * them fails, and then throws the failures.
   */
  stop(): Promise<void>;
}

/** Time in ms that stopping waits for a running backup; ending it earlier would leave an unfinished file. */
const BACKUP_PATIENCE = 10_000;
/** Time in ms; `isIdle` treats a gate that stays closed for longer as waiting for the user. */
const LASTING = 120_000;

const clock = systemClock;
const random = Math.random;

/**
 * Opens the ledger and wires the parts without starting them. Problems: those of `openLedger` and of the demo service's
 * start, and ledger-elsewhere if the ledger belongs to another service.
 */
export async function openStudio(
  options: StudioOptions,
  onEvent: (event: StudioEvent) => void,
): Promise<Outcome<Studio>> {
  const listeners = new Set([onEvent]);
  const reporter = createReporter((event) => {
    for (const listener of listeners) listener(event);
  });
  const opened = openLedger(options.dataFolder, clock, {
    onCommit: (commit) => reporter.committed(commit),
    ...(options.prices === undefined ? {} : { prices: options.prices }),
  });
  if (!opened.ok) return opened;
  // If a part cannot be opened, this closes the parts opened before it.
  await using opening = new AsyncDisposableStack();
  const ledger = opened.value;
  opening.defer(() => ledger.close());
  const owned = ledger.owner.claim(originOf(options.service?.url ?? null));
  if (!owned.ok) return owned;
  ledger.notices.forEach(reporter.notice);
  if (ledger.pauses.since() !== null) reporter.notice(pausedProblem());

  const membership = await wireStation(options.dataFolder, {
    ledger,
    reporter,
    clock,
    service: options.service,
  });
  const station = membership?.station ?? null;
  if (station !== null) {
    listeners.add(({ kind }) => kind === 'committed' && station.wake());
    opening.defer(() => station.stop());
  }
  const wired = await wireTools(options, station);
  if (!wired.ok) return wired;
  const tools = wired.value;
  opening.defer(() => tools.close());
  const limits = { ...usualLimits, cores: availableParallelism(), ...options.limits };
  const stopping = new AbortController();
  const backups: Promise<void>[] = [];
  opening.defer(() => within(BACKUP_PATIENCE, Promise.all(backups)));
  const shared = { options, ledger, tools, limits, membership, reporter };
  const parts: WorkParts = { ...shared, clock, random, opening };
  const work = wireWork(parts, stopping.signal);
  if (station !== null) {
    listeners.add(({ kind }) => kind === 'gates' && station.halt(work.runner.closed().length > 0));
  }
  const documents = wireDocuments(
    membership,
    {
      ledger,
      reporter,
      clock,
      access: options.access,
      prices: options.sharedPrices ?? null,
      dataFolder: options.dataFolder,
    },
    work,
  );
  listeners.add((event) => documents?.heed(event));
  opening.defer(() => documents?.stop());
  const { exchange } = work;
  if (exchange !== null) {
    listeners.add(({ kind }) => kind === 'committed' && exchange.wake());
    opening.defer(() => exchange.stop());
  }
  opening.defer(() => stopping.abort());
  const open = opening.move();
  let stopped: Promise<void> | null = null;
  return success({
    ...partsOf(parts, work),
    sharedRoots: membership?.joined?.file.roots ?? null,
    ...controlsOf(parts, work),
    start() {
      station?.start();
      documents?.start();
      exchange?.start();
      work.runner.start();
      if (options.callback !== undefined) void work.callback.set(options.callback);
      if (options.keeps !== undefined) work.hotFolders.start(options.keeps.askAbove);
      work.customModels.start({ sync: options.keeps !== undefined });
      const { notice, tell } = reporter;
      const gone = (problem: Problem) => tell({ kind: 'gone', problem });
      const kept = { ledger, folder: options.dataFolder, clock, random };
      backups.push(keepLedger(kept, { notice, gone }, stopping.signal));
    },
    sharePrices: () => documents?.wake(),
    async limit(changes) {
      Object.assign(limits, changes);
      await work.runner.limitsChanged();
    },
    listen(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    ending: stopping.signal,
    stop: () => (stopped ??= closeAll(open)),
  });
}

type Controls = Pick<
  Studio,
  | 'watch'
  | 'pauseAll'
  | 'resumeAll'
  | 'wake'
  | 'writeMarks'
  | 'deleteTasks'
  | 'change'
  | 'tryAgain'
  | 'closedGates'
  | 'isIdle'
>;

function partsOf(
  { options, ledger, tools }: WorkParts,
  { previews, templates, customModels, callback, runner, hotFolders, exchange }: StudioWork,
): Omit<
  Studio,
  keyof Controls | 'sharedRoots' | 'start' | 'sharePrices' | 'limit' | 'listen' | 'ending' | 'stop'
> {
  const { service, images, delivery, downloads, finishPresets, serviceUrl, isDemo } = tools;
  return {
    ledger,
    dataFolder: options.dataFolder,
    service,
    images,
    downloads,
    ...createPictures({ images, files: previews, random }),
    factsOf: delivery.factsOf,
    fetch: delivery.fetch,
    place: delivery.place,
    finishPresets,
    access: options.access,
    templates,
    customModels,
    serviceUrl,
    isDemo,
    hotFolders,
    exchange,
    callback,
    queue: runner,
  };
}

function controlsOf({ ledger, tools }: WorkParts, work: StudioWork): Controls {
  const { runner, hotFolders, marks, tidier } = work;
  return {
    watch: hotFolders.watch,
    pauseAll() {
      ledger.pauses.pauseAll();
      void runner.standStill();
    },
    resumeAll() {
      ledger.pauses.resumeAll();
      runner.wake();
    },
    wake: runner.wake,
    writeMarks: marks.wake,
    deleteTasks: runner.deleteTasks,
    change: runner.change,
    async tryAgain(gate) {
      tools.network.renew();
      await runner.reopen(gate);
    },
    closedGates: runner.closed,
    isIdle() {
      if (tidier.isTidying() || hotFolders.isSettling()) return false;
      const { waiting, running } = ledger.jobs.count();
      if (waiting + running === 0) return true;
      return runner.moving() === 0 && needsPerson(ledger, runner);
    },
  };
}

function needsPerson(ledger: Ledger, runner: Runner): boolean {
  const now = clock.mono();
  return (
    runner.limited().size > 0 ||
    ledger.pauses.isWaitedFor() ||
    runner.closed().some((g) => g.until === null || g.until - now > LASTING)
  );
}

/** Waits for the work, but at most `ms`. */
async function within(ms: number, work: Promise<unknown>): Promise<void> {
  const ended = new AbortController();
  const done = work.finally(() => ended.abort());
  await Promise.race([done, clock.sleep(ms, ended.signal)]);
}
