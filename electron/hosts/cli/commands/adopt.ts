import type { Command } from 'commander';
import { adoptCommand } from '../../../app/command-line/adopt.ts';
import type { Context } from '../context.ts';
import { exitStatus, type ExitStatus } from '../exit.ts';
import { operate } from '../operate.ts';
import type { Perform } from '../perform.ts';
import { refuse } from '../refuse.ts';
import { count } from '../values.ts';

const HELP = `
Use this for a job that is held because it may have been charged, if the console of the service shows its
execution. Darkslide checks with the service that the execution belongs to the job's task; if not, nothing
changes.

Example:
  darkslide adopt 12 6790d1c2e4b0 && darkslide resume --until-idle 5`;

export function addAdopt(program: Command, perform: Perform): void {
  program
    .command('adopt')
    .description('link an execution that you found at the service to a held job')
    .argument('<job>', 'job number from darkslide held', count)
    .argument('<execution>', 'executionId')
    .addHelpText('after', HELP)
    .action((jobId: number, executionId: string, _options: unknown, command: Command) =>
      perform(command, (context) => adoptHere(context, jobId, executionId)),
    );
}

async function adoptHere(
  context: Context,
  jobId: number,
  executionId: string,
): Promise<ExitStatus> {
  const adopted = await operate(context, {
    channel: 'adopt',
    useCase: adoptCommand,
    input: { jobId, executionId },
  });
  if (!adopted.ok) return refuse(context, adopted.problem);
  if ('refused' in adopted.value) {
    context.out.problem(adopted.value.refused);
    return exitStatus.unfinished;
  }
  const { state, name } = adopted.value;
  context.out.result(
    { job: jobId, state, executionId },
    `Execution ${executionId} is linked to job ${jobId} (${name}). Run darkslide resume to download its results. Nothing was charged.`,
  );
  return exitStatus.done;
}
