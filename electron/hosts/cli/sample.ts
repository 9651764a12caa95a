import { basename, dirname, join, relative } from 'node:path';
import type { Outcome } from '#shared/problem.ts';
import type { Recipe } from '#shared/recipe.ts';
import type { JobLine } from '#shared/views/command-line.ts';
import type { HotFolderSettings } from '#shared/views/folders.ts';
import { systemClock } from '../../base/clock.ts';
import { dropPhotographs, sampleRecipes, sampleSpeed } from '../../demo/sample.ts';
import { resolveRecipe } from '../../engine/intake/admit.ts';
import { folderEvents } from '../../app/command-line/folder-events.ts';
import { jobLine } from '../../app/command-line/job-line.ts';
import { createReport, type Work } from '../../app/command-line/report.ts';
import { untilIdle } from '../../app/command-line/until-idle.ts';
import { prepareWatch } from '../../app/hot-folders/watch.ts';
import type { HotFolder } from '../../adapters/ledger/hot-folders.ts';
import type { Ledger } from '../../adapters/ledger/open.ts';
import { chooseDataFolder, defaultDataFolder } from '../../adapters/settings/choices.ts';
import type { Studio } from '../../studio.ts';
import type { Context } from './context.ts';
import type { ExitStatus } from './exit.ts';
import { refuse } from './refuse.ts';
import { openStudioHere } from './open-studio.ts';
import { printSummary } from './summary.ts';
import { table } from './table.ts';
import { talkOf } from './talk.ts';
import { rescanMs } from './watch.ts';

/** s without anything to do after which the sample is over. */
const QUIET = 1;

/**
 * `sample`: drops the photographs into a hot folder that two recipes watch, waits for all of them and
 * shows what was made and where. Always with the demo service, so that nothing is ever charged.
 */
export async function runSample(context: Context): Promise<ExitStatus> {
  const { start } = context;
  const only = start.access.policy?.dataFolder ?? null;
  const folder =
    only === null
      ? chooseDataFolder(context.options.data, context.env, join(defaultDataFolder(), 'sample'))
      : join(only, 'sample');
  const here: Context = {
    ...context,
    env: {},
    start: { access: start.access.forData(folder), dataFolder: folder, service: null },
  };

  const opened = await openStudioHere(here, { demoSpeed: sampleSpeed });
  if (!opened.ok) return refuse(here, opened.problem);
  try {
    return await showSample(here, folder, opened.value.parts);
  } finally {
    await opened.value.close();
  }
}

async function showSample(here: Context, folder: string, work: Work): Promise<ExitStatus> {
  const { out } = here;
  const { studio } = work;
  const drop = join(folder, 'Drop');
  await dropPhotographs(drop);
  const talk = talkOf(here, (line) => lineText(line, folder));
  const report = createReport(work, talk, { of: 'all', clock: systemClock });
  for (const id of ended(studio.ledger)) report.already(id);
  studio.listen(folderEvents(studio.ledger, report, talk, () => true));
  studio.start();
  for (const recipe of [sampleRecipes.white, sampleRecipes.scene]) {
    const watched = await watchWith(here, studio, recipe, {
      path: drop,
      outFolder: join(folder, 'Results', recipe.name),
    });
    if (!watched.ok) return refuse(here, watched.problem);
  }
  await untilIdle(studio.isIdle, QUIET, here.interrupted);
  out.say('');
  const status = printSummary(here, await report.finish());
  out.say(`\n${overview(studio.ledger, folder)}\n\nEverything lies in ${folder}`);
  return status;
}

async function watchWith(
  { interrupted }: Context,
  studio: Pick<Studio, 'ledger' | 'access' | 'watch'>,
  recipe: Recipe,
  folders: Pick<HotFolderSettings, 'path' | 'outFolder'>,
): Promise<Outcome<HotFolder>> {
  const resolved = await resolveRecipe(recipe, folders.path, interrupted);
  if (!resolved.ok) return resolved;
  const settings = {
    ...folders,
    after: 'leave',
    subFolders: 'keep',
    settleMs: 200,
    rescanMs,
    imagesPerDay: null,
    needsTickets: false,
  } as const;
  const prepared = await prepareWatch(studio, settings, resolved.value);
  if (!prepared.ok) return prepared;
  return studio.watch(prepared.value, resolved.value, { existing: 'process' });
}

function lineText({ state, photo, results, error, already }: JobLine, folder: string): string {
  const [first] = results;
  const to = first === undefined ? '' : ` → ${relative(folder, dirname(first.file))}`;
  const why = error === null ? '' : ` (${error.code}: ${error.message})`;
  return `${state.padEnd(7)} ${basename(photo)}${to}${already === true ? ', from an earlier start' : ''}${why}`;
}

/** What the sample's folder holds: a row a file. */
function overview(ledger: Ledger, folder: string): string {
  const rows = ended(ledger).flatMap((id) => {
    const { photo, results, psd } = jobLine(ledger, id);
    const files = psd === null ? results : [...results, psd];
    return files.map(({ file, width, height, bytes }) => [
      basename(photo),
      relative(folder, file),
      `${width} × ${height}`,
      `${(bytes / 1_000_000).toFixed(1)} MB`,
    ]);
  });
  rows.sort(([, a = ''], [, b = '']) => a.localeCompare(b));
  return table(['PHOTO', 'MADE', 'PIXELS', 'SIZE'], rows);
}

function ended(ledger: Ledger): number[] {
  return ledger.jobs.list(['done', 'failed', 'held'], AT_MOST);
}

/** Far more than the photographs and recipes make. */
const AT_MOST = 500;
