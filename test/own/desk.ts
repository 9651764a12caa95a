import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, onTestFinished } from 'vitest';
import type { OwnKind } from '#shared/own.ts';
import { success, type Outcome } from '#shared/problem.ts';
import { systemClock, type Clock } from '#electron/base/clock.ts';
import { startDemo } from '#electron/demo/demo.ts';
import type { Demo, DemoOptions } from '#electron/demo/types.ts';
import { createImages } from '#electron/images/images.ts';
import { keepFiles } from '#electron/images/kept-files.ts';
import { startNode } from '#electron/images/start-node.ts';
import { openLedger, type Ledger } from '#electron/ledger/open.ts';
import type { CreationRow } from '#electron/ledger/own-creations.ts';
import { listAccount } from '#electron/own/account.ts';
import { createOwn } from '#electron/own/own.ts';
import type { GivenPhoto, LookedPhoto, Own, OwnEvent } from '#electron/own/types.ts';
import { createNetwork, type Mode } from '#electron/network/network.ts';
import { noProxies } from '#electron/network/ways.ts';
import { mistake } from '#electron/queue/steps.ts';
import { createService } from '#electron/service/client.ts';
import type { Service } from '#electron/service/types.ts';
import { downloadsOf } from '../fixtures/downloads.ts';
import { hastyClock } from '../fixtures/hasty-clock.ts';
import { seeded } from '../fixtures/seeded.ts';

/** How much faster the room's time runs than the wall's. */
const HASTE = 200;
/** ms of the room's time. */
const doubtWindow = 60_000;

/** One process for every desk; it keeps nothing from one order to the next, and ends with this one. */
const images = createImages({ start: startNode, clock: systemClock, processes: 1 });

const never = new AbortController().signal;

interface DeskOptions {
  readonly demo?: Partial<DemoOptions>;
  readonly clock?: Clock;
  readonly haste?: number;
  /** What is put before the service's client. */
  readonly service?: (service: Service) => Service;
  readonly sync?: boolean;
  /** How a person wants the network used. */
  readonly mode?: Mode;
  readonly isDemo?: boolean;
  /** Of the key, where the service has several accounts. */
  readonly account?: string;
}

/** The room with all its real parts against the demo service over HTTP, in a folder of its own. */
export interface Desk {
  readonly folder: string;
  readonly ledger: Ledger;
  readonly demo: Demo;
  readonly service: Service;
  readonly own: Own;
  readonly told: readonly OwnEvent[];
  /** Lists of templates that were asked for anew. */
  readonly refreshed: readonly string[];
  /** A photo of its own colour, as a file. */
  photo(name: string, size?: { readonly width: number; readonly height: number }): Promise<string>;
  look(kind: OwnKind, path: string): Promise<LookedPhoto>;
  /** Looks at photos and creates one of them; its number. */
  create(kind: OwnKind, name: string | null, paths: readonly string[]): Promise<number>;
  tryToCreate(
    kind: OwnKind,
    name: string | null,
    photos: readonly GivenPhoto[],
  ): Promise<Outcome<number>>;
  creation(id: number): CreationRow;
  /** Waits until a creation is in this state; it. */
  until(id: number, state: CreationRow['state']): Promise<CreationRow>;
  /** Ids and names of the account, as the service lists them. */
  account(kind: OwnKind): Promise<readonly { readonly id: number; readonly name: string }[]>;
  /** Requests of an operation that have arrived. */
  arrived(operation: string): number;
  /** Waits until no more requests arrive. */
  calm(): Promise<void>;
  /** The program stops and starts again on the same data folder, after what is done to it between. */
  restart(
    options?: Pick<DeskOptions, 'sync' | 'account'>,
    between?: () => Promise<void>,
  ): Promise<Desk>;
  /** The demo service starts again as well, on another port. */
  restartBoth(): Promise<Desk>;
}

