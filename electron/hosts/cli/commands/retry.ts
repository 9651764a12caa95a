import { problemOf } from '#shared/failure.ts';
import { Option, type Command } from 'commander';
import { changeJobsHere } from '../change-jobs.ts';
import type { Context } from '../context.ts';
import type { ExitStatus } from '../exit.ts';
import { addNotes } from '../help.ts';
import type { Perform } from '../perform.ts';
import type { HelpTexts } from '../speech.ts';
import { refuse } from '../refuse.ts';
import { numbers } from '../values.ts';

interface RetryOptions {
  readonly failed?: true;
  readonly held?: true;
  readonly sendAgain?: true;
  readonly pad?: true;
  readonly changedRecipe?: true;
}

const examples = [
  'darkslide retry 12 15',
  'darkslide retry --failed && darkslide resume --until-idle 5',
  'darkslide retry 12 --send-again',
  'darkslide retry --failed --pad',
];

export function addRetry(program: Command, perform: Perform, t: HelpTexts): void {
  const self = program
    .command('retry')
    .description(t('retry'))
    .argument('[job...]', t('option.jobs'), numbers)
    .option('--failed', t('retry.failed'))
    .option('--held', t('retry.held'))
    .option('--send-again', t('retry.sendAgain'))
    .addOption(new Option('--pad', t('retry.pad')).conflicts('sendAgain'))
    .addOption(
      new Option('--changed-recipe', t('retry.changedRecipe')).conflicts(['sendAgain', 'pad']),
    )
    .action((ids: number[] | undefined, options: RetryOptions, command: Command) =>
      perform(command, (context) => retryJobs(context, ids ?? [], options)),
    );
  addNotes(self, t, { notes: t('retry.notes'), examples });
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
