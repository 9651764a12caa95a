import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { isWebAddress } from '#shared/agents/index.ts';
import { success, type Outcome, type Problem } from '#shared/problem.ts';
import { systemClock } from '../../base/clock.ts';
import type { OutputFolder } from '../../base/permitted.ts';
import { resolveRecipe, type ResolvedRecipe } from '../../engine/intake/admit.ts';
import { listPhotos, type GivenPhoto } from '../../engine/intake/list-photos.ts';
import { orderFor } from '../../engine/intake/ticket.ts';
import { runPhotos } from '../../app/run-photos.ts';
import type { Studio } from '../../studio.ts';
import type { Context } from './context.ts';
import type { ExitStatus } from './exit.ts';
import { chooseRecipe, type RecipeOptions } from './recipe-options.ts';
import { refuse, refuseAll } from './refuse.ts';
import { createReport, type Report } from './report.ts';
import { withStudio, type Listener } from './session.ts';

interface Wish extends RecipeOptions {
  readonly out: string;
  readonly again?: true;
}

/** What the paths of the command line come to. */
interface Given {
  readonly photos: readonly GivenPhoto[];
  /** What could not be taken, with the path it was given by. */
  readonly problems: readonly { readonly path: string; readonly problem: Problem }[];
}

/** `run`: takes the photos in, waits for all of them, prints a line each and the summary. */
export async function runCommand(
  context: Context,
  paths: readonly string[],
  wish: Wish,
): Promise<ExitStatus> {
  const choice = await chooseRecipe(wish, context.options);
  if ('problems' in choice) return refuseAll(context, choice.problems);
  const { recipe, baseFolder } = choice.chosen;
  const resolved = await resolveRecipe(recipe, baseFolder, context.interrupted);
  if (!resolved.ok) return refuse(context, resolved.problem);

  const outFolder = resolve(wish.out);
  const usable = await checkOut(context, outFolder, paths);
  if (!usable.ok) return refuse(context, usable.problem);

  const given = await listGiven(paths, context.interrupted);
  if (given.photos.length === 0) {
    return refuseAll(
      context,
      given.problems.map(({ path, problem }) => ({
        ...problem,
        message: `${path}: ${problem.message}`,
      })),
    );
  }
  return withStudio(context, { unreachable: 'refuse' }, (studio, listen) =>
    carry(context, studio, listen, given, {
      recipe: resolved.value,
      outFolder: usable.value,
      again: wish.again === true,
    }),
  );
}

/** The next run of the same folder would take its own results for photos (F69). */
async function checkOut(
  { start: { access } }: Context,
  outFolder: string,
  paths: readonly string[],
): Promise<Outcome<OutputFolder>> {
  for (const path of paths) {
    if (isWebAddress(path) || !(await isFolder(path))) continue;
    const checked = await access.output(outFolder, resolve(path));
    if (!checked.ok) return checked;
  }
  return access.output(outFolder, null);
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch {
    return false; // the listing says what is wrong with it
  }
}

async function listGiven(paths: readonly string[], signal: AbortSignal): Promise<Given> {
  const photos = new Map<string, GivenPhoto>();
  const problems: { path: string; problem: Problem }[] = [];
  for (const path of paths) {
    if (isWebAddress(path)) {
      photos.set(path, { path, subFolder: '', top: '' });
      continue;
    }
    const listed = await listPhotos([path], signal);
    for (const photo of listed.photos) {
      if (!photos.has(photo.path)) photos.set(photo.path, photo);
    }
    problems.push(...listed.problems.map((problem) => ({ path: resolve(path), problem })));
  }
  return { photos: [...photos.values()], problems };
}

interface Order {
  readonly recipe: ResolvedRecipe;
  readonly outFolder: OutputFolder;
  readonly again: boolean;
}

async function carry(
  context: Context,
  studio: Studio,
  listen: (listener: Listener) => void,
  given: Given,
  order: Order,
): Promise<ExitStatus> {
  const report = createReport(context, studio.ledger, { print: 'expected', clock: systemClock });
  listen(report.listen);
  studio.start();
  for (const { path, problem } of given.problems) report.failed(path, problem);
  const left = await admitAll(context, studio, report, given.photos, order);
  await report.allEnded(context.interrupted, studio.isIdle);
  return report.finish(left);
}

/** Takes the photos in, one after the other; the number of those that it did not come to. */
async function admitAll(
  { interrupted }: Context,
  studio: Studio,
  report: Report,
  photos: readonly GivenPhoto[],
  order: Order,
): Promise<number> {
  const run = runPhotos(studio, order);
  for (const [at, photo] of photos.entries()) {
    if (interrupted.aborted) return photos.length - at;
    const { path, subFolder } = photo;
    const recipe = await recipeFor(photo, order, interrupted);
    if (!recipe.ok) {
      if (recipe.problem.code === 'aborted') return photos.length - at;
      report.failed(path, recipe.problem);
      continue;
    }
    const outFolder = () => Promise.resolve(success(order.outFolder));
    const request = { source: path, seen: null, recipe: recipe.value, outFolder, subFolder };
    const admitted = await run(request, interrupted);
    if (admitted.ok) report.expect(admitted.value, path);
    else if (admitted.problem.code !== 'aborted') report.failed(path, admitted.problem);
    else return photos.length - at;
  }
  return 0;
}

/** With the ticket beside the photo, as in a hot folder. */
async function recipeFor(
  { path, top }: GivenPhoto,
  { recipe }: Order,
  signal: AbortSignal,
): Promise<Outcome<ResolvedRecipe>> {
  if (isWebAddress(path)) return resolveRecipe(recipe.recipe, top, signal);
  const order = await orderFor(path, recipe, top, signal);
  return order.ok ? success(order.value.recipe) : order;
}
