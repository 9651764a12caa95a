import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import { expect, onTestFinished } from 'vitest';
import { systemClock, type Clock } from '#electron/base/clock.ts';
import { resolveRecipe, type ResolvedRecipe } from '#electron/engine/intake/admit.ts';
import { watchFolder, type IntakeEvent, type Watcher } from '#electron/engine/intake/hot-folder.ts';
import { createPhotoMover } from '#electron/engine/intake/photo-mover.ts';
import type { PhotoMover } from '#electron/engine/intake/types.ts';
import type { HotFolder } from '#electron/adapters/ledger/hot-folders.ts';
import type { HotFolderSettings } from '#shared/views/folders.ts';
import type { Ledger } from '#electron/adapters/ledger/open.ts';
import { plainFolder } from '../fixtures/hot-folder.ts';
import { ledgerIn } from '../fixtures/new-ledger.ts';
import { recipeOf, valueOf } from '../fixtures/values.ts';
import { newFolder } from '../world/folder.ts';
import { accessIn, uncheckedFolder } from '../fixtures/permitted.ts';

export interface HotFolderHarness {
  readonly root: string;
  /** Path of the hot folder. */
  readonly inbox: string;
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly mover: PhotoMover;
  readonly recipe: ResolvedRecipe;
  readonly events: IntakeEvent[];
  folder(change?: Partial<HotFolderSettings>, recipe?: ResolvedRecipe): HotFolder;
  watch(
    folder?: HotFolder,
    existing?: 'process' | 'skip',
    recipe?: ResolvedRecipe,
  ): Promise<Watcher>;
  /** Waits for a number of events of a kind; with `path`, only events of this file count. */
  until(kind: IntakeEvent['kind'], path?: string, count?: number): Promise<IntakeEvent[]>;
  /** Puts a file into the hot folder. */
  put(name: string, content: Buffer | string): Promise<string>;
  /**
   * Puts a photo into the hot folder and waits until it is admitted; returns its job. The photo's content
   * depends on `number`.
   */
  take(name: string, number: number): Promise<number>;
  /** Returns the names in a folder below the root. */
  names(folder: string): Promise<string[]>;
  close(): Promise<void>;
}

/**
 * A test gives up after `QUIET` milliseconds without an event, plus `MORE` milliseconds for each event that
 * it waits for.
 */
const QUIET = 25_000;
const MORE = 20;

export async function testRecipe(params: Record<string, unknown> = {}): Promise<ResolvedRecipe> {
  const usual = { maskType: 'autoSubjectSegment', backgroundHex: '#ffffff' };
  const recipe = recipeOf({ agent: 'removeBG', params: { ...usual, ...params } });
  return valueOf(await resolveRecipe(recipe, tmpdir()));
}

const made = new Map<string, Promise<Buffer>>();

/** Returns a small JPEG that is different for each number; each one is created only once. */
export function jpeg(number: number, size = 48): Promise<Buffer> {
  const key = `${number} ${size}`;
  const background = { r: number % 256, g: (number >> 8) % 256, b: 90 };
  const jpeg =
    made.get(key) ??
    sharp({ create: { width: size, height: size, channels: 3, background } })
      .jpeg()
      .toBuffer();
  made.set(key, jpeg);
  return jpeg;
}

/**
 * Creates a hot folder on a disk in memory, and the intake for it. Its clock is not virtual: the system reports
 * files in real time, and a jump of a virtual clock would start a scan of the folder that finds the files
 * before the system reports them.
 */
