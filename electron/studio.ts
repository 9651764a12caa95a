import { availableParallelism } from 'node:os';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { success, type Outcome, type Problem } from '#shared/problem.ts';
import type { CallbackSettings } from '#shared/views/callback.ts';
import type { GateName } from '#shared/views/status.ts';
import { systemClock } from './base/clock.ts';
import { closeAll } from './base/closing.ts';
import type { FolderAccess } from './base/permitted.ts';
import { createReceiver, type Receiver } from './adapters/callback/receiver.ts';
import { keepMarks } from './adapters/delivery/keep-marks.ts';
import type { Marker } from './adapters/delivery/metadata.ts';
import type { Delivery } from './adapters/delivery/types.ts';
import { keepFiles } from './adapters/images/kept-files.ts';
import { createPictures, type Pictures } from './adapters/images/pictures.ts';
import type { Images } from './adapters/images/types.ts';
import { createKeepers, type Keepers, type KeepersEvent } from './engine/intake/keepers.ts';
import { createTidier } from './engine/intake/tidier.ts';
import type { Commit } from './adapters/ledger/commits.ts';
import { keepLedger } from './adapters/ledger/keep.ts';
import { openLedger, type Ledger } from './adapters/ledger/open.ts';
import { accountMark, originOf } from './adapters/ledger/owner.ts';
import { pausedProblem } from './adapters/ledger/pauses.ts';
import type { Downloads } from './adapters/network/downloads.ts';
import { createCopies } from './engine/models/copies.ts';
import { createOwn } from './engine/models/own.ts';
import type { Own, OwnEvent } from './engine/models/types.ts';
import type { ClosedGate } from './engine/queue/gates.ts';
import { systemDisk } from './engine/queue/disk.ts';
import { usualLimits, type QueueLimits } from './engine/queue/parts.ts';
import type { QueueEvent, Runner } from './engine/queue/runner-types.ts';
import { createRunner } from './engine/queue/runner.ts';
import { mistake } from './engine/queue/steps.ts';
import type { Service } from './adapters/service/types.ts';
import { wireTools, type ToolsOptions } from './studio-tools.ts';
import { createTemplates, type Templates } from './engine/templates/templates.ts';

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

export type StudioEvent =
  | QueueEvent
  | KeepersEvent
  /** The ledger was written to. */
  | { readonly kind: 'committed'; readonly commit: Commit }
  /** Something a person should know of the ledger; work goes on. */
  | { readonly kind: 'notice'; readonly problem: Problem }
  /** A list of templates may be another now. */
  | { readonly kind: 'templates' }
  | OwnEvent
  /** How notifications are listened for, or what came, is another now. */
  | { readonly kind: 'callback' }
  /** The data folder is gone: nothing is sent or written any more, and the studio is to be stopped. */
  | { readonly kind: 'gone'; readonly problem: Problem };

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
  /** Puts a finished picture into a folder, whole and never over another. */
  readonly place: Delivery['place'];
  /** The way to a folder that photos come from or results go to. */
  readonly access: FolderAccess;
  readonly templates: Templates;
  /** The account's own models and scenes. */
  readonly own: Own;
  readonly serviceUrl: string;
  readonly isDemo: boolean;
  /** The hot folders that are watched. */
  readonly hotFolders: Pick<Keepers, 'refresh' | 'takeGranted' | 'keeping'>;
  /** Begins to carry what the ledger holds, and to watch the hot folders that are kept. */
  start(): void;
  /** Writes a hot folder down, arms it and watches it until the studio stops. */
  readonly watch: Keepers['watch'];
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

/**
 * Bytes that thumbnails and tiles may take in the data folder: a hundred thousand small ones, and the
 * large photos of the last days.
 */
const PREVIEW_BYTES = 4_000_000_000;

const clock = systemClock;
const random = Math.random;

/**
 * Opens the ledger, wires the parts and starts nothing yet. Problems are those of `openLedger` and of
 * the demo service's start, and ledger-elsewhere when the ledger is that of another service.
 */
