import { resolve } from 'node:path';
import { success, type Outcome } from '#shared/problem.ts';
import type { HotFolderSettings } from '#shared/views/folders.ts';
import { watchCommand } from '../../app/command-line/watch.ts';
import type { Context } from './context.ts';
import { readCostLimits } from './cost-limits.ts';
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
  /** Time in s for which a file must be unchanged. */
  readonly settle: number;
  readonly limitPerDay?: number;
  readonly limitPerMonth?: number;
  /** Decimal amount in the currency of the prices. */
  readonly costLimitPerDay?: string;
  readonly costLimitPerMonth?: string;
  readonly largeDrops?: 'ask' | 'run';
  readonly client?: string;
  readonly requireTickets?: true;
  /** Time in s without work after which the command ends. */
  readonly untilIdle?: number;
  readonly log?: string;
  readonly dryRun?: true;
}

/** Interval in ms between two scans of the whole folder. */
const RESCAN = 60_000;

/**
 * Runs `watch`: prints each photo in a hot folder when its job has ended, until Ctrl-C or until nothing is left to do.
 */
export async function watchHere(
  context: Context,
  folder: string,
  options: WatchOptions,
): Promise<ExitStatus> {
  const choice = await chooseRecipe(options, context.options);
  if (!choice.ok) return refuseAll(context, choice);
  const recipe = choice.value;
  const settled = settingsOf(context, resolve(folder), options);
  if (!settled.ok) return refuse(context, settled.problem);
  const settings = settled.value;
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
    // Files that arrived after the folder was first watched must not be skipped.
    takeOver: ({ isWatching }) => (isWatching ? { ...input, existing: 'process' } : input),
  });
  if (!watched.ok) return refuse(context, watched.problem);
  const status = printSummary(context, watched.value.counts);
  return watched.value.isUnanswered ? exitStatus.unfinished : status;
}

/** Returns the hot folder settings from the options. Problem: amount-invalid. */
export function settingsOf(
  context: Context,
  path: string,
  options: WatchOptions,
): Outcome<HotFolderSettings> {
  const { costLimitPerDay: perDay, costLimitPerMonth: perMonth } = options;
  const cost = readCostLimits(context, { perDay, perMonth });
  if (!cost.ok) return cost;
  const { moneyPerDay, moneyPerMonth } = cost.value;
  return success({
    path,
    outFolder: resolve(options.out),
    after: options.after,
    subFolders: 'keep',
    settleMs: Math.round(options.settle * 1000),
    rescanMs: RESCAN,
    imagesPerDay: options.limitPerDay ?? null,
    imagesPerMonth: options.limitPerMonth ?? null,
    moneyPerDay,
    moneyPerMonth,
    client: options.client ?? '',
    needsTickets: options.requireTickets === true,
    ...(options.largeDrops === 'ask' ? { asksDrops: true } : {}),
  });
}
