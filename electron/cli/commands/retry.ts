import type { Command } from 'commander';
import type { JobState } from '#shared/job.ts';
import type { Ledger } from '../../ledger/open.ts';
import { retry } from '../../queue/change-jobs.ts';
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
}

const HELP = `
The jobs go on with the next run, watch or resume.

Examples:
  darkslide retry 12 15
  darkslide retry --failed && darkslide resume --until-idle 5
  darkslide retry 12 --send-again`;

export function addRetry(program: Command, perform: Perform): void {
  program
    .command('retry')
    .description('retry failed, held or cancelled jobs')
    .argument('[job...]', 'job numbers, as darkslide jobs prints them', numbers)
    .option('--failed', 'all that failed')
    .option('--held', 'all that are held')
    .option('--send-again', 'send again what may have been bought already: it may be bought twice')
    .addHelpText('after', HELP)
    .action((ids: number[] | undefined, options: RetryOptions, command: Command) =>
      perform(command, (context) => retryJobs(context, ids ?? [], options)),
    );
}

async function retryJobs(
  context: Context,
  ids: readonly number[],
  { failed, held, sendAgain }: RetryOptions,
): Promise<ExitStatus> {
  const states: JobState[] = [
    ...(failed ? ['failed' as const] : []),
    ...(held ? ['held' as const] : []),
  ];
  if (ids.length === 0 && states.length === 0) {
    const message = 'Say which jobs: their numbers, --failed or --held. See darkslide jobs.';
    return refuse(context, { code: 'usage', message });
  }
  return withLedger(context, (ledger) =>
    changeJobs(context, ledger, meant(ledger, ids, states), retry(sendAgain === true)),
  );
}

function meant(ledger: Ledger, ids: readonly number[], states: readonly JobState[]): number[] {
  return [...new Set([...ids, ...ledger.jobs.list(states, EVERY_JOB)])];
}

/** Ids alone are read. */
const EVERY_JOB = 1_000_000_000;
