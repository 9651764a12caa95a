import { problemOf } from '#shared/failure.ts';
import { Option, type Command } from 'commander';
import { changeJobsHere } from '../change-jobs.ts';
import type { Context } from '../context.ts';
import type { ExitStatus } from '../exit.ts';
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
The jobs continue immediately if Darkslide is open on the data folder, otherwise with the next run, watch or
resume.

Examples:
  darkslide retry 12 15
  darkslide retry --failed && darkslide resume --until-idle 5
  darkslide retry 12 --send-again
  darkslide retry --failed --pad`;

export function addRetry(program: Command, perform: Perform): void {
  program
    .command('retry')
    .description('retry failed, held or cancelled jobs')
    .argument('[job...]', 'job numbers from darkslide jobs', numbers)
    .option('--failed', 'all failed jobs')
    .option('--held', 'all held jobs')
    .option(
      '--send-again',
      'send again even if the first request may have been charged; you may pay twice',
    )
    .addOption(
      new Option(
        '--pad',
        'only jobs whose photo is too long: pad it with white; recipes do not change',
      ).conflicts('sendAgain'),
    )
    .addOption(
      new Option('--changed-recipe', 'only jobs of a hot folder: use its current recipe').conflicts(
        ['sendAgain', 'pad'],
      ),
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
  const all = [
    ...(options.failed ? ['failed' as const] : []),
    ...(options.held ? ['held' as const] : []),
  ];
  if (ids.length === 0 && all.length === 0) {
    return refuse(context, problemOf('usage.retry'));
  }
  return changeJobsHere(context, { action: actionOf(options), ids, all });
}

function actionOf({ sendAgain, pad, changedRecipe }: RetryOptions) {
  if (pad) return 'pad';
  if (changedRecipe) return 'changed-recipe';
  return sendAgain ? 'send-again' : 'retry';
}
