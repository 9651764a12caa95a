import { cp, mkdir } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { systemClock } from '#electron/base/clock.ts';
import { sampleRecipes } from '#electron/demo/sample.ts';
import { armSample } from '#electron/app/session/first-start.ts';
import { resolveRecipe } from '#electron/engine/intake/admit.ts';
import { openLedger } from '#electron/adapters/ledger/open.ts';
import { putNewLedger } from '../fixtures/new-ledger.ts';
import { lightPhotographs } from '../fixtures/photographs.ts';
import { accessIn } from '../fixtures/permitted.ts';
import { valueOf } from '../fixtures/values.ts';

/** The photographs that the demo processes at its first start. */
export type Photographs = 'none' | 'light';

/**
 * Prepares the photos that the demo in a data folder processes at its first start: either small copies of the
 * photographs that ship with Darkslide, or none, as if the results of the first start had been dismissed long
 * ago. An existing ledger is not changed.
 */
export async function prepareFirstStart(dataFolder: string, chosen: Photographs): Promise<void> {
  const folder = join(dataFolder, 'demo');
  const drop = join(folder, 'Drop');
  if (chosen === 'light') await cp(lightPhotographs, drop, { recursive: true });
  if (chosen === 'none' && !existsSync(join(folder, 'ledger.sqlite'))) {
    await putAway(dataFolder, folder, drop);
  }
}

async function putAway(dataFolder: string, folder: string, drop: string): Promise<void> {
  await mkdir(drop, { recursive: true });
  const access = accessIn(dataFolder);
  const path = valueOf(await access.watched(drop));
  const outFolder = valueOf(await access.output(join(folder, 'Results'), drop));
  const resolved = await resolveRecipe(sampleRecipes.white, drop);
  if (!resolved.ok) throw new Error(resolved.problem.message);
  putNewLedger(folder);
  const opened = openLedger(folder, systemClock);
  if (!opened.ok) throw new Error(opened.problem.message);
  armSample(opened.value, { path, outFolder }, resolved.value);
  opened.value.close();
}
