import { availableParallelism } from 'node:os';
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
import type { HotFolderSupervisor } from './engine/intake/supervisor.ts';
import type { CustomModels } from './engine/models/types.ts';
import type { ClosedGate } from './engine/queue/gates.ts';
import { usualLimits, type QueueLimits } from './engine/queue/parts.ts';
import type { Runner } from './engine/queue/runner-types.ts';
import type { Templates } from './engine/templates/templates.ts';
import { createReporter, type StudioEvent } from './studio-events.ts';
import { wireTools, type ToolsOptions } from './studio-tools.ts';
import { wireWork, type StudioWork, type WorkParts } from './studio-work.ts';

export interface StudioOptions extends ToolsOptions {
  readonly limits?: Partial<QueueLimits>;
  /** Whether stars and picks are written into the delivered files. */
  readonly marksInFiles?: () => boolean;
  /** Where notifications of the service are listened for; nowhere where it is left out. */
  readonly callback?: CallbackSettings;
  /**
   * Watches the armed hot folders that run saved recipes, as a window does; the command line watches
   * what it names. `askAbove`: photos of a sudden drop that are bought without a question.
   */
  readonly keeps?: { readonly askAbove: () => number };
}

/** The parts of the studio, wired. Hosts (desktop, browser, cli) talk to this and nothing below. */
export interface Studio extends Pictures {
  readonly ledger: Ledger;
  /** Where the ledger lies, absolute. */
  readonly dataFolder: string;
  readonly service: Service;
  readonly images: Images;
  /** The one way to download from a web address. */
  readonly downloads: Downloads;
  /** How a photo was taken, by its absolute path. */
  readonly factsOf: Marker['factsOf'];
  /** Downloads and verifies a file of the service. */
  readonly fetch: Delivery['fetch'];
  /** Puts a finished picture into a folder, whole and never over another. */
  readonly place: Delivery['place'];
  /** The way to a folder that photos come from or results go to. */
  readonly access: FolderAccess;
  readonly templates: Templates;
  /** The account's custom models and scenes. */
  readonly customModels: CustomModels;
  readonly serviceUrl: string;
  readonly isDemo: boolean;
  /** The hot folders that are watched. */
  readonly hotFolders: Pick<HotFolderSupervisor, 'refresh' | 'takeGranted' | 'status'>;
  /** Begins to carry what the ledger holds, and to watch the hot folders that are kept. */
  start(): void;
  /** Writes a hot folder down, arms it and watches it until the studio stops. */
  readonly watch: HotFolderSupervisor['watch'];
  /** Stops buying, also in later runs, until it is resumed; what is paid for is brought home. */
  pauseAll(): void;
  resumeAll(): void;
  /** What a person has paused, or how much is paid for, may be another now. */
  wake(): void;
  /** Marks are to be written into files, as the ledger says. */
  writeMarks(): void;
  /** Deletes at the service what the ledger says, behind this. */
  readonly deleteTasks: Runner['deleteTasks'];
  /** Makes a change to what the ledger holds of these jobs: see `change` of the runner. */
  readonly change: Runner['change'];
  /** Notifications of the service. */
  readonly callback: Omit<Receiver, 'newAddress' | 'close'>;
  /** From now on these limits are in force. */
  limit(limits: Partial<QueueLimits>): Promise<void>;
  /**
   * Tries at once what waits at this gate; a password or a certificate that was not taken may be tried
   * again, too.
   */
  tryAgain(gate: GateName): Promise<void>;
  /** What everything waits for, where it does. */
  closedGates(): ClosedGate[];
  /** See these of the runner. */
  readonly queue: Pick<Runner, 'isInHand' | 'inHand' | 'limited' | 'estimate' | 'moving'>;
  /**
   * Nothing will happen without a person or a new photo: every job has ended or waits for something
   * only a person can give, and no file is still settling. Own models and scenes are not waited for.
   */
  isIdle(): boolean;
  /** Calls `listener` with what happens until the function it returns is called. */
  listen(listener: (event: StudioEvent) => void): () => void;
  /** Aborted when it begins to stop: what works on the ledger in steps takes no further one. */
  readonly ending: AbortSignal;
  /**
   * Takes nothing new up, brings what is under way to a safe end, releases the data folder. Closes every
   * part even when one of them fails, and then throws what failed.
   */
  stop(): Promise<void>;
}

/** ms that stopping waits for a backup under way; cut short, it leaves an unfinished file. */
const BACKUP_PATIENCE = 10_000;
/** ms; a gate closed for longer than this waits for a person as far as idling is concerned. */
const LASTING = 120_000;

const clock = systemClock;
const random = Math.random;

/**
 * Opens the ledger, wires the parts and starts nothing yet. Problems are those of `openLedger` and of
 * the demo service's start, and ledger-elsewhere when the ledger is that of another service.
 */
export async function openStudio(
  options: StudioOptions,
  onEvent: (event: StudioEvent) => void,
): Promise<Outcome<Studio>> {
  const listeners = new Set([onEvent]);
  const reporter = createReporter((event) => {
    for (const listener of listeners) listener(event);
  });
  const opened = openLedger(options.dataFolder, clock, (commit) => reporter.committed(commit));
  if (!opened.ok) return opened;
  // closes what is open already when a later part cannot be opened
  await using opening = new AsyncDisposableStack();
  const ledger = opened.value;
  opening.defer(() => ledger.close());
  const owned = ledger.owner.claim(originOf(options.service?.url ?? null));
  if (!owned.ok) return owned;
  ledger.notices.forEach(reporter.notice);
  if (ledger.pauses.since() !== null) reporter.notice(pausedProblem());

  const wired = await wireTools(options);
  if (!wired.ok) return wired;
  const tools = wired.value;
  opening.defer(() => tools.close());
  const limits = { ...usualLimits, cores: availableParallelism(), ...options.limits };
  const stopping = new AbortController();
  const backups: Promise<void>[] = [];
  opening.defer(() => within(BACKUP_PATIENCE, Promise.all(backups)));
  const parts: WorkParts = { options, ledger, tools, limits, reporter, clock, random, opening };
  const work = wireWork(parts, stopping.signal);
  opening.defer(() => stopping.abort());
  const open = opening.move();
  let stopped: Promise<void> | null = null;
  return success({
    ...partsOf(parts, work),
    ...controlsOf(parts, work),
    start() {
      work.runner.start();
      if (options.callback !== undefined) void work.callback.set(options.callback);
      if (options.keeps !== undefined) work.hotFolders.start(options.keeps.askAbove);
      work.customModels.start({ sync: options.keeps !== undefined });
      const { notice, tell } = reporter;
      const gone = (problem: Problem) => tell({ kind: 'gone', problem });
      const kept = { ledger, folder: options.dataFolder, clock, random };
      backups.push(keepLedger(kept, { notice, gone }, stopping.signal));
    },
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
  { previews, templates, customModels, callback, runner, hotFolders }: StudioWork,
): Omit<Studio, keyof Controls | 'start' | 'limit' | 'listen' | 'ending' | 'stop'> {
  const { service, images, delivery, downloads, serviceUrl, isDemo } = tools;
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
    access: options.access,
    templates,
    customModels,
    serviceUrl,
    isDemo,
    hotFolders,
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

/** Waits for the work, at most `ms`. */
async function within(ms: number, work: Promise<unknown>): Promise<void> {
  const ended = new AbortController();
  const done = work.finally(() => ended.abort());
  await Promise.race([done, clock.sleep(ms, ended.signal)]);
}
