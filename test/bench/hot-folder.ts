import { copyFile, mkdir, readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { systemClock } from '#electron/base/clock.ts';
import { addHotFolder } from '#electron/app/hot-folders/add.ts';
import { openStudio, type Studio } from '#electron/studio.ts';
import { noLimits } from '#shared/spending-limits.ts';
import { accessIn } from '../fixtures/permitted.ts';
import { recipeOf, valueOf } from '../fixtures/values.ts';
import { memoryOf } from './processes.ts';

/** Milliseconds for which a photo in a new hot folder must be unchanged, as the form of the window suggests. */
export const SETTLE = 2000;
/** Milliseconds between two measurements of the memory, each of which takes about 0.1 s. */
const SAMPLE = 5000;

interface FolderRun {
  readonly folder: string;
  readonly photos: readonly string[];
  readonly service: { readonly url: string; readonly key: string };
  /** Names of the presets of the recipe. */
  readonly finish: readonly string[];
  readonly inFlight: number;
}

/**
 * Copies photos into a watched hot folder whose recipe makes shop files. Returns the milliseconds until all are
 * delivered and moved to the folder "Processed", and the memory in MB that this process and its helpers keep over that time.
 */
export async function runHotFolder({
  folder,
  photos,
  service,
  finish,
  inFlight,
}: FolderRun): Promise<{ readonly taken: number; readonly memory: readonly number[] }> {
  const dataFolder = join(folder, 'data');
  const others = await helpersNow();
  const opened = await openStudio(
    {
      dataFolder,
      service,
      access: accessIn(dataFolder),
      limits: { inFlight },
      keeps: { askAbove: () => photos.length },
    },
    () => {},
  );
  const studio = valueOf(opened);
  studio.start();
  const inbox = await watched(studio, folder, finish);
  const memory: number[] = [];
  const ended = new AbortController();
  const sampling = sample(memory, others, ended.signal);
  const begun = performance.now();
  for (const photo of photos) await copyFile(photo, join(inbox, basename(photo)));
  const moved = async () =>
    (await readdir(join(inbox, 'Processed')).catch(() => [])).length === photos.length;
  while (!studio.isIdle() || !(await moved())) await systemClock.sleep(20);
  const taken = performance.now() - begun;
  ended.abort();
  await sampling;
  const { done } = studio.ledger.jobs.count();
  await studio.stop();
  if (done !== photos.length) throw new Error(`${done} of ${photos.length} photos were done.`);
  return { taken, memory };
}

/** Adds a hot folder as the window does, and waits until it is watched; returns its path. */
async function watched(studio: Studio, folder: string, finish: readonly string[]): Promise<string> {
  const params = { maskType: 'autoSubjectSegment', batchCount: 1 };
  const recipe = recipeOf({ name: 'Shop', agent: 'removeBG', params, delivery: { finish } });
  const path = join(folder, 'inbox');
  await mkdir(path);
  const draft = {
    path,
    savedRecipeId: studio.ledger.savedRecipes.add(recipe).id,
    outFolder: join(folder, 'out'),
    after: 'move',
    subFolders: 'keep',
    settleMs: SETTLE,
    rescanMs: 60_000,
    ...noLimits,
    client: '',
    needsTickets: false,
  } as const;
  const never = new AbortController().signal;
  const added = await addHotFolder(
    studio,
    { take: () => 0 },
    { draft, existing: 'process' },
    never,
  );
  const { id } = valueOf(added);
  while (studio.hotFolders.status(id).state !== 'watching') await systemClock.sleep(5);
  return path;
}

/**
 * Measures the memory again and again, until `ended` is aborted, each time right after a garbage collection: otherwise,
 * most changes would only show the room that V8 reserves for garbage and gives back later.
 * @param others Processes that do not belong to Darkslide, such as the demo service
 */
async function sample(
  sizes: number[],
  others: readonly number[],
  ended: AbortSignal,
): Promise<void> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  while (!ended.aborted) {
    collect();
    const helpers = (await helpersNow()).filter((pid) => !others.includes(pid));
    const each = await Promise.all([process.pid, ...helpers].map(memoryOf));
    // a helper may have ended since its number was read
    sizes.push(each.filter((size) => !Number.isNaN(size)).reduce((sum, size) => sum + size, 0));
    await systemClock.sleep(SAMPLE, ended).catch(() => {});
  }
}

/** Returns the pids of the child processes; none without /proc. */
async function helpersNow(): Promise<number[]> {
  const path = `/proc/self/task/${process.pid}/children`;
  const children = await readFile(path, 'utf8').catch(() => '');
  return children.split(' ').map(Number).filter(Boolean);
}