export async function openHotFolderHarness(
  clock: Clock = systemClock,
  parent?: string,
): Promise<HotFolderHarness> {
  const root = await newFolder('intake', parent);
  const inbox = join(root, 'in');
  for (const folder of [inbox, join(root, 'out')]) await mkdir(folder);
  const ledger = ledgerIn(join(root, 'data'), clock);
  const mover = createPhotoMover({ ledger, clock, random: Math.random });
  const recipe = await testRecipe();
  const events: IntakeEvent[] = [];
  const listeners = new Set<() => void>();
  const watchers: Watcher[] = [];

  const harness: HotFolderHarness = {
    root,
    inbox,
    ledger,
    clock,
    mover,
    recipe,
    events,
    folder: (change = {}, other = recipe) =>
      ledger.hotFolders.save(
        uncheckedFolder({
          path: inbox,
          recipeId: ledger.jobs.recipe(other.recipe, other.identity),
          outFolder: join(root, 'out'),
          ...plainFolder,
          settleMs: 60,
          ...change,
        }),
      ),
    async watch(folder = harness.folder(), existing = 'process', other = recipe) {
      const parts = {
        ledger,
        access: accessIn(join(root, 'data')),
        clock,
        random: Math.random,
        mover,
      };
      const watcher = await watchFolder(parts, folder, other, { existing }, (event) => {
        // stores only events about files, not each change of the list of waiting files
        if (event.kind !== 'listed') events.push(event);
        for (const tell of listeners) tell();
      });
      watchers.push(valueOf(watcher));
      return valueOf(watcher);
    },
    until(kind, path, count = 1) {
      return new Promise((resolve, reject) => {
        const giveUp = () => {
          listeners.delete(look);
          const last = JSON.stringify(events.slice(-5));
          reject(new Error(`No ${count} × ${kind} ${path ?? ''}; ${events.length}, last ${last}`));
        };
        let deadline = setTimeout(giveUp, QUIET + MORE * count);
        const found: IntakeEvent[] = [];
        let seen = 0;
        const look = () => {
          clearTimeout(deadline);
          // checks only new events, because scanning 10,000 events each time would take most of the time and
          // memory
          for (; seen < events.length; seen += 1) {
            const event = events[seen]!;
            const isMeant = path === undefined || pathOf(event) === path;
            if (event.kind === kind && isMeant) found.push(event);
          }
          if (found.length < count) {
            deadline = setTimeout(giveUp, QUIET + MORE * count);
            return;
          }
          listeners.delete(look);
          resolve(found);
        };
        listeners.add(look);
        look();
      });
    },
    async put(name, content) {
      const path = join(inbox, name);
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, content);
      return path;
    },
    async take(name, number) {
      const before = events.filter((event) => event.kind === 'admitted' && event.path === name);
      await harness.put(name, await jpeg(number));
      const admitted = await harness.until('admitted', name, before.length + 1);
      return jobOf(admitted.at(-1));
    },
    names: async (folder) => (await readdir(join(root, folder))).sort(),
    async close() {
      await Promise.all(watchers.map((watcher) => watcher.close()));
      ledger.close();
      await rm(root, { recursive: true, force: true });
    },
  };
  return harness;
}

/** Like `openHotFolderHarness`, for one test; closed after the test. */
export async function hotFolderHarness(
  ...of: Parameters<typeof openHotFolderHarness>
): Promise<HotFolderHarness> {
  const harness = await openHotFolderHarness(...of);
  onTestFinished(() => harness.close());
  return harness;
}

export function pathOf(event: IntakeEvent): string | null {
  return 'path' in event ? event.path : null;
}

export function jobOf(event: IntakeEvent | undefined): number {
  if (event === undefined || !('jobId' in event)) throw new Error('The event names no job.');
  return event.jobId;
}

/**
 * Returns a clock on which `haste` seconds pass in each real second. Each sleep takes at least `least` real
 * milliseconds, so that a busy machine meets the deadline after which a network share counts as unresponsive.
 */
export function hurried(haste: number, least = 0): Clock {
  return {
    wall: systemClock.wall,
    mono: () => systemClock.mono() * haste,
    sleep: (ms, signal) => systemClock.sleep(Math.max(ms / haste, least), signal),
  };
}

/** Waits until `look` succeeds. */
export async function eventually(look: () => void | Promise<void>): Promise<void> {
  await expect
    .poll(
      async () => {
        try {
          await look();
          return 'so';
        } catch (error) {
          return String(error);
        }
      },
      { timeout: 55_000, interval: 20 },
    )
    .toBe('so');
}
