import { randomBytes } from 'node:crypto';
import { copyFile, mkdir, rm } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { systemClock, type Clock } from '#electron/base/clock.ts';
import type { StartHelper } from '#electron/base/helper.ts';
import { createReceiver, type Receiver } from '#electron/adapters/callback/receiver.ts';
import { createDelivery } from '#electron/adapters/delivery/delivery.ts';
import type { Demo, DemoOptions } from '#electron/demo/types.ts';
import type { Images } from '#electron/adapters/images/types.ts';
import { resolveRecipe } from '#electron/engine/intake/admit.ts';
import { admitPhoto } from '../fixtures/admit.ts';
import { backUp } from '#electron/adapters/ledger/backup.ts';
import { companions, ledgerFile } from '#electron/adapters/ledger/files.ts';
import type { ExecutionRow } from '#electron/adapters/ledger/executions.ts';
import type { HotFolderSettings } from '#shared/views/folders.ts';
import type { Job } from '#electron/adapters/ledger/jobs.ts';
import type { Ledger } from '#electron/adapters/ledger/open.ts';
import type { Network } from '#electron/adapters/network/network.ts';
import { systemDisk } from '#electron/engine/queue/disk.ts';
import { usualLimits, type Parts, type QueueLimits } from '#electron/engine/queue/parts.ts';
import type { QueueEvent, Runner } from '#electron/engine/queue/runner-types.ts';
import { createRunner } from '#electron/engine/queue/runner.ts';
import { presetsNamed } from '#electron/adapters/settings/finish-presets.ts';
import { createService } from '#electron/adapters/service/client.ts';
import type { Timeouts } from '#electron/adapters/service/undici-transport.ts';
import { usualCallback } from '#shared/views/callback.ts';
import { usualPrices, type Prices } from '#shared/prices.ts';
import type { JobState } from '#shared/job.ts';
import type { CallbackSettings } from '#shared/views/callback.ts';
import { dies } from '../crash/death.ts';
import { downloadsOf } from '../fixtures/downloads.ts';
import { plainFolder } from '../fixtures/hot-folder.ts';
import { lightPhotograph } from '../fixtures/photographs.ts';
import { ledgerIn, putNewLedger } from '../fixtures/new-ledger.ts';
import { plainRecipe } from '../fixtures/plain-recipe.ts';
import { seeded } from '../fixtures/seeded.ts';
import { recipeOf, valueOf } from '../fixtures/values.ts';
import { newFolder } from '../world/folder.ts';
import { startBusily } from '../world/helpers.ts';
import { imagesHere } from '../world/images.ts';
import { serve } from '../world/service.ts';
import type { Life } from './life.ts';
import type { FaultyClock } from '../fixtures/hasty-clock.ts';
import { waitedTime, type WaitedTime } from '../world/time.ts';
import { accessIn, uncheckedFolder, uncheckedOutput } from '../fixtures/permitted.ts';

export { plainRecipe };

interface AdmitOptions {
  readonly recipe?: object;
  /** The name of a sample photograph, of which a small copy is used; the path of a file; or an address. */
  readonly photo?: string;
  readonly again?: boolean;
  readonly hotFolderId?: number;
}

type CallbackOptions = Partial<CallbackSettings> & {
  /**
   * Returns the public address that Darkslide gives to the service, computed from the receiver's own address.
   */
  readonly publicUrlOf?: (address: string) => string | Promise<string>;
};

export interface HarnessOptions {
  /** Data folder that a killed program has left; by default, a new folder. */
  readonly folder?: string;
  readonly demo?: Partial<DemoOptions>;
  readonly limits?: Partial<QueueLimits>;
  readonly prices?: Prices;
  /** Prepares the ledger before the queue starts. */
  readonly before?: (ledger: Ledger, demo: Demo) => void;
  readonly listener?: (event: QueueEvent) => void;
  /** Turns notifications on, with a port for this harness only. */
  readonly callback?: CallbackOptions;
  /** Starts the processes of delivery; by default, with plain Node. */
  readonly startHelper?: StartHelper;
}

/** The environment of the program in a harness. */
export interface HarnessWorld extends Pick<WaitedTime, 'during' | 'poll' | 'pass'> {
  readonly demo: Demo;
  readonly images: Images;
  /** The address of the service, as the program knows it. */
  readonly url: string;
  /** Returns the clock for the next start of the queue. */
  life(): FaultyClock;
  /** Returns the clock for the connection to the service. */
  wireClock(life: FaultyClock): Clock;
  networkOf(clock: Clock): Network;
  readonly timeouts?: Timeouts;
}

