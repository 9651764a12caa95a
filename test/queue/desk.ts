import { randomBytes } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { expect } from 'vitest';
import { systemClock, type Clock } from '#electron/base/clock.ts';
import type { StartHelper } from '#electron/base/helper.ts';
import { createReceiver, type Receiver } from '#electron/callback/receiver.ts';
import { createDelivery } from '#electron/delivery/delivery.ts';
import type { Demo, DemoOptions } from '#electron/demo/types.ts';
import type { Images } from '#electron/images/types.ts';
import { admitPhoto, resolveRecipe } from '#electron/intake/admit.ts';
import { openLedger, type Ledger } from '#electron/ledger/open.ts';
import type { Network } from '#electron/network/network.ts';
import { systemDisk } from '#electron/queue/disk.ts';
import { usualLimits, type Parts, type QueueLimits } from '#electron/queue/parts.ts';
import type { QueueEvent, Runner } from '#electron/queue/runner-types.ts';
import { createRunner } from '#electron/queue/runner.ts';
import { createService } from '#electron/service/client.ts';
import type { Timeouts } from '#electron/service/undici-transport.ts';
import type { JobState } from '#shared/job.ts';
import { parseRecipe } from '#shared/recipe.ts';
import { downloadsOf } from '../fixtures/downloads.ts';
import { lightPhotograph } from '../fixtures/photographs.ts';
import { putNewLedger } from '../fixtures/new-ledger.ts';
import { plainRecipe } from '../fixtures/plain-recipe.ts';
import { seeded } from '../fixtures/seeded.ts';
import { newFolder } from '../world/folder.ts';
import { startBusily } from '../world/helpers.ts';
import { imagesHere } from '../world/images.ts';
import { serve } from '../world/service.ts';
import { waitedTime, type LifeClock, type WaitedTime } from '../world/time.ts';

export { plainRecipe };

interface AdmitOptions {
  readonly recipe?: unknown;
  /** A small copy of one of the photographs that ship, a file by its path, or an address. */
  readonly photo?: string;
  readonly again?: boolean;
  readonly hotFolderId?: number;
}

export interface DeskOptions {
  readonly demo?: Partial<DemoOptions>;
  readonly limits?: Partial<QueueLimits>;
  /** What is done to the ledger before the queue starts on it. */
  readonly before?: (ledger: Ledger) => void;
  readonly listener?: (event: QueueEvent) => void;
  /** How the delivery starts processes; plain Node, where it is not given. */
  readonly startHelper?: StartHelper;
}

/** What is around the program of a desk. */
export interface DeskWorld extends Pick<WaitedTime, 'during' | 'poll' | 'pass'> {
  readonly demo: Demo;
  readonly images: Images;
  /** The program's address of the service. */
  readonly url: string;
  /** Time as the queue has it, of a new life. */
  life(): LifeClock;
  /** Time as the way to the service has it. */
  wireClock(life: LifeClock): Clock;
  networkOf(clock: Clock): Network;
  readonly timeouts?: Timeouts;
  /** Before the queue starts. */
  begin?(receiver: Receiver): Promise<void>;
}

/** The queue with all its real parts in a folder of its own. */
export interface Desk extends Pick<WaitedTime, 'during' | 'poll' | 'pass'> {
  readonly folder: string;
  readonly ledger: Ledger;
  readonly demo: Demo;
  readonly runner: Runner;
  readonly receiver: Receiver;
  readonly clock: LifeClock;
  /** May be changed while the queue runs. */
  readonly limits: { -readonly [K in keyof QueueLimits]: QueueLimits[K] };
  /** What the queue told so far. */
  readonly told: readonly QueueEvent[];
  /** Admits one of the photographs that ship and wakes the queue; its job. */
  admit(options?: AdmitOptions): Promise<number>;
  /** Waits until the job is in this state; its problem's code, if any. */
  until(jobId: number, state: JobState): Promise<string | null>;
  /** Executions the service has booked. */
  bought(): number;
  /** Somebody else with the same key, or an echo, has the plain recipe executed on the job's task. */
  executeElsewhere(jobId: number): Promise<void>;
  /** The program stops and starts again on the same data folder, after what is done to it between. */
  restart(between?: (data: string) => Promise<void>): Promise<Desk>;
  close(): Promise<void>;
}

