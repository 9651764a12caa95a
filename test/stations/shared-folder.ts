import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect } from 'vitest';
import type { StationFile } from '#electron/adapters/shared-studio/station-file.ts';
import type { Ledger } from '#electron/adapters/ledger/open.ts';
import type { StudioOptions } from '#electron/studio.ts';
import { uncheckedFolder } from '../fixtures/permitted.ts';
import { plainFolder } from '../fixtures/hot-folder.ts';
import { plainRecipe } from '../fixtures/plain-recipe.ts';
import { recipeOf } from '../fixtures/values.ts';
import type { StationsWorld, TestStation } from './stations.ts';

/** A station that knows the shared hot folder, by this id. */
export interface FolderStation extends TestStation {
  readonly folderId: number;
}

/** A hot folder that stations share, on a disk that all of them reach. */
export interface SharedFolderWorld {
  /** Opens a station and waits until it knows the hot folder, which the first one shares. */
  open(
    name: string,
    takes: StationFile['takes'],
    options?: Partial<StudioOptions>,
  ): Promise<FolderStation>;
  /** Drops photos with different content, complete or damaged. */
  drop(count: number, kind?: 'damaged'): Promise<void>;
  /** Returns the names of the files in a folder of the shared disk. */
  filesIn(...path: string[]): Promise<string[]>;
}

export async function shareFolder(world: StationsWorld): Promise<SharedFolderWorld> {
  const disk = join(world.folder, 'disk');
  const drop = join(disk, 'drop');
  await mkdir(drop, { recursive: true });
  let dropped = 0;
  let isFirst = true;
  return {
    async open(name, takes, options = {}) {
      const keeps = { askAbove: () => 10 };
      const file = { roots: { disk }, takes };
      const station = await world.open(name, { keeps, ...options }, file);
      const { ledger } = station.studio;
      if (isFirst) addFolder(ledger, { path: drop, outFolder: join(disk, 'out') });
      isFirst = false;
      await expect.poll(() => ledger.hotFolders.saved(), { timeout: 20_000 }).toHaveLength(1);
      const folderId = ledger.hotFolders.saved()[0]?.id ?? 0;
      return { ...station, folderId };
    },
    async drop(count, kind) {
      for (let left = count; left > 0; left -= 1) {
        dropped += 1;
        const name = `photo-${String(dropped).padStart(3, '0')}.png`;
        const background = { r: dropped % 256, g: Math.floor(dropped / 256), b: 90 };
        const unfinished = join(disk, name);
        const image = { width: 600, height: 600, channels: 3, background } as const;
        await sharp({ create: image }).toFile(unfinished);
        if (kind === 'damaged') await damage(unfinished);
        await rename(unfinished, join(drop, name));
      }
    },
    async filesIn(...path) {
      const entries = await readdir(join(disk, ...path), { withFileTypes: true }).catch(() => []);
      return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
    },
  };
}

/** Replaces the pixels of a PNG, whose beginning and end stay as they are. */
async function damage(file: string): Promise<void> {
  const content = await readFile(file);
  content.fill(0, 60, content.length - 40);
  await writeFile(file, content);
}

function addFolder(
  { savedRecipes, jobs, hotFolders, transaction }: Ledger,
  places: { readonly path: string; readonly outFolder: string },
): void {
  const recipe = recipeOf({ name: 'White', ...plainRecipe });
  transaction(() => {
    const saved = savedRecipes.add(recipe);
    const recipeId = jobs.recipe(recipe, 'unresolved');
    const settings = { ...plainFolder, ...places, after: 'move', settleMs: 100, recipeId } as const;
    hotFolders.add(uncheckedFolder({ ...settings, isShared: true }), saved.id, 'process');
  });
}