/** The queue with all its real parts, in a separate folder. */
export interface Harness extends Pick<WaitedTime, 'during' | 'poll' | 'pass'> {
  readonly folder: string;
  readonly ledger: Ledger;
  readonly demo: Demo;
  readonly runner: Runner;
  readonly receiver: Receiver;
  readonly clock: FaultyClock;
  /** The limits, which a test can change while the queue runs. */
  readonly limits: { -readonly [K in keyof QueueLimits]: QueueLimits[K] };
  /** The events of the queue so far. */
  readonly told: readonly QueueEvent[];
  /** Admits one of the sample photographs and wakes the queue; returns the id of the job. */
  admit(options?: AdmitOptions): Promise<number>;
  /** Adds a hot folder that nothing watches; returns its id. */
  hotFolder(change?: Partial<HotFolderSettings>): number;
  /** Waits until the job is in this state; returns the code of its problem, if it has one. */
  until(jobId: number, state: JobState): Promise<string | null>;
  /** Admits a photo and waits until its job is done; returns the job. */
  done(options?: AdmitOptions): Promise<number>;
  /** Resumes a job that has ended. */
  goOn(jobId: number): void;
  job(jobId: number): Job;
  executions(jobId: number): readonly ExecutionRow[];
  /** Returns the entries in the history of a job, oldest first. */
  history(jobId: number): readonly string[];
  /** Returns the kinds of the delivered results of a job. */
  delivered(jobId: number): readonly string[];
  /** Returns the closed gates, each with the code of its problem. */
  closed(): readonly (readonly [gate: string, code: string])[];
  /** Returns the number of requests for an operation that have reached the service. */
  asked(operation: string): number;
  /** Returns the number of executions that the service has recorded. */
  bought(): number;
  /**
   * Executes the plain recipe on the task of a job, as another program with the same key or a duplicated
   * request would.
   */
  executeElsewhere(jobId: number): Promise<void>;
  /** Backs up the ledger; returns a function that restores the backup, for use in `restart`. */
  backUp(): Promise<(data: string) => Promise<void>>;
  /** Stops the program, runs `between` on the data folder, and starts the program again. */
  restart(between?: (data: string) => Promise<void>): Promise<Harness>;
}

/** Opens a harness with the data of a program that was killed during its first photo, whose job is job 1. */
export async function harnessAfter(
  life: Omit<Life, 'folder' | 'recipe'> & Partial<Life>,
  options: HarnessOptions = {},
): Promise<Harness> {
  const folder = life.folder ?? (await harnessFolder());
  const recipe = { ...plainRecipe, ...life.recipe };
  const quick = { ...demoOptions(folder, options), speed: { executionMs: 200, jitterMs: 0 } };
  await dies(import.meta.resolve('./life.ts'), { ...life, folder, recipe }, quick);
  return openHarness({ ...options, folder });
}

/** How long executions take at the demo service, in ms; long enough for several queries. */
const usualSpeed = { executionMs: 10_000, jitterMs: 0, psdMs: 5000 };

/**
 * Opens a harness in the virtual world. The demo service answers in memory, with its real answers and faults;
 * images are processed in this process; files and SQLite are real but in memory; and time passes only while
 * the test waits.
 */
export async function openHarness(options: HarnessOptions = {}): Promise<Harness> {
  const folder = options.folder ?? (await harnessFolder());
  const time = waitedTime();
  const { demo, networkOf } = await serve(demoOptions(folder, options), time.outside);
  onTestFinished(() => demo.close());
  return sitDown(
    folder,
    { ...time, demo, images: imagesHere, url: demo.url, wireClock: (life) => life, networkOf },
    options,
  );
}

export async function harnessFolder(): Promise<string> {
  const folder = await newFolder('harness');
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await mkdir(join(folder, 'out'));
  putNewLedger(join(folder, 'data'));
  return folder;
}

export function demoOptions(folder: string, options: HarnessOptions): DemoOptions {
  const demo = join(folder, 'demo');
  return { folder: demo, render: 'quick', speed: usualSpeed, seed: 1, ...options.demo };
}

