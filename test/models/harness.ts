import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { CustomModelKind } from '#shared/custom-models.ts';
import { success, type Outcome } from '#shared/problem.ts';
import type { Clock } from '#electron/base/clock.ts';
import type { Demo, DemoOptions } from '#electron/demo/types.ts';
import { keepFiles } from '#electron/adapters/images/kept-files.ts';
import type { Ledger } from '#electron/adapters/ledger/open.ts';
import type { CreationRow } from '#electron/adapters/ledger/creations.ts';
import type { Mode } from '#electron/adapters/network/network.ts';
import { listAccount } from '#electron/engine/models/account.ts';
import { createCopies } from '#electron/engine/models/copies.ts';
import type { LookedPhoto } from '#electron/engine/models/prepared-photos.ts';
import { createCustomModels } from '#electron/engine/models/custom-models.ts';
import type { ModelPhoto, CustomModels, CustomModelEvent } from '#electron/engine/models/types.ts';
import { mistake } from '#electron/engine/queue/steps.ts';
import { createService } from '#electron/adapters/service/client.ts';
import type { Answer, Service } from '#electron/adapters/service/types.ts';
import { plainJpeg } from '../demo/harness.ts';
import { beginCreation } from './begin.ts';
import { dies } from '../crash/death.ts';
import { downloadsOf } from '../fixtures/downloads.ts';
import { seeded } from '../fixtures/seeded.ts';
import { ledgerIn } from '../fixtures/new-ledger.ts';
import { valueOf } from '../fixtures/values.ts';
import { newFolder } from '../world/folder.ts';
import { imagesHere } from '../world/images.ts';
import { serve, type ServedDemo } from '../world/service.ts';
import type { Life } from './life.ts';
import { waitedTime, type WaitedTime } from '../world/time.ts';

/** Doubt window in ms. */
const doubtWindow = 60_000;
/**
 * Virtual ms that a test waits. The limit is below the half-hourly check, so that only a wake-up can fulfil an
 * expectation.
 */
const PATIENCE = 10 * 60_000;

const never = new AbortController().signal;

interface HarnessOptions {
  /** Folder that a killed program has left; by default, a new folder. */
  readonly folder?: string;
  /** Called before the program starts, to check or prepare its state. */
  readonly before?: (ledger: Ledger, demo: Demo) => void;
  readonly demo?: Partial<DemoOptions>;
  /** Wraps the client of the service. */
  readonly service?: (service: Service) => Service;
  readonly sync?: boolean;
  /** The user's network mode. */
  readonly mode?: Mode;
  readonly isDemo?: boolean;
  /** The account to which the key belongs, if the service has several accounts. */
  readonly account?: string;
}

/** Custom models with all their real parts and a separate folder, in virtual time. */
export interface Harness extends Pick<WaitedTime, 'during' | 'poll' | 'pass'> {
  readonly folder: string;
  readonly clock: Clock;
  readonly ledger: Ledger;
  readonly demo: Demo;
  readonly service: Service;
  readonly customModels: CustomModels;
  readonly told: readonly CustomModelEvent[];
  /** The template lists that were refreshed. */
  readonly refreshed: readonly string[];
  /** Creates a file with a photo that shows only one colour, which depends on the file's name. */
  photo(name: string, size?: { readonly width: number; readonly height: number }): Promise<string>;
  look(kind: CustomModelKind, path: string): Promise<LookedPhoto>;
  /** Checks photos and starts a creation; returns its id. */
  create(kind: CustomModelKind, name: string | null, paths: readonly string[]): Promise<number>;
  tryToCreate(
    kind: CustomModelKind,
    name: string | null,
    photos: readonly ModelPhoto[],
  ): Promise<Outcome<number>>;
  creation(id: number): CreationRow;
  /** Creates a model or scene from a new photo and waits until it is ready; returns its id at the service. */
  made(kind?: CustomModelKind, name?: string): Promise<number>;
  /** Creates a model or scene at the service as another program would; returns its id. */
  madeElsewhere(kind: CustomModelKind, name: string): Promise<number>;
  /** Waits until a creation is in this state; returns it. */
  until(id: number, state: CreationRow['state']): Promise<CreationRow>;
  /** Returns the ids and names in the account, as the service lists them. */
  account(
    kind: CustomModelKind,
  ): Promise<readonly { readonly id: number; readonly name: string }[]>;
  /** Returns the number of requests for an operation. */
  arrived(operation: string): number;
  /** Waits until no more requests arrive. */
  calm(): Promise<void>;
  /** Stops the program, runs `between`, and starts the program again in the same data folder. */
  restart(
    options?: Pick<HarnessOptions, 'sync' | 'account'>,
    between?: () => Promise<void>,
  ): Promise<Harness>;
  /** Restarts the program, and restarts the demo service on another port. */
  restartBoth(): Promise<Harness>;
}

