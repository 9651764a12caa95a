import { constants, copyFile, mkdir, readdir, rename } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseRecipe, type Recipe } from '#shared/recipe.ts';
import { unfinishedBeside } from '../base/files.ts';

const photographs = fileURLToPath(new URL('../../build-resources/photos/', import.meta.url));

/** Speed of the demo service for the sample: slow enough to watch the queue. */
export const sampleSpeed = { executionMs: 1500, jitterMs: 700 } as const;

/** The most common work of a studio: cutting a product out on white, and placing it in a scene. */
export const sampleRecipes = {
  white: sampleRecipe({
    name: 'White background',
    agent: 'removeBG',
    params: { maskType: 'autoSubjectSegment', backgroundHex: '#ffffff', batchCount: 1 },
    delivery: { psd: true },
  }),
  scene: sampleRecipe({
    name: 'Sunlit studio',
    agent: 'aiproduct',
    params: {
      generatedContent: 'freeCreation',
      maskType: 'autoSubjectSegment',
      textDescription: 'on a stone table in warm morning light',
      batchCount: 2,
    },
  }),
} as const;

function sampleRecipe(json: object): Recipe {
  const parsed = parseRecipe(json);
  if (!parsed.ok) throw new Error(parsed.problem.message);
  return parsed.value;
}

/**
 * Copies the photos that ship with Darkslide into a folder, which is created if missing. Skips photos that are
 * already in the folder, so that a second start finds the same files and buys nothing. Throws file system errors.
 */
export async function dropPhotographs(drop: string): Promise<void> {
  await mkdir(drop, { recursive: true });
  const there = new Set(await readdir(drop));
  for (const name of await readdir(photographs)) {
    if (!/^\.(jpg|tif)$/.test(extname(name)) || there.has(name)) continue;
    const target = join(drop, name);
    const half = unfinishedBeside(target, Math.random);
    await copyFile(join(photographs, name), half, constants.COPYFILE_EXCL);
    await rename(half, target);
  }
}
