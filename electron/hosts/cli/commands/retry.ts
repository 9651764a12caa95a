import { Option, type Command } from 'commander';
import type { JobState } from '#shared/job.ts';
import { changedRecipes, paddedRecipes } from '../../../engine/intake/new-recipes.ts';
import type { Ledger } from '../../../adapters/ledger/open.ts';
import { retry, type Change } from '../../../engine/queue/change-jobs.ts';
import { runWith } from '../../../engine/queue/change-recipe.ts';
import { effectsOn } from '../../../engine/queue/effects.ts';
import { changeJobs } from '../change-jobs.ts';
import type { Context } from '../context.ts';
import type { ExitStatus } from '../exit.ts';
import { withLedger } from '../ledger-session.ts';
import type { Perform } from '../perform.ts';
import { refuse } from '../refuse.ts';
import { numbers } from '../values.ts';

interface RetryOptions {
  readonly failed?: true;
  readonly held?: true;
  readonly sendAgain?: true;
  readonly pad?: true;
  readonly changedRecipe?: true;
}

const HELP = `
The jobs go on with the next run, watch or resume.

Examples:
  darkslide retry 12 15
  darkslide retry --failed && darkslide resume --until-idle 5
  darkslide retry 12 --send-again
  darkslide retry --failed --pad`;

export function addRetry(program: Command, perform: Perform): void {
  program
    .command('retry')
    .description('retry failed, held or cancelled jobs')
    .argument('[job...]', 'job numbers, as darkslide jobs prints them', numbers)
    .option('--failed', 'all that failed')
    .option('--held', 'all that are held')
    .option('--send-again', 'send again what may have been bought already: it may be bought twice')
    .addOption(
      new Option(
        '--pad',
        'only jobs whose photo is too long: pad it in white; recipes stay as they are',
      ).conflicts('sendAgain'),
    )
    .addOption(
      new Option(
        '--changed-recipe',
        'only jobs of a hot folder: with its saved recipe as it is now',
      ).conflicts(['sendAgain', 'pad']),
    )
    .addHelpText('after', HELP)
    .action((ids: number[] | undefined, options: RetryOptions, command: Command) =>
      perform(command, (context) => retryJobs(context, ids ?? [], options)),
    );
}

async function retryJobs(
  context: Context,
  ids: readonly number[],
  options: RetryOptions,
): Promise<ExitStatus> {
  const states: JobState[] = [
    ...(options.failed ? ['failed' as const] : []),
    ...(options.held ? ['held' as const] : []),
  ];
  if (ids.length === 0 && states.length === 0) {
    const message = 'Say which jobs: their numbers, --failed or --held. See darkslide jobs.';
    return refuse(context, { code: 'usage', message });
  }
  return withLedger(context, async (ledger) => {
    const listed = ledger.jobs.list(states, EVERY_JOB).filter((id) => suits(ledger, id, options));
    const meant = [...new Set([...ids, ...listed])];
    return changeJobs(context, ledger, meant, await changeOf(ledger, meant, options));
  });
}

/** Whether the options are about this job of those that were not named one by one. */
function suits(ledger: Ledger, id: number, { pad, changedRecipe }: RetryOptions): boolean {
  if (!pad && !changedRecipe) return true;
  const effects = effectsOn(ledger.queue.standings([id]));
  return effects[pad ? 'pad' : 'changed-recipe'] > 0;
}

async function changeOf(
  ledger: Ledger,
  ids: readonly number[],
  { sendAgain, pad, changedRecipe }: RetryOptions,
): Promise<Change> {
  if (pad) return runWith(await paddedRecipes(ledger, ids), 'pads');
  if (changedRecipe) return runWith(await changedRecipes(ledger, ids), 'takes-recipe');
  return retry(sendAgain === true);
}

/** Ids alone are read. */
const EVERY_JOB = 1_000_000_000;
