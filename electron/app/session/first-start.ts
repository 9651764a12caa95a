import { join } from 'node:path';
import { failure } from '#shared/failure.ts';
import { causeText, success, type Outcome } from '#shared/problem.ts';
import type { Recipe } from '#shared/recipe.ts';
import { noLimits } from '#shared/spending-limits.ts';
import { dropPhotographs, sampleRecipes } from '../../demo/sample.ts';
import { resolveRecipe } from '../../engine/intake/admit.ts';
import type { NewHotFolder } from '../../adapters/ledger/hot-folders.ts';
import type { Studio } from '../../studio.ts';
import type { BackgroundWork } from './background-work.ts';
import { addPhotos } from '../retouch/strip-photos.ts';

/**
 * Time in ms for which the sample photographs must be unchanged, and the interval in ms between two scans
 * of their folder.
 */
const SETTLE = 200;
const RESCAN = 60_000;

/**
 * Prepares the demo's data folder when it is opened for the first time: adds the sample photographs to the filmstrip
 * and to a hot folder that gives them a white background, so that results appear soon. Creates the hot folder last,
 * so that an interrupted first start is repeated. Does not change a ledger that is not empty. The promise in the answer
 * resolves when all of this has been added, or was interrupted. Problem: samples-missing.
 */
export async function startDemoWork(
  { ledger, hotFolders, images, access }: Studio,
  folder: string,
  backgroundWork: BackgroundWork,
): Promise<Outcome<{ readonly added: Promise<unknown> }>> {
  if (!isNew()) return success({ added: Promise.resolve() });
  const path = join(folder, 'Drop');
  try {
    await dropPhotographs(path);
  } catch (error) {
    return failure('samples-missing', { folder }, { about: folder, detail: causeText(error) });
  }
  const white = await resolveRecipe(sampleRecipes.white, path);
  if (!white.ok) return white;
  const watched = await access.watched(path);
  if (!watched.ok) return watched;
  const output = await access.output(join(folder, 'Results'), path);
  if (!output.ok) return output;
  const folders = { path: watched.value, outFolder: output.value };
  const added = backgroundWork.begin(async (signal) => {
    await addPhotos({ ledger, images }, [path], signal);
    if (signal.aborted) return;
    hotFolders.refresh(armSample(ledger, folders, white.value));
  });
  return success({ added });

  function isNew(): boolean {
    const isEmpty = Object.values(ledger.jobs.count()).every((count) => count === 0);
    return isEmpty && ledger.hotFolders.all().length + ledger.savedRecipes.all().length === 0;
  }
}

/** Saves the sample recipes, and a hot folder for the resolved `white` recipe; returns the folder's id. */
export function armSample(
  ledger: Studio['ledger'],
  folders: Pick<NewHotFolder, 'path' | 'outFolder'>,
  { recipe, identity }: { readonly recipe: Recipe; readonly identity: string },
): number {
  return ledger.transaction(() => {
    ledger.savedRecipes.add(sampleRecipes.scene);
    const saved = ledger.savedRecipes.add(recipe);
    const settings = {
      ...folders,
      recipeId: ledger.jobs.recipe(recipe, identity),
      after: 'leave',
      subFolders: 'keep',
      settleMs: SETTLE,
      rescanMs: RESCAN,
      ...noLimits,
      client: '',
      needsTickets: false,
    } as const;
    return ledger.hotFolders.add(settings, saved.id, 'process').id;
  });
}
