import { stat } from 'node:fs/promises';
import { isWebAddress } from '#shared/agents/index.ts';
import { problemOf } from '#shared/failure.ts';
import type { CommandInput, CommandResult } from '#shared/contract/command-line-channels.ts';
import { failures, success, type Outcome, type Problem } from '#shared/problem.ts';
import { saidOf } from '../../adapters/service/failure-problem.ts';
import { systemClock } from '../../base/clock.ts';
import type { FolderAccess, OutputFolder } from '../../base/permitted.ts';
import { resolveRecipe, type ResolvedRecipe } from '../../engine/intake/admit.ts';
import { listPhotos, type ListedPhoto } from '../../engine/intake/list-photos.ts';
import { orderFor } from '../../engine/intake/ticket.ts';
import type { Studio } from '../../studio.ts';
import { runPhotos } from '../run-photos.ts';
import type { CommandPlace } from './place.ts';
import { reachService } from './reach-service.ts';
import { checkFinish } from '../recipes/check-finish.ts';
import { readRecipe } from './recipe.ts';
import { createReport, type Report, type Work } from './report.ts';
import type { Talk } from './talk.ts';

/** A run whose recipe, folders and photos have been checked. */
interface PreparedRun {
  readonly photos: readonly ListedPhoto[];
  /** Photos that could not be added, each with the path as the user gave it. */
  readonly problems: readonly { readonly path: string; readonly problem: Problem }[];
  readonly recipe: ResolvedRecipe;
  readonly outFolder: OutputFolder;
  readonly again: boolean;
  /** The client to whom the costs of the photos are assigned; empty if there is none. */
  readonly client: string;
}

/**
 * `run`: admits the photos, waits for all of them and writes a line for each. After an abort, the
 * admitted photos continue without the command. Problems: those of `reachService`.
 */
export async function runCommand(
  place: CommandPlace,
  input: CommandInput<'run'>,
  talk: Talk,
  signal: AbortSignal,
): Promise<Outcome<CommandResult<'run'>>> {
  // Checked before the studio is opened, so that a refused run opens none.
  const run = await prepareRun(place.access, input, signal);
  if (!run.ok) return run;
  return place.withStudio((work) => runIn(work, run.value, talk, signal), {
    takesCommands: true,
  });
}

/** Prepares a run. Problems: those of `readRecipe`, `access.output` and `listPhotos`. */
async function prepareRun(
  access: FolderAccess,
  { recipe: given, out, paths, again, client, told }: CommandInput<'run'>,
  signal: AbortSignal,
): Promise<Outcome<PreparedRun>> {
  const recipe = await readRecipe(given, signal);
  if (!recipe.ok) return recipe;
  const outFolder = await checkOut(access, out, paths);
  if (!outFolder.ok) return outFolder;
  const listed = await listGiven(paths, signal);
  const before = new Set(told);
  const isOpen = ({ path }: { readonly path: string }) => !before.has(path);
  const [photos, problems] = [listed.photos.filter(isOpen), listed.problems.filter(isOpen)];
  if (photos.length === 0 && problems.length > 0) {
    return failures(problems.map(({ path, problem }) => withPath(path, problem)));
  }
  return success({
    photos,
    problems,
    recipe: recipe.value,
    outFolder: outFolder.value,
    again,
    client,
  });
}

/** Returns the problem with the path in front of its text, because the text may only contain the name. */
function withPath(path: string, problem: Problem): Problem {
  return { ...problem, ...saidOf(problemOf('file-unreadable.at', { path, problem })) };
}

/**
 * Checks the output folder against the folders of photos, because a second run would process the results in them as
 * photos (F69).
 */
async function checkOut(
  access: FolderAccess,
  out: string,
  paths: readonly string[],
): Promise<Outcome<OutputFolder>> {
  for (const path of paths) {
    if (isWebAddress(path) || !(await isFolder(path))) continue;
    const checked = await access.output(out, path);
    if (!checked.ok) return checked;
  }
  return access.output(out, null);
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch {
    return false; // Reading the photos reports this problem.
  }
}

async function listGiven(
  paths: readonly string[],
  signal: AbortSignal,
): Promise<Pick<PreparedRun, 'photos' | 'problems'>> {
  const photos = new Map<string, ListedPhoto>();
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
    problems.push(...listed.problems.map((problem) => ({ path, problem })));
  }
  return { photos: [...photos.values()], problems };
}

async function runIn(
  work: Work,
  run: PreparedRun,
  talk: Talk,
  signal: AbortSignal,
): Promise<Outcome<CommandResult<'run'>>> {
  const { studio, isOwn } = work;
  const presets = await checkFinish(studio, run.recipe.recipe);
  if (!presets.ok) return presets;
  const reached = await reachService(studio.service, 'refuse', talk, signal);
  if (!reached.ok) return reached;
  const report = createReport(work, talk, { of: 'expected', clock: systemClock });
  try {
    if (isOwn) studio.start();
    for (const { path, problem } of run.problems) report.failed(path, problem);
    const left = await admitAll(studio, report, run, signal);
    await report.allEnded(signal);
    return success({ counts: await report.finish(left) });
  } finally {
    report.close();
  }
}

/** Admits the photos one at a time; returns how many were not admitted because of an abort. */
async function admitAll(
  studio: Pick<Studio, 'ledger' | 'wake'>,
  report: Report,
  { photos, outFolder, ...order }: PreparedRun,
  signal: AbortSignal,
): Promise<number> {
  const run = runPhotos(studio, order);
  for (const [at, photo] of photos.entries()) {
    if (signal.aborted) return photos.length - at;
    const { path, subFolder } = photo;
    const recipe = await recipeFor(photo, order.recipe, signal);
    if (!recipe.ok) {
      if (recipe.problem.code === 'aborted') return photos.length - at;
      report.failed(path, recipe.problem);
      continue;
    }
    const request = {
      source: path,
      seen: null,
      recipe: recipe.value,
      outFolder: () => Promise.resolve(success(outFolder)),
      subFolder,
    };
    const admitted = await run(request, signal);
    if (admitted.ok) report.expect(admitted.value, path);
    else if (admitted.problem.code !== 'aborted') report.failed(path, admitted.problem);
    else return photos.length - at;
  }
  return 0;
}

/** Returns the recipe of a photo, changed by the ticket next to the photo, as in a hot folder. */
async function recipeFor(
  { path, top }: ListedPhoto,
  recipe: ResolvedRecipe,
  signal: AbortSignal,
): Promise<Outcome<ResolvedRecipe>> {
  if (isWebAddress(path)) return resolveRecipe(recipe.recipe, top, signal);
  const order = await orderFor(path, recipe, top, signal);
  return order.ok ? success(order.value.recipe) : order;
}