export async function openHarness(options: HarnessOptions = {}): Promise<Harness> {
  const folder = options.folder ?? (await harnessFolder());
  const time = waitedTime(PATIENCE);
  return sitDown(folder, time, await startService(folder, time, options), options);
}

async function harnessFolder(): Promise<string> {
  const folder = await newFolder('own');
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

/**
 * Creates a harness whose program was killed while it created or deleted its first model (the model of creation
 * 1).
 */
export async function harnessAfter(
  death: Life['death'],
  before: NonNullable<HarnessOptions['before']>,
): Promise<Harness> {
  const folder = await harnessFolder();
  const names = ['a.jpg', 'b.jpg'];
  for (const name of names) await writeFile(join(folder, name), await photoOf(name, portraitSize));
  const life: Life = { folder, death, photos: names.map((name) => join(folder, name)) };
  await dies(import.meta.resolve('./life.ts'), life, demoOptions(folder, {}));
  return openHarness({ folder, before });
}

async function startService(
  folder: string,
  time: WaitedTime,
  options: HarnessOptions,
): Promise<ServedDemo> {
  const served = await serve(demoOptions(folder, options), time.outside);
  onTestFinished(() => served.demo.close());
  return served;
}

function demoOptions(folder: string, { demo }: HarnessOptions): DemoOptions {
  const speed = { executionMs: 0, jitterMs: 0, preparationMs: 0 };
  return { folder: join(folder, 'demo'), render: 'quick', speed, seed: 1, ...demo };
}

/** Wraps methods so that virtual time passes while a test awaits their answers. */
function waited<T extends object>(parts: T, { during }: WaitedTime): T {
  const withTime = ([name, part]: [string, unknown]) => {
    if (typeof part !== 'function') return [name, part];
    const asked = (...given: unknown[]) => {
      const answer: unknown = Reflect.apply(part, parts, given);
      return answer instanceof Promise ? during(answer) : answer;
    };
    return [name, asked];
  };
  return Object.fromEntries(Object.entries(parts).map(withTime)) as T;
}

async function sitDown(
  folder: string,
  time: WaitedTime,
  served: ServedDemo,
  options: HarnessOptions,
): Promise<Harness> {
  const { demo } = served;
  const { during, poll, pass } = time;
  const clock = time.life();
  const network = served.networkOf(clock, () => options.mode ?? 'normal');
  const data = join(folder, 'data');
  const ledger = ledgerIn(data, clock);
  ledger.owner.claim('https://service.example');
  const client = createService({
    baseUrl: demo.url,
    key: demo.key,
    requestsPerSecond: 1000,
    network,
    clock,
    random: seeded(1),
  });
  const service = options.service?.(client) ?? client;
  const downloads = downloadsOf(new URL(demo.url).origin, { network, clock });
  const told: CustomModelEvent[] = [];
  const refreshed: string[] = [];
  /** The last row of each creation in the state `doubt`, because a test may miss this state if it is short. */
  const doubts = new Map<number, CreationRow>();
  const copiesIn = join(data, 'work', 'own');
  const room = createCustomModels(
    {
      ledger,
      service,
      network,
      downloads,
      serviceUrl: demo.url,
      isDemo: options.isDemo ?? true,
      account: options.account ?? null,
      images: imagesHere,
      copies: createCopies({ ledger, images: imagesHere, folder: copiesIn }),
      templates: {
        refresh(_agent, list) {
          refreshed.push(list);
          return success(null);
        },
      },
      files: keepFiles({ folder: join(data, 'previews'), most: 10_000_000, clock }),
      folder: copiesIn,
      clock,
      random: seeded(2),
      doubtWindow: () => doubtWindow,
      mistake: (error) => mistake(error, 'a custom model or scene').problem,
    },
    (event) => {
      told.push(event);
      for (const row of ledger.creations.open()) {
        if (row.state === 'doubt') doubts.set(row.id, row);
      }
    },
  );
  const customModels = waited(room, time);
  options.before?.(ledger, demo);
  customModels.start({ sync: options.sync ?? false });
  let isOpen = true;
  const stop = async () => {
    if (!isOpen) return;
    isOpen = false;
    await customModels.stop();
    await during(Promise.all([client.close(), downloads.close()]));
    ledger.close();
  };
  onTestFinished(stop);

  const look = async (kind: CustomModelKind, path: string) =>
    valueOf(await customModels.look(kind, path, never));
  const creation = (id: number) => {
    const row = ledger.creations.get(id);
    if (row === undefined) throw new Error(`There is no creation ${id}.`);
    return row;
  };
  const tryToCreate: Harness['tryToCreate'] = (kind, name, photos) =>
    beginCreation({ customModels, ledger }, { kind, name, photos });

  const harness: Harness = {
    folder,
    clock,
    during,
    poll,
    pass,
    ledger,
    demo,
    service: waited(service, time),
    customModels,
    told,
    refreshed,
    async photo(name, size = portraitSize) {
      const path = join(folder, name);
      await writeFile(path, await photoOf(name, size));
      return path;
    },
    look,
    async create(kind, name, paths) {
      const photos: ModelPhoto[] = [];
      for (const path of paths) photos.push(await look(kind, path));
      return valueOf(await tryToCreate(kind, name, photos));
    },
    tryToCreate,
    creation,
    async made(kind = 'model', name = 'Ada') {
      const id = await harness.create(kind, name, [await harness.photo('a.jpg')]);
      return (await harness.until(id, 'created')).serviceId ?? 0;
    },
    async madeElsewhere(kind, name) {
      const path = await harness.photo(`elsewhere ${name}.jpg`);
      const file = { path, name: 'a.jpg', type: 'image/jpeg' } as const;
      const { image } = answerOf(await harness.service.uploadImage(file));
      const once = { beforeFirstByte: () => undefined };
      if (kind === 'scene') {
        return answerOf(await harness.service.createCustomScene({ image, name }, once)).locationId;
      }
      const input = { images: [image], name };
      return answerOf(await harness.service.createCustomModel(input, once)).fashionModelId;
    },
    async until(id, state) {
      const now = () => (state === 'doubt' ? doubts.get(id) : undefined) ?? creation(id);
      await poll(() => now().state).toBe(state);
      return now();
    },
    async account(kind) {
      const { rows, problem } = await during(listAccount(client, kind, never));
      if (problem !== null) throw new Error(problem.message);
      return rows.map(({ id, name }) => ({ id, name }));
    },
    arrived: (operation) => demo.records().requests[operation] ?? 0,
    async calm() {
      const sum = () => Object.values(demo.records().requests).reduce((a = 0, b = 0) => a + b, 0);
      let before: number | undefined = -1;
      while (sum() !== before) {
        before = sum();
        await pass(1000);
      }
    },
    async restartBoth() {
      await stop();
      await demo.close();
      return sitDown(folder, time, await startService(folder, time, options), options);
    },
    async restart(changes = {}, between = () => Promise.resolve()) {
      await stop();
      await between();
      return sitDown(folder, time, served, { ...options, ...changes });
    },
  };
  return harness;
}

/** Returns the value of an answer of the service; throws if the answer is a failure. */
export function answerOf<T>(answer: Answer<T>): T {
  if (!answer.ok) throw new Error(answer.failure.message);
  return answer.value;
}

const portraitSize = { width: 640, height: 720 };
const made = new Map<string, Promise<Buffer>>();

/** Returns a JPEG whose colour depends on a name; each is created only once. */
function photoOf(
  name: string,
  { width, height }: { readonly width: number; readonly height: number },
): Promise<Buffer> {
  const key = `${name} ${width} ${height}`;
  const rgb = [3, 5, 7].map((by) => [...Buffer.from(name)].reduce((s, c) => s * by + c, 1) % 256);
  const photo = made.get(key) ?? plainJpeg(width, height, `rgb(${rgb.join()})`);
  made.set(key, photo);
  return photo;
}
