import { cp, mkdir, readdir, rm } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { systemClock } from '#electron/base/clock.ts';
import { sampleRecipes } from '#electron/demo/sample.ts';
import { armSample } from '#electron/handlers/first-start.ts';
import { resolveRecipe } from '#electron/intake/admit.ts';
import { openLedger } from '#electron/ledger/open.ts';

const photographs = fileURLToPath(new URL('../../build-resources/photos/', import.meta.url));
const light = fileURLToPath(new URL('artefacts/light-photographs/', import.meta.url));
/** px of the short side: the service takes it, and it costs next to nothing to work on. */
const SIZE = 560;

/** What the demo finds to work on at its first start. */
export type Photographs = 'none' | 'light' | 'real';

/** Makes small copies of the sample photographs in a folder. */
export async function makeLightPhotographs(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const name of await readdir(photographs)) {
    if (!/^\.(jpg|tif)$/.test(extname(name))) continue;
    await sharp(join(photographs, name))
      .resize({ width: SIZE, height: SIZE, fit: 'outside' })
      .toFile(join(folder, name));
  }
}

/** Makes those that all browser tests share. */
export async function shareLightPhotographs(): Promise<void> {
  await rm(light, { recursive: true, force: true });
  await makeLightPhotographs(light);
}

/**
 * Sees to what the demo in a data folder works on: the photographs that ship; small copies of them,
 * which the first start leaves as they are; or nothing, as if the first start was long ago and all it
 * made was put away. A ledger that is there stays as it is.
 */
export async function prepareFirstStart(dataFolder: string, chosen: Photographs): Promise<void> {
  const folder = join(dataFolder, 'demo');
  const drop = join(folder, 'Drop');
  if (chosen === 'light') await cp(light, drop, { recursive: true });
  if (chosen === 'none' && !existsSync(join(folder, 'ledger.sqlite'))) await putAway(folder, drop);
}

async function putAway(folder: string, drop: string): Promise<void> {
  const outFolder = join(folder, 'Results');
  await mkdir(drop, { recursive: true });
  await mkdir(outFolder, { recursive: true });
  const resolved = await resolveRecipe(sampleRecipes.white, drop);
  if (!resolved.ok) throw new Error(resolved.problem.message);
  const opened = openLedger(folder, systemClock);
  if (!opened.ok) throw new Error(opened.problem.message);
  armSample(opened.value, { path: drop, outFolder }, resolved.value);
  opened.value.close();
}
