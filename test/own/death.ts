import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { systemClock } from '#electron/base/clock.ts';
import type { Ledger } from '#electron/ledger/open.ts';
import type { CreationBooks } from '#electron/ledger/own-creations.ts';
import type { OwnBooks } from '#electron/ledger/own.ts';
import { openStudio, type Studio } from '#electron/studio.ts';

/** Where a life ends: right before or right after a commit on the way of an own model. */
export interface Death {
  readonly at: 'before' | 'after';
  readonly commit:
    | keyof Pick<CreationBooks, 'add' | 'uploaded' | 'sending' | 'created'>
    | keyof Pick<OwnBooks, 'told' | 'deleting' | 'deleted'>;
  /** The how-manieth commit of that kind it is; the first. */
  readonly nth?: number;
}

interface LifeOptions {
  readonly data: string;
  readonly url: string;
  readonly key: string;
  readonly photos: readonly string[];
  readonly death: Death;
}

/** ms; long before, what a killed process had sent over loopback has been processed. */
const DOUBT_WINDOW = 2000;

type Commit = (...values: unknown[]) => unknown;
const never = new AbortController().signal;

/** The studio on a data folder, at work on what is left of own models and scenes. */
export async function openOwn({ data, url, key }: Omit<LifeOptions, 'death'>): Promise<Studio> {
  const limits = { doubtWindow: DOUBT_WINDOW };
  const opened = await openStudio({ dataFolder: data, service: { url, key }, limits }, () => {});
  if (!opened.ok) throw new Error(opened.problem.message);
  return opened.value;
}

/** One life that makes a model, deletes it where it gets that far, and is killed at its commit. */
async function live({ death, ...options }: LifeOptions): Promise<void> {
  const { own, ledger } = await openOwn(options);
  const books: object = death.commit in ledger.creations ? ledger.creations : ledger.own;
  const commit = Reflect.get(books, death.commit) as Commit;
  let left = death.nth ?? 1;
  const dying: Commit = (...values) => {
    left -= 1;
    if (left > 0) return commit(...values);
    if (death.at === 'after') commit(...values);
    return process.kill(process.pid, 'SIGKILL');
  };
  Object.assign(books, { [death.commit]: dying });
  own.start();
  const photos = [];
  for (const path of options.photos) {
    const looked = await own.look('model', path, never);
    if (!looked.ok) throw new Error(looked.problem.message);
    photos.push(looked.value);
  }
  const created = await own.create('model', 'Ada', photos, never);
  if (!created.ok) throw new Error(created.problem.message);
  const id = await idOf(created.value, ledger);
  const ready = await own.ready('model', id, never);
  if (!ready.ok) throw new Error(ready.problem.message);
  own.remove('model', id);
}

/** What a creation has become, once it has. */
async function idOf(creation: number, { creations }: Pick<Ledger, 'creations'>): Promise<number> {
  for (;;) {
    const { serviceId = null } = creations.get(creation) ?? {};
    if (serviceId !== null) return serviceId;
    await systemClock.sleep(10);
  }
}

/** Lives it in a process of its own, to its end; rejects when it ends in another way. */
export async function dies(options: LifeOptions): Promise<void> {
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url), JSON.stringify(options)], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const [, signal] = (await once(child, 'close')) as [number | null, string | null];
  if (signal !== 'SIGKILL') throw new Error(`it was not killed: ${said}`);
}

if (import.meta.main) await live(JSON.parse(process.argv[2] ?? '') as LifeOptions);
