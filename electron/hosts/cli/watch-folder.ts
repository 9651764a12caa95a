import { basename, resolve } from 'node:path';
import type { HotFolderSettings, Unpaired } from '#shared/views/folders.ts';
import { systemClock } from '../../base/clock.ts';
import { below } from '../../base/paths.ts';
import { resolveRecipe } from '../../engine/intake/admit.ts';
import type { IntakeEvent } from '../../engine/intake/hot-folder.ts';
import { answerDrop } from '../../app/hot-folders/answer-drop.ts';
import { prepareWatch } from '../../app/hot-folders/watch.ts';
import type { Studio } from '../../studio.ts';
import { askAboveOf, type Context } from './context.ts';
import { createDropQuestions } from './drop-questions.ts';
import { exitStatus, type ExitStatus } from './exit.ts';
import { showDryRun } from './dry-run.ts';
import { chooseRecipe, type RecipeOptions } from './recipe-options.ts';
import { refuse, refuseAll } from './refuse.ts';
import { createReport, type Report } from './report.ts';
import { withStudio, type Listener } from './session.ts';
import { untilIdle } from './until-idle.ts';

export interface WatchOptions extends RecipeOptions {
  readonly out: string;
  readonly after: 'move' | 'leave';
  readonly existing: 'process' | 'skip';
  /** s */
  readonly settle: number;
  readonly limitPerDay?: number;
  readonly largeDrops?: 'ask' | 'run';
  readonly requireTickets?: true;
  /** s */
  readonly untilIdle?: number;
  readonly log?: string;
  readonly dryRun?: true;
}

/** ms between two looks at the whole folder. */
export const rescanMs = 60_000;

/** `watch`: prints each photo of a hot folder when it has ended, until Ctrl-C or nothing is left. */
export async function watchOneFolder(
  context: Context,
  folder: string,
  options: WatchOptions,
): Promise<ExitStatus> {
  const choice = await chooseRecipe(options, context.options);
  if ('problems' in choice) return refuseAll(context, choice.problems);
  const { recipe, baseFolder } = choice.chosen;
  const resolved = await resolveRecipe(recipe, baseFolder, context.interrupted);
  if (!resolved.ok) return refuse(context, resolved.problem);
  const settings = settingsOf(resolve(folder), options);
  if (options.dryRun === true) return showDryRun(context, settings, resolved.value);

  return withStudio(context, { unreachable: 'wait' }, async (studio, listen) => {
    const report = createReport(context, studio.ledger, { print: 'all', clock: systemClock });
    const askAbove = askAboveOf(context);
    const questions = createDropQuestions(context, studio);
    const tell = listenerOf(context, studio, report);
    listen((event) => {
      tell(event);
      questions.listen(event);
    });
    const prepared = await prepareWatch(studio, settings, resolved.value);
    if (!prepared.ok) return refuse(context, prepared.problem);
    // its new limit is written down before what waits for it is looked at
    studio.start();
    const watched = await studio.watch(prepared.value, resolved.value, {
      existing: options.existing,
      ...(options.largeDrops === 'run' ? {} : { askAbove: () => askAbove }),
    });
    if (!watched.ok) return refuse(context, watched.problem);
    // photos that an earlier watch asked about
    if (options.largeDrops === 'run') answerDrop(studio, watched.value.id, 'take');
    else questions.ask(watched.value.id);
    if (options.untilIdle === undefined) context.out.warn(`Watching ${folder}; Ctrl-C ends.`);
    const isIdle = () => !questions.isAsking() && studio.isIdle();
    await untilIdle(isIdle, options.untilIdle, context.interrupted);
    const isUnanswered = await questions.end();
    const status = report.finish();
    return isUnanswered ? exitStatus.unfinished : status;
  });
}

/** The hot folder that the options set up. */
export function settingsOf(path: string, options: WatchOptions): HotFolderSettings {
  return {
    path,
    outFolder: resolve(options.out),
    after: options.after,
    subFolders: 'keep',
    settleMs: options.settle * 1000,
    rescanMs,
    imagesPerDay: options.limitPerDay ?? null,
    needsTickets: options.requireTickets === true,
    ...(options.largeDrops === 'ask' ? { asksDrops: true } : {}),
  };
}

/** Prints what ends, by the path a photo was dropped under, and says what the folder itself does. */
export function listenerOf({ out }: Context, studio: Studio, report: Report): Listener {
  const wanting = new Set<keyof Unpaired>();
  return (event) => {
    report.listen(event);
    if (event.kind !== 'intake') return;
    const folder = studio.ledger.hotFolders.get(event.hotFolderId);
    tellIntake(event.event, folder?.path ?? '');
  };

  function tellIntake(event: IntakeEvent, folder: string): void {
    switch (event.kind) {
      case 'failed':
        report.failed(below(folder, event.path), event.problem);
        break;
      case 'unreachable':
      case 'waiting':
        out.warn(`waiting, ${event.problem.code}: ${event.problem.message}`);
        break;
      case 'reachable':
        out.warn(`The folder ${folder} is there again.`);
        break;
      case 'goes-on':
        out.warn(`The folder ${folder} goes on.`);
        break;
      case 'unpaired':
        tellUnpaired('photos', event.unpaired, folder);
        tellUnpaired('tickets', event.unpaired, folder);
        break;
      case 'polling':
        out.warn(event.message);
        break;
      case 'listed':
        // `darkslide held` lists it; here it is said when it is refused
        break;
      case 'asks':
        // see drop-questions.ts
        break;
      case 'admitted':
      case 'already':
      case 'under-way':
      case 'retried':
        report.expect({ jobId: event.jobId, outcome: event.kind }, below(folder, event.path));
    }
  }

  /** The first one, and no other before all have what they want: not a line for each of a shoot. */
  function tellUnpaired(half: keyof Unpaired, unpaired: Unpaired, folder: string): void {
    const { first } = unpaired[half];
    if (first === null) return void wanting.delete(half);
    if (wanting.has(half)) return;
    wanting.add(half);
    const wanted = half === 'photos' ? `its ticket ${basename(first)}.json` : 'its photo';
    out.warn(`waiting: ${below(folder, first)} is not taken before ${wanted} comes.`);
  }
}
