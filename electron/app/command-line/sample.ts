import { join } from 'node:path';
import { failure } from '#shared/failure.ts';
import { success, type Outcome } from '#shared/problem.ts';
import type { Recipe } from '#shared/recipe.ts';
import { noLimits } from '#shared/spending-limits.ts';
import type { JobLine, RunCounts } from '#shared/views/command-line.ts';
import type { HotFolderSettings } from '#shared/views/folders.ts';
import type { HotFolder } from '../../adapters/ledger/hot-folders.ts';
import type { Ledger } from '../../adapters/ledger/open.ts';
import { systemClock } from '../../base/clock.ts';
import { dropPhotographs, sampleRecipes, sampleSpeed } from '../../demo/sample.ts';
import { resolveRecipe } from '../../engine/intake/admit.ts';
import type { Studio } from '../../studio.ts';
import { prepareWatch } from '../hot-folders/watch.ts';
import { folderEvents } from './folder-events.ts';
import { jobLine } from './job-line.ts';
import { openCommandStudio } from './own-place.ts';
import { createReport, type Work } from './report.ts';
import type { CommandSetup } from './setup.ts';
import type { Talk } from './talk.ts';
import { untilIdle } from './until-idle.ts';

/** The result of the sample. */
interface SampleEnd {
  readonly counts: RunCounts;
  /** All jobs that have ended, including those of earlier runs. */
  readonly lines: readonly JobLine[];
}

/** Seconds without work after which the sample ends. */
const QUIET = 1;
/** Interval in ms between two scans of the entire folder. */
const RESCAN = 60_000;

/**
 * Returns the absolute folder of the sample: the folder that the user named, or otherwise a separate folder, so that
 * the sample's jobs never mix with those of a window.
 */
export function sampleFolder({ start }: Pick<CommandSetup, 'start'>, isNamed: boolean): string {
  const only = start.access.policy?.dataFolder ?? null;
  return isNamed && only === null ? start.dataFolder : join(only ?? start.dataFolder, 'sample');
}

/**
 * `sample`: copies the sample photographs into a hot folder that runs two recipes, and waits for all jobs. Always uses
 * the demo service, so nothing is charged. Problems: data-folder-locked, those of opening and watching.
 */
export async function runSample(
  setup: CommandSetup,
  folder: string,
  talk: Talk,
): Promise<Outcome<SampleEnd>> {
  const access = setup.start.access.forData(folder);
  const start = { access, dataFolder: folder, service: null };
  const opened = await openCommandStudio({ ...setup, env: {}, start }, { demoSpeed: sampleSpeed });
  if (!opened.ok) {
    return opened.problem.code === 'data-folder-locked' ? isInUse(folder) : opened;
  }
  try {
    return await runIn(opened.value.work, folder, talk, setup.interrupted);
  } finally {
    await opened.value.close();
  }
}

async function runIn(
  work: Work,
  folder: string,
  talk: Talk,
  signal: AbortSignal,
): Promise<Outcome<SampleEnd>> {
  const { studio } = work;
  const drop = join(folder, 'Drop');
  await dropPhotographs(drop);
  const report = createReport(work, talk, { of: 'all', clock: systemClock });
  for (const id of ended(studio.ledger)) report.already(id);
  studio.listen(folderEvents(studio.ledger, report, talk, () => true));
  studio.start();
  for (const recipe of [sampleRecipes.white, sampleRecipes.scene]) {
    const folders = { path: drop, outFolder: join(folder, 'Results', recipe.name) };
    const watched = await watchWith(studio, recipe, folders, signal);
    if (!watched.ok) return watched;
  }
  await untilIdle(studio.isIdle, QUIET, signal);
  const counts = await report.finish();
  return success({
    counts,
    lines: ended(studio.ledger).map((id) => jobLine(studio.ledger, id).line),
  });
}

async function watchWith(
  studio: Pick<Studio, 'ledger' | 'access' | 'watch'>,
  recipe: Recipe,
  folders: Pick<HotFolderSettings, 'path' | 'outFolder'>,
  signal: AbortSignal,
): Promise<Outcome<HotFolder>> {
  const resolved = await resolveRecipe(recipe, folders.path, signal);
  if (!resolved.ok) return resolved;
  const settings = {
    ...folders,
    after: 'leave',
    subFolders: 'keep',
    settleMs: 200,
    rescanMs: RESCAN,
    ...noLimits,
    client: '',
    needsTickets: false,
  } as const;
  const prepared = await prepareWatch(studio, settings, resolved.value);
  if (!prepared.ok) return prepared;
  return studio.watch(prepared.value, resolved.value, { existing: 'process' });
}

function ended(ledger: Ledger): number[] {
  return ledger.jobs.list(['done', 'failed', 'held'], AT_MOST);
}

/** Maximum number of jobs to list; higher than the number of jobs that the sample creates. */
const AT_MOST = 500;

function isInUse(folder: string): Outcome<never> {
  return failure('data-folder-locked.sample', { folder }, { about: folder });
}
