import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect } from 'vitest';
import type { StationFile } from '#electron/adapters/shared-studio/station-file.ts';
import type { Ledger } from '#electron/adapters/ledger/open.ts';
import type { Roots } from '#electron/adapters/shared-studio/roots.ts';
import type { SpendingLimits } from '#shared/spending-limits.ts';
import type { StudioOptions } from '#electron/studio.ts';
import { uncheckedFolder } from '../fixtures/permitted.ts';
import { plainFolder } from '../fixtures/hot-folder.ts';
import { plainRecipe } from '../fixtures/plain-recipe.ts';
import { recipeOf } from '../fixtures/values.ts';
import type { StationsWorld, TestStation } from './stations.ts';

const plain = recipeOf({ name: 'White', ...plainRecipe });

/** A station that knows the shared hot folder; `folderId` is the folder's id in its ledger. */
export interface FolderStation extends TestStation {
  readonly folderId: number;
}

/** A disk that all stations reach, with the folders `drop` and `out`. */
export interface SharedDisk {
  readonly root: string;
  /** Puts photos with different content into the folder `drop`; with `damaged`, photos that cannot be decoded. */
  drop(count: number, kind?: 'damaged'): Promise<void>;
  /** Returns the names of the files in a folder of the disk. */
  filesIn(...path: string[]): Promise<string[]>;
}

/** A hot folder that stations share. */
export interface SharedFolderWorld extends SharedDisk {
  /** Opens a station and waits until it knows the hot folder, which the first station shares. */
  open(
    name: string,
    takes: StationFile['takes'],
    options?: Partial<StudioOptions>,
    /** Shared roots of the station in addition to `disk`. */
    roots?: Roots,
  ): Promise<FolderStation>;
}

export async function shareFolder(
  world: StationsWorld,
  existing: 'process' | 'skip' = 'process',
  limits: Partial<SpendingLimits> = {},
  recipe = plain,
): Promise<SharedFolderWorld> {
  const disk = await makeDisk(join(world.folder, 'disk'));
  let isFirst = true;
  return {
    ...disk,
    async open(name, takes, options = {}, roots = {}) {
      const keeps = { askAbove: () => 10 };
      const file = { roots: { disk: disk.root, ...roots }, takes };
      const station = await world.open(name, { keeps, ...options }, file);
      const { ledger } = station.studio;
      if (isFirst) {
        const id = addSharedFolder(ledger, disk, existing, limits, recipe);
        // the station watches the folder alone, and shares the folder after it has skipped the files there
        if (existing === 'skip') station.studio.hotFolders.refresh(id);
      }
      isFirst = false;
      await expect.poll(() => ledger.hotFolders.saved(), { timeout: 60_000 }).toHaveLength(1);
      const folderId = ledger.hotFolders.saved()[0]?.id ?? 0;
      return { ...station, folderId };
    },
  };
}

/** Creates the folders of a disk. `first`: the number of photos on other disks, so that the photos differ. */
export async function makeDisk(root: string, first = 0): Promise<SharedDisk> {
  for (const name of ['drop', 'out']) await mkdir(join(root, name), { recursive: true });
  let dropped = first;
  return {
    root,
    async drop(count, kind) {
      for (let left = count; left > 0; left -= 1) {
        dropped += 1;
        const name = `photo-${String(dropped).padStart(3, '0')}.png`;
        const background = { r: dropped % 256, g: Math.floor(dropped / 256), b: 90 };
        const unfinished = join(root, name);
        const image = { width: 600, height: 600, channels: 3, background } as const;
        await sharp({ create: image }).toFile(unfinished);
        if (kind === 'damaged') await damage(unfinished);
        await rename(unfinished, join(root, 'drop', name));
      }
    },
    async filesIn(...path) {
      const entries = await readdir(join(root, ...path), { withFileTypes: true }).catch(() => []);
      return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
    },
  };
}

/** Replaces the pixels of a PNG by invalid bytes; the beginning and the end of the file stay unchanged. */
async function damage(file: string): Promise<void> {
  const content = await readFile(file);
  content.fill(0, 60, content.length - 40);
  await writeFile(file, content);
}

/** Adds the hot folder of the disk to a station, which shares the folder; returns the folder's id. */
export function addSharedFolder(
  { savedRecipes, jobs, hotFolders, transaction }: Ledger,
  { root }: Pick<SharedDisk, 'root'>,
  existing: 'process' | 'skip' = 'process',
  limits: Partial<SpendingLimits> = {},
  recipe = plain,
): number {
  const places = { path: join(root, 'drop'), outFolder: join(root, 'out') };
  return transaction(() => {
    const saved = savedRecipes.named(recipe.name) ?? savedRecipes.add(recipe);
    const recipeId = jobs.recipe(recipe, 'unresolved');
    const settings = { ...plainFolder, ...places, after: 'move', settleMs: 100, recipeId } as const;
    const shared = uncheckedFolder({ ...settings, ...limits, isShared: true });
    return hotFolders.add(shared, saved.id, existing).id;
  });
}
