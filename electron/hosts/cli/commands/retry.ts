import { Option, type Command } from 'commander';
import type { JobState } from '#shared/job.ts';
import { ledgerAtRest } from '../../../app/jobs/place.ts';
import { jobsToRetry } from '../../../app/jobs/select.ts';
import { changeCommand } from '../change-jobs.ts';
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
  const action = actionOf(options);
  return withLedger(context, (ledger) => {
    const meant = [...ids, ...jobsToRetry(ledger, states, action)];
    return changeCommand(context, ledgerAtRest(ledger), meant, action);
  });
}

function actionOf({ sendAgain, pad, changedRecipe }: RetryOptions) {
  if (pad) return 'pad';
  if (changedRecipe) return 'changed-recipe';
  return sendAgain ? 'send-again' : 'retry';
}