export async function openStudio(
  options: StudioOptions,
  on: (event: StudioEvent) => void,
): Promise<Outcome<Studio>> {
  const opened = openLedger(options.dataFolder, clock, (commit) => {
    try {
      on({ kind: 'committed', commit });
    } catch (error) {
      on({ kind: 'mistake', problem: mistake(error, 'what is shown of the ledger').problem });
    }
  });
  if (!opened.ok) return opened;
  // closes what is open already when a later part cannot be opened
  await using opening = new AsyncDisposableStack();
  const ledger = opened.value;
  opening.defer(() => ledger.close());
  const owned = ledger.owner.claim(originOf(options.service?.url ?? null));
  if (!owned.ok) return owned;
  const notice = (problem: Problem) => on({ kind: 'notice', problem });
  for (const problem of ledger.notices) notice(problem);
  if (ledger.pauses.since() !== null) notice(pausedProblem());

  const wired = await wireTools(options);
  if (!wired.ok) return wired;
  const tools = wired.value;
  opening.defer(() => tools.close());
  const { service, images, delivery } = tools;
  const cores = availableParallelism();
  const limits = { ...usualLimits, cores, ...options.limits };
  const workFolder = join(options.dataFolder, 'work');

  const stopping = new AbortController();
  const keeping: Promise<void>[] = [];
  opening.defer(async () => {
    const patience = new AbortController();
    const kept = Promise.all(keeping).finally(() => patience.abort());
    await Promise.race([kept, clock.sleep(BACKUP_PATIENCE, patience.signal)]);
  });

  const callback: Receiver = createReceiver({
    serviceUrl: tools.serviceUrl,
    hints: ledger.hints,
    clock,
    secret: randomBytes,
    network: tools.network,
    onHint: (jobId) => runner.hint(jobId),
    onChange: () => on({ kind: 'callback' }),
    onTrouble: notice,
    onMistake: (error) =>
      on({ kind: 'mistake', problem: mistake(error, 'a notification').problem }),
  });
  const runner: Runner = createRunner(
    {
      ledger,
      service,
      images,
      delivery,
      disk: systemDisk,
      clock,
      random,
      workFolder,
      callbacks: callback,
      limits,
    },
    (event) => {
      if (event.kind === 'ended') tidy(event.jobId);
      on(event);
    },
  );

  const {
    tidy,
    isTidying,
    ended: tidied,
  } = createTidier(
    { ledger, clock, random },
    (error, jobId) => on({ kind: 'mistake', problem: mistake(error, `job ${jobId}`).problem }),
    stopping.signal,
  );

  const previews = keepFiles({
    folder: join(options.dataFolder, 'previews'),
    most: PREVIEW_BYTES,
    clock,
  });
  const templates = createTemplates({
    service,
    serviceUrl: tools.serviceUrl,
    isDemo: tools.isDemo,
    images,
    files: previews,
    network: tools.network,
    downloads: tools.downloads,
    folder: join(options.dataFolder, 'templates'),
    clock,
    random,
    changed: () => on({ kind: 'templates' }),
    mistake: (error) => mistake(error, 'a list of templates').problem,
  });

  const ownFolder = join(workFolder, 'own');
  const own = createOwn(
    {
      ledger,
      service,
      network: tools.network,
      downloads: tools.downloads,
      serviceUrl: tools.serviceUrl,
      isDemo: tools.isDemo,
      account: markOf(options.service),
      images,
      copies: createCopies({ ledger, images, folder: ownFolder }),
      templates,
      files: previews,
      folder: ownFolder,
      clock,
      random,
      doubtWindow: () => limits.doubtWindow,
      mistake: (error) => mistake(error, 'an own model or scene').problem,
    },
    (event) => on(event),
  );

  const keepers = createKeepers(
    {
      ledger,
      access: options.access,
      clock,
      random,
      mistake: (error) => mistake(error, 'a hot folder').problem,
    },
    (event) => {
      on(event);
      if (event.kind === 'intake') runner.wake();
    },
  );

  const marks = keepMarks(
    {
      ledger,
      marker: delivery,
      check: images.check,
      clock,
      random,
      owner: options.dataFolder,
      isWanted: options.marksInFiles,
    },
    notice,
    (error) => on({ kind: 'mistake', problem: mistake(error, 'a mark').problem }),
    stopping.signal,
  );

  opening.defer(tidied);
  opening.defer(() => templates.close());
  opening.defer(() => own.stop());
  opening.defer(() => marks.ended());
  opening.defer(() => runner.stop());
  opening.defer(() => keepers.close());
  opening.defer(() => callback.close());
  opening.defer(() => stopping.abort());
  const open = opening.move();
  let stopped: Promise<void> | null = null;

  return success({
    ledger,
    dataFolder: options.dataFolder,
    service,
    images,
    downloads: tools.downloads,
    ...createPictures({ images, files: previews, random }),
    factsOf: delivery.factsOf,
    place: delivery.place,
    access: options.access,
    templates,
    own,
    serviceUrl: tools.serviceUrl,
    isDemo: tools.isDemo,
    hotFolders: keepers,
    start() {
      runner.start();
      if (options.callback !== undefined) void callback.set(options.callback);
      if (options.keeps !== undefined) keepers.start(options.keeps.askAbove);
      own.start({ sync: options.keeps !== undefined });
      const parts = { ledger, folder: options.dataFolder, clock, random };
      const gone = (problem: Problem) => on({ kind: 'gone', problem });
      keeping.push(keepLedger(parts, { notice, gone }, stopping.signal));
    },
    watch: keepers.watch,
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
    callback,
    async limit(changes) {
      Object.assign(limits, changes);
      await runner.limitsChanged();
    },
    async tryAgain(gate) {
      tools.network.renew();
      await runner.reopen(gate);
    },
    closedGates: runner.closed,
    queue: runner,
    isIdle() {
      if (isTidying()) return false;
      if (keepers.isSettling()) return false;
      const { waiting, running } = ledger.jobs.count();
      if (waiting + running === 0) return true;
      return runner.moving() === 0 && needsPerson();
    },
    ending: stopping.signal,
    stop: () => (stopped ??= closeAll(open)),
  });

  function needsPerson(): boolean {
    const now = clock.mono();
    return (
      runner.limited().size > 0 ||
      ledger.pauses.isWaitedFor() ||
      runner.closed().some((g) => g.until === null || g.until - now > LASTING)
    );
  }
}

/** The demo has one account; without a key nothing is asked. */
function markOf(service: StudioOptions['service']): string | null {
  if (service === null || service.key === null) return null;
  return accountMark({ url: service.url, key: service.key });
}