/** ms; what is slow in the demo service's own time, so that it is asked about more than once. */
const usualSpeed = { executionMs: 10_000, jitterMs: 0, psdMs: 5000 };

/**
 * A desk in the virtual world: the demo service's own answers and faults over memory, real pixels without a
 * process, real files and SQLite on a disk in memory, and time that passes only while the test waits.
 */
export async function openDesk(options: DeskOptions = {}): Promise<Desk> {
  const folder = await deskFolder();
  const time = waitedTime();
  const { demo, networkOf } = await serve(demoOptions(folder, options), time.outside);
  return sitDown(
    folder,
    { ...time, demo, images: imagesHere, url: demo.url, wireClock: (life) => life, networkOf },
    options,
  );
}

export async function deskFolder(): Promise<string> {
  const folder = await newFolder('desk');
  await mkdir(join(folder, 'out'));
  await putNewLedger(join(folder, 'data'));
  return folder;
}

export function demoOptions(folder: string, options: DeskOptions): DemoOptions {
  const demo = join(folder, 'demo');
  return { folder: demo, render: 'quick', speed: usualSpeed, seed: 1, ...options.demo };
}

export async function sitDown(
  folder: string,
  world: DeskWorld,
  options: DeskOptions,
): Promise<Desk> {
  const { demo, during, poll, pass } = world;
  const clock = world.life();
  const wireClock = world.wireClock(clock);
  const opened = openLedger(join(folder, 'data'), clock);
  if (!opened.ok) throw new Error(opened.problem.message);
  const ledger = opened.value;
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
    owner: 'a data folder',
    check: world.images.check,
    clock: wireClock,
    random: seeded(2),
    downloads,
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
  // what is asked of the queue may take time
  const runner: Runner = {
    ...queue,
    change: (...asked) => during(queue.change(...asked)),
    reopen: (...asked) => during(queue.reopen(...asked)),
    limitsChanged: () => during(queue.limitsChanged()),
    stop: () => during(queue.stop()),
  };
  options.before?.(ledger);
  await world.begin?.(receiver);
  runner.start();

  const stop = async () => {
    await receiver.close();
    await runner.stop();
    await during(Promise.all([service.close(), delivery.close(), downloads.close()]));
    ledger.close();
  };
  const jobOf = (jobId: number) => {
    const loaded = ledger.jobs.load(jobId);
    if (!loaded.ok) throw new Error(loaded.problem.message);
    return loaded.value;
  };

  return {
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
      const parsed = parseRecipe({ format: 1, ...(recipe as object) });
      if (!('recipe' in parsed)) throw new Error(JSON.stringify(parsed.problems));
      const resolved = await resolveRecipe(parsed.recipe, folder);
      if (!resolved.ok) throw new Error(resolved.problem.message);
      const admitted = await admitPhoto(parts, {
        source: photo.startsWith('http') || isAbsolute(photo) ? photo : lightPhotograph(photo),
        recipe: resolved.value,
        outFolder: join(folder, 'out'),
        subFolder: '',
        hotFolderId: hotFolderId ?? null,
        again,
      });
      if (!admitted.ok) throw new Error(admitted.problem.message);
      runner.wake();
      return admitted.value.jobId;
    },
    async until(jobId, state) {
      const hasEnded = () => !['waiting', 'running'].includes(jobOf(jobId).state);
      await poll(hasEnded, { timeout: 40_000, interval: 20 }).toBe(true);
      const { problem } = jobOf(jobId);
      expect(jobOf(jobId).state, problem?.message).toBe(state);
      return problem?.code ?? null;
    },
    bought: () => demo.books().executions.length,
    async executeElsewhere(jobId) {
      const taskId = jobOf(jobId).taskId ?? '';
      const done = await during(
        service.execute({ taskId, params: plainRecipe.params }, { beforeFirstByte() {} }),
      );
      if (!done.ok) throw new Error(done.failure.message);
    },
    async restart(between) {
      await stop();
      await between?.(join(folder, 'data'));
      return sitDown(folder, world, options);
    },
    async close() {
      await stop();
      await demo.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