export async function sitDown(
  folder: string,
  world: HarnessWorld,
  options: HarnessOptions,
): Promise<Harness> {
  const { demo, during, poll, pass } = world;
  const clock = world.life();
  const wireClock = world.wireClock(clock);
  const ledger = ledgerIn(join(folder, 'data'), clock, () => options.prices ?? usualPrices);
  const network = world.networkOf(wireClock);
  const service = createService({
    baseUrl: world.url,
    key: demo.key,
    requestsPerSecond: 1000,
    ...(world.timeouts && { timeouts: world.timeouts }),
    network,
    clock: wireClock,
    random: seeded(1),
  });
  const downloads = downloadsOf(new URL(demo.url).origin, { network, clock: wireClock });
  const delivery = createDelivery({
    startHelper: options.startHelper ?? startBusily,
    owner: join(folder, 'data'),
    check: world.images.check,
    clock: wireClock,
    random: seeded(2),
    downloads,
    within: accessIn(join(folder, 'data')).within,
  });
  const limits = { ...usualLimits, cores: 1, doubtWindow: 60_000, ...options.limits };
  const receiver = createReceiver({
    serviceUrl: demo.url,
    hints: ledger.hints,
    clock: systemClock,
    secret: randomBytes,
    network,
    onHint: (jobId) => runner.hint(jobId),
    onChange: () => {},
    onTrouble: (problem) => told.push({ kind: 'mistake', problem }),
    onMistake: () => {},
  });
  const parts: Parts = {
    callbacks: receiver,
    ledger,
    service,
    images: world.images,
    delivery,
    finishPresets: (names) => presetsNamed(join(folder, 'data'), names),
    disk: systemDisk,
    clock,
    random: seeded(3),
    workFolder: join(folder, 'data', 'work'),
    limits,
  };
  const told: QueueEvent[] = [];
  const queue: Runner = createRunner(parts, (event) => {
    told.push(event);
    options.listener?.(event);
  });
  // calls of the queue may sleep, so virtual time must pass while a test waits for them
  const runner: Runner = {
    ...queue,
    change: (...asked) => during(queue.change(...asked)),
    reopen: (...asked) => during(queue.reopen(...asked)),
    limitsChanged: () => during(queue.limitsChanged()),
    stop: () => during(queue.stop()),
  };
  options.before?.(ledger, demo);
  if (options.callback !== undefined) await listen(receiver, options.callback);
  runner.start();

  let isOpen = true;
  const stop = async () => {
    if (!isOpen) return;
    isOpen = false;
    await receiver.close();
    await runner.stop();
    await during(Promise.all([service.close(), delivery.close(), downloads.close()]));
    ledger.close();
  };
  onTestFinished(stop);

  const harness: Harness = {
    folder,
    ledger,
    demo,
    runner,
    receiver,
    clock,
    during,
    poll,
    pass,
    limits,
    told,
    async admit({
      recipe = plainRecipe,
      photo = 'lipstick-rouge.jpg',
      again = false,
      hotFolderId,
    } = {}) {
      const admitted = await admitPhoto(parts, {
        source: photo.startsWith('http') || isAbsolute(photo) ? photo : lightPhotograph(photo),
        recipe: valueOf(await resolveRecipe(recipeOf(recipe), folder)),
        outFolder: uncheckedOutput(join(folder, 'out')),
        subFolder: '',
        hotFolderId: hotFolderId ?? null,
        again,
      });
      const { jobId } = valueOf(admitted);
      runner.wake();
      return jobId;
    },
    hotFolder(change) {
      const recipe = recipeOf({ ...plainRecipe, name: 'Plain' });
      const saved = ledger.savedRecipes.named('Plain') ?? ledger.savedRecipes.add(recipe);
      const recipeId = ledger.jobs.recipe(recipe, 'its identity');
      const paths = { path: join(folder, 'hot'), outFolder: join(folder, 'out') };
      const settings = { ...paths, recipeId, ...plainFolder, ...change };
      return ledger.hotFolders.add(uncheckedFolder(settings), saved.id, 'process').id;
    },
    async until(jobId, state) {
      const hasEnded = () => !['waiting', 'running'].includes(harness.job(jobId).state);
      await poll(hasEnded, { timeout: 55_000, interval: 20 }).toBe(true);
      const { problem } = harness.job(jobId);
      expect(harness.job(jobId).state, problem?.message).toBe(state);
      return problem?.code ?? null;
    },
    async done(admission) {
      const jobId = await harness.admit(admission);
      await harness.until(jobId, 'done');
      return jobId;
    },
    goOn(jobId) {
      ledger.jobs.resume(jobId);
      runner.wake();
    },
    job: (jobId) => valueOf(ledger.jobs.load(jobId)),
    executions: (jobId) => ledger.executions.ofJob(jobId),
    history: (jobId) => ledger.history.of(jobId).map(({ what }) => what),
    delivered: (jobId) =>
      ledger.results.ofJob(jobId).flatMap((r) => (r.delivered === null ? [] : [r.kind])),
    closed: () => runner.closed().map(({ gate, problem }) => [gate, problem.code] as const),
    asked: (operation) => demo.records().requests[operation] ?? 0,
    bought: () => demo.records().executions.length,
    async executeElsewhere(jobId) {
      const taskId = harness.job(jobId).taskId ?? '';
      const done = await during(
        service.execute({ taskId, params: plainRecipe.params }, { beforeFirstByte() {} }),
      );
      if (!done.ok) throw new Error(done.failure.message);
    },
    async backUp() {
      const backup = { folder: join(folder, 'data'), clock, random: () => 0.5 };
      const { file } = valueOf(await backUp(backup));
      return async (data) => {
        for (const companion of companions) {
          await rm(`${ledgerFile(data)}${companion}`, { force: true });
        }
        await copyFile(file, ledgerFile(data));
      };
    },
    async restart(between) {
      await stop();
      await between?.(join(folder, 'data'));
      return sitDown(folder, world, options);
    },
  };
  return harness;
}

async function listen(
  receiver: Receiver,
  { publicUrlOf = (address) => `http://${address}/told`, ...settings }: CallbackOptions,
): Promise<void> {
  const some = { ...usualCallback, isOn: true, port: 0, sources: ['127.0.0.1'], ...settings };
  await receiver.set(some);
  const { listensOn } = receiver.status();
  if (listensOn !== null) await receiver.set({ ...some, publicUrl: await publicUrlOf(listensOn) });
}
