import { resolve } from 'node:path';
import type { HotFolderSettings } from '#shared/views/folders.ts';
import { watchCommand } from '../../app/command-line/watch.ts';
import type { Context } from './context.ts';
import { showDryRun } from './dry-run.ts';
import { exitStatus, type ExitStatus } from './exit.ts';
import { operate } from './operate.ts';
import { chooseRecipe, type RecipeOptions } from './recipe-options.ts';
import { refuse, refuseAll } from './refuse.ts';
import { printSummary } from './summary.ts';

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

/** ms between two scans of the whole folder. */
const RESCAN = 60_000;

/** Runs `watch`: prints each photo of a hot folder when it is finished, until Ctrl-C or until nothing is left. */
export async function watchHere(
  context: Context,
  folder: string,
  options: WatchOptions,
): Promise<ExitStatus> {
  const choice = await chooseRecipe(options, context.options);
  if (!choice.ok) return refuseAll(context, choice);
  const recipe = choice.value;
  const settings = settingsOf(resolve(folder), options);
  if (options.dryRun === true) return showDryRun(context, { settings, recipe });
  const input = {
    settings,
    recipe,
    existing: options.existing,
    largeDrops: options.largeDrops === 'run' ? ('run' as const) : ('usual' as const),
    untilIdle: options.untilIdle ?? null,
  };
  const watched = await operate(context, {
    channel: 'watch',
    useCase: watchCommand,
    input,
    // files that arrived since the folder was watched are not among those to skip
    takeOver: ({ isWatching }) => (isWatching ? { ...input, existing: 'process' } : input),
  });
  if (!watched.ok) return refuse(context, watched.problem);
  const status = printSummary(context, watched.value.counts);
  return watched.value.isUnanswered ? exitStatus.unfinished : status;
}

/** Returns the hot folder settings of the options. */
export function settingsOf(path: string, options: WatchOptions): HotFolderSettings {
  return {
    path,
    outFolder: resolve(options.out),
    after: options.after,
    subFolders: 'keep',
    settleMs: options.settle * 1000,
    rescanMs: RESCAN,
    imagesPerDay: options.limitPerDay ?? null,
    needsTickets: options.requireTickets === true,
    ...(options.largeDrops === 'ask' ? { asksDrops: true } : {}),
  };
}
