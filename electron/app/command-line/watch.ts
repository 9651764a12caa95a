import type { CommandInput, CommandResult } from '#shared/contract/command-line-channels.ts';
import { success, type Outcome } from '#shared/problem.ts';
import { systemClock } from '../../base/clock.ts';
import type { ResolvedRecipe } from '../../engine/intake/admit.ts';
import type { Studio } from '../../studio.ts';
import { answerDrop } from '../hot-folders/answer-drop.ts';
import { prepareWatch } from '../hot-folders/watch.ts';
import { runsAlready } from '../hot-folders/write.ts';
import { createLargeDropConfirmations } from './large-drop-confirmations.ts';
import { folderEvents } from './folder-events.ts';
import type { CommandPlace } from './place.ts';
import { reachService } from './reach-service.ts';
import { checkFinish } from '../recipes/check-finish.ts';
import { readRecipe } from './recipe.ts';
import { createReport, type Work } from './report.ts';
import type { Talk } from './talk.ts';
import { untilIdle } from './until-idle.ts';

/**
 * `watch`: reports each photo in a hot folder when its job has ended, until the command is aborted or nothing is left
 * to do. Then stops watching the folder; admitted photos continue. Problems: those of `readRecipe`, `reachService` and
 * `prepareWatch`, and of watching.
 */
export async function watchCommand(
  place: CommandPlace,
  input: CommandInput<'watch'>,
  talk: Talk,
  signal: AbortSignal,
): Promise<Outcome<CommandResult<'watch'>>> {
  // Read before the studio is opened, so that a refused watch opens none.
  const recipe = await readRecipe(input.recipe, signal);
  if (!recipe.ok) return recipe;
  const request = { ...input, recipe: recipe.value, askAbove: place.askAbove() };
  return place.withStudio((work) => watchIn(work, request, talk, signal), { takesCommands: true });
}

/** A watch request whose recipe has been read. */
interface WatchRequest extends Omit<CommandInput<'watch'>, 'recipe'> {
  readonly recipe: ResolvedRecipe;
  /** Number of photos above which a large drop needs confirmation. */
  readonly askAbove: number;
}

async function watchIn(
  work: Work,
  request: WatchRequest,
  talk: Talk,
  signal: AbortSignal,
): Promise<Outcome<CommandResult<'watch'>>> {
  const { studio, isOwn } = work;
  const { settings, recipe } = request;
  const presets = await checkFinish(studio, recipe.recipe);
  if (!presets.ok) return presets;
  const reached = await reachService(studio.service, 'wait', talk, signal);
  if (!reached.ok) return reached;
  const prepared = await prepareWatch(studio, settings, recipe);
  if (!prepared.ok) return prepared;
  const { path } = prepared.value;
  const hotFolder = () => studio.ledger.hotFolders.find(path, recipe.recipe);
  if (!isOwn && isWatched(studio, hotFolder())) return runsAlready(path, recipe.recipe.name);
  const report = createReport(work, talk, {
    of: isOwn ? 'all' : { hotFolder },
    clock: systemClock,
  });
  const questions = createLargeDropConfirmations(talk, studio);
  const isMeant = (id: number) => isOwn || id === hotFolder();
  const hear = folderEvents(studio.ledger, report, talk, isMeant);
  const unlisten = studio.listen((event) => {
    hear(event);
    if (event.kind === 'intake' && isMeant(event.hotFolderId)) questions.listen(event);
  });
  try {
    // The new limit must be saved before jobs that wait for a limit are checked.
    if (isOwn) studio.start();
    const watched = await studio.watch(prepared.value, recipe, {
      existing: request.existing,
      ...(request.largeDrops === 'run' ? {} : { askAbove: () => request.askAbove }),
    });
    if (!watched.ok) return watched;
    const { id } = watched.value;
    // Confirms the photos that an earlier command asked about.
    if (request.largeDrops === 'run') answerDrop(studio, id, { answer: 'take', last: null });
    else questions.ask(id);
    talk.tell({ kind: 'watching', path, endsWhenIdle: request.untilIdle !== null });
    const isIdle = () => !questions.isAsking() && studio.isIdle();
    await untilIdle(isIdle, request.untilIdle, signal);
    // Files that are dropped from now on wait until the folder is watched again.
    if (!isOwn) studio.hotFolders.refresh(id);
    const isUnanswered = await questions.end();
    return success({ counts: await report.finish(), isUnanswered });
  } finally {
    unlisten();
    report.close();
  }
}

/** Returns whether another command is watching the hot folder. */
function isWatched({ hotFolders }: Pick<Studio, 'hotFolders'>, id: number | undefined): boolean {
  return id !== undefined && hotFolders.status(id).state !== 'starting';
}