export async function openDesk(options: DeskOptions = {}): Promise<Desk> {
  const folder = await mkdtemp(join(tmpdir(), 'darkslide-own-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  const demo = await startService(folder, options);
  return sitDown(folder, demo, options.clock ?? hastyClock(options.haste ?? HASTE), options);
}

async function startService(folder: string, options: DeskOptions): Promise<Demo> {
  const demo = await startDemo({
    folder: join(folder, 'demo'),
    render: 'quick',
    speed: { executionMs: 0, jitterMs: 0, preparationMs: 0 },
    seed: 1,
    ...options.demo,
  });
  onTestFinished(() => demo.close());
  return demo;
}

async function sitDown(
  folder: string,
  demo: Demo,
  clock: Clock,
  options: DeskOptions,
): Promise<Desk> {
  const data = join(folder, 'data');
  const opened = openLedger(data, clock);
  if (!opened.ok) throw new Error(opened.problem.message);
  const ledger = opened.value;
  ledger.owner.claim('https://service.example');
  const client = createService({
    baseUrl: demo.url,
    key: demo.key,
    requestsPerSecond: 1000,
    timeouts: { connectMs: 2000, headersMs: 2000, bodyMs: 2000 },
    clock: systemClock,
    random: seeded(1),
  });
  const service = options.service?.(client) ?? client;
  const downloads = downloadsOf(new URL(demo.url).origin);
  const told: OwnEvent[] = [];
  const refreshed: string[] = [];
  /** As each was when it was in doubt last, which may not be for long. */
  const doubts = new Map<number, CreationRow>();
  const own = createOwn(
    {
      ledger,
      service,
      network: createNetwork({
        clock: systemClock,
        waysTo: noProxies,
        mode: () => options.mode ?? 'normal',
      }),
      downloads,
      serviceUrl: demo.url,
      isDemo: options.isDemo ?? true,
      account: options.account ?? null,
      images,
      templates: {
        refresh(_agent, list) {
          refreshed.push(list);
          return success(null);
        },
      },
      files: keepFiles({ folder: join(data, 'previews'), most: 10_000_000, clock: systemClock }),
      folder: join(data, 'work', 'own'),
      clock,
      random: seeded(2),
      doubtWindow: () => doubtWindow,
      mistake: (error) => mistake(error, 'an own model or scene').problem,
    },
    (event) => {
      told.push(event);
      for (const row of ledger.creations.open()) {
        if (row.state === 'doubt') doubts.set(row.id, row);
      }
    },
  );
  own.start({ sync: options.sync ?? false });
  let isOpen = true;
  const stop = async () => {
    if (!isOpen) return;
    isOpen = false;
    await own.stop();
    await Promise.all([client.close(), downloads.close()]);
    ledger.close();
  };
  onTestFinished(stop);

  const look = async (kind: OwnKind, path: string) => {
    const looked = await own.look(kind, path, never);
    if (!looked.ok) throw new Error(looked.problem.message);
    return looked.value;
  };
  const creation = (id: number) => {
    const row = ledger.creations.get(id);
    if (row === undefined) throw new Error(`There is no creation ${id}.`);
    return row;
  };
  const tryToCreate: Desk['tryToCreate'] = (kind, name, photos) =>
    own.create(kind, name, photos, never);

  return {
    folder,
    ledger,
    demo,
    service,
    own,
    told,
    refreshed,
    async photo(name, size = { width: 640, height: 720 }) {
      const path = join(folder, name);
      await writeFile(path, await plainJpeg(name, size));
      return path;
    },
    look,
    async create(kind, name, paths) {
      const photos: GivenPhoto[] = [];
      for (const path of paths) photos.push(await look(kind, path));
      const created = await tryToCreate(kind, name, photos);
      if (!created.ok) throw new Error(created.problem.message);
      return created.value;
    },
    tryToCreate,
    creation,
    async until(id, state) {
      const now = () => (state === 'doubt' ? doubts.get(id) : undefined) ?? creation(id);
      await expect.poll(() => now().state, { timeout: 20_000, interval: 10 }).toBe(state);
      return now();
    },
    async account(kind) {
      const { rows, problem } = await listAccount(client, kind, never);
      if (problem !== null) throw new Error(problem.message);
      return rows.map(({ id, name }) => ({ id, name }));
    },
    arrived: (operation) => demo.books().requests[operation] ?? 0,
    async calm() {
      const sum = () => Object.values(demo.books().requests).reduce((a = 0, b = 0) => a + b, 0);
      let before: number | undefined = -1;
      const isCalm = () => {
        const now = sum();
        const isSame = now === before;
        before = now;
        return isSame;
      };
      await expect.poll(isCalm, { interval: 100 }).toBe(true);
    },
    async restartBoth() {
      await stop();
      await demo.close();
      return sitDown(folder, await startService(folder, options), clock, options);
    },
    async restart(changes = {}, between = () => Promise.resolve()) {
      await stop();
      await between();
      return sitDown(folder, demo, clock, { ...options, ...changes });
    },
  };
}

/** A JPEG of a colour of its own for a name. */
function plainJpeg(
  name: string,
  { width, height }: { readonly width: number; readonly height: number },
): Promise<Buffer> {
  const [r, g, b] = [3, 5, 7].map(
    (by) => [...Buffer.from(name)].reduce((s, c) => s * by + c, 1) % 256,
  );
  const background = { r: r ?? 0, g: g ?? 0, b: b ?? 0 };
  return sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer();
}
