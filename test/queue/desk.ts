import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { expect } from 'vitest';
import { systemClock } from '#electron/base/clock.ts';
import { createReceiver, type Receiver } from '#electron/callback/receiver.ts';
import { createDelivery } from '#electron/delivery/delivery.ts';
import { startDemo } from '#electron/demo/demo.ts';
import type { Demo, DemoOptions } from '#electron/demo/types.ts';
import { createImages } from '#electron/images/images.ts';
import type { StartHelper } from '#electron/base/helper.ts';
import { startNode } from '#electron/images/start-node.ts';
import { admitPhoto, resolveRecipe } from '#electron/intake/admit.ts';
import { openLedger, type Ledger } from '#electron/ledger/open.ts';
import { systemDisk } from '#electron/queue/disk.ts';
import { usualLimits, type Parts, type QueueLimits } from '#electron/queue/parts.ts';
import type { QueueEvent, Runner } from '#electron/queue/runner-types.ts';
import { createRunner } from '#electron/queue/runner.ts';
import { createNetwork, type Network } from '#electron/network/network.ts';
import { noProxies } from '#electron/network/ways.ts';
import { createService } from '#electron/service/client.ts';
import { usualCallback } from '#electron/settings/callback.ts';
import type { JobState } from '#shared/job.ts';
import { parseRecipe } from '#shared/recipe.ts';
import type { CallbackSettings } from '#shared/views/callback.ts';
import { downloadsOf } from '../fixtures/downloads.ts';
import { hastyClock, type HastyClock } from '../fixtures/hasty-clock.ts';
import { lightPhotograph } from '../fixtures/photographs.ts';
import { seeded } from '../fixtures/seeded.ts';

/** How much faster the queue's time runs than the wall's: the doubt window of minutes takes a moment. */
const HASTE = 100;

/** One process for every desk; it keeps nothing from one order to the next, and ends with this one. */
const images = createImages({ start: startNode, clock: systemClock, processes: 1 });

/** A recipe that buys one image and makes no fuss. */
export const plainRecipe = {
  agent: 'removeBG',
  params: { maskType: 'autoSubjectSegment', backgroundHex: '#ffffff', batchCount: 1 },
  delivery: { metadata: 'none' },
};

interface AdmitOptions {
  readonly recipe?: unknown;
  /** A small copy of one of the photographs that ship, a file by its path, or an address. */
  readonly photo?: string;
  readonly again?: boolean;
  readonly hotFolderId?: number;
}

interface DeskOptions {
  readonly demo?: Partial<DemoOptions>;
  readonly limits?: Partial<QueueLimits>;
  readonly haste?: number;
  /** What is done to the ledger before the queue starts on it. */
  readonly before?: (ledger: Ledger) => void;
  readonly listener?: (event: QueueEvent) => void;
  /** How the delivery starts processes; plain Node, where it is not given. */
  readonly startHelper?: StartHelper;
  /** The way to the service; straight, where none is given. */
  readonly network?: Network;
  /** The service is reached by the address that is made of its own. */
  readonly through?: (url: string) => string | Promise<string>;
  /** Listens for notifications on a port of its own, and offers its address, or the one that is made of it. */
  readonly callback?: Partial<CallbackSettings> & {
    readonly publicUrlOf?: (address: string) => string | Promise<string>;
  };
}

/** The queue with all its real parts against the demo service over HTTP, in a folder of its own. */
export interface Desk {
  readonly folder: string;
  readonly ledger: Ledger;
  readonly demo: Demo;
  readonly runner: Runner;
  readonly receiver: Receiver;
  readonly clock: HastyClock;
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
  /** The program stops and starts again on the same data folder, after what is done to it between. */
  restart(between?: (data: string) => Promise<void>): Promise<Desk>;
  close(): Promise<void>;
}

export async function openDesk(options: DeskOptions = {}): Promise<Desk> {
  const folder = await mkdtemp(join(tmpdir(), 'darkslide-desk-'));
  await mkdir(join(folder, 'out'));
  const demo = await startDemo({
    folder: join(folder, 'demo'),
    render: 'quick',
    speed: { executionMs: 100, jitterMs: 0, psdMs: 50 },
    seed: 1,
    ...options.demo,
  });
  return sitDown(folder, demo, hastyClock(options.haste ?? HASTE), options);
}

async function listen(
  receiver: Receiver,
  {
    publicUrlOf = (address) => `http://${address}/told`,
    ...settings
  }: DeskOptions['callback'] & {},
): Promise<void> {
  const some = { ...usualCallback, isOn: true, port: 0, sources: ['127.0.0.1'], ...settings };
  await receiver.set(some);
  const { listensOn } = receiver.status();
  if (listensOn !== null) await receiver.set({ ...some, publicUrl: await publicUrlOf(listensOn) });
}

async function sitDown(
  folder: string,
  demo: Demo,
  clock: HastyClock,
  options: DeskOptions,
): Promise<Desk> {
  const opened = openLedger(join(folder, 'data'), clock);
  if (!opened.ok) throw new Error(opened.problem.message);
  const ledger = opened.value;
  const service = createService({
    baseUrl: (await options.through?.(demo.url)) ?? demo.url,
    key: demo.key,
    requestsPerSecond: 1000,
    timeouts: { connectMs: 2000, headersMs: 2000, bodyMs: 2000 },
    ...(options.network && { network: options.network }),
    clock: systemClock,
    random: seeded(1),
  });
  const downloads = downloadsOf(new URL(demo.url).origin);
  const delivery = createDelivery({
    startHelper: options.startHelper ?? startNode,
    owner: 'a data folder',
    check: images.check,
    clock: systemClock,
    random: seeded(2),
    downloads,
  });
  const limits = { ...usualLimits, cores: 1, doubtWindow: 60_000, ...options.limits };
  const receiver = createReceiver({
    serviceUrl: demo.url,
    hints: ledger.hints,
    clock: systemClock,
    secret: randomBytes,
    network: options.network ?? createNetwork({ clock: systemClock, waysTo: noProxies }),
    onHint: (jobId) => runner.hint(jobId),
    onChange: () => {},
    onTrouble: (problem) => told.push({ kind: 'mistake', problem }),
    onMistake: () => {},
  });
  const parts: Parts = {
    callbacks: receiver,
    ledger,
    service,
    images,
    delivery,
    disk: systemDisk,
    clock,
    random: seeded(3),
    workFolder: join(folder, 'data', 'work'),
    limits,
  };
  const told: QueueEvent[] = [];
  const runner: Runner = createRunner(parts, (event) => {
    told.push(event);
    options.listener?.(event);
  });
  options.before?.(ledger);
  if (options.callback !== undefined) await listen(receiver, options.callback);
  runner.start();

  const stop = async () => {
    await receiver.close();
    await runner.stop();
    await Promise.all([service.close(), delivery.close(), downloads.close()]);
    ledger.close();
  };

  return {
    folder,
    ledger,
    demo,
    runner,
    receiver,
    clock,
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
      const job = () => {
        const loaded = ledger.jobs.load(jobId);
        if (!loaded.ok) throw new Error(loaded.problem.message);
        return loaded.value;
      };
      const hasEnded = () => !['waiting', 'running'].includes(job().state);
      await expect.poll(hasEnded, { timeout: 20_000, interval: 20 }).toBe(true);
      const { problem } = job();
      expect(job().state, problem?.message).toBe(state);
      return problem?.code ?? null;
    },
    bought: () => demo.books().executions.length,
    async restart(between) {
      await stop();
      await between?.(join(folder, 'data'));
      return sitDown(folder, demo, clock, options);
    },
    async close() {
      await stop();
      await demo.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
