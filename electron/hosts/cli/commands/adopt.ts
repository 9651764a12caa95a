import type { Command } from 'commander';
import { adoptCommand } from '../../../app/command-line/adopt.ts';
import type { Context } from '../context.ts';
import { exitStatus, type ExitStatus } from '../exit.ts';
import { operate } from '../operate.ts';
import { addNotes } from '../help.ts';
import type { Perform } from '../perform.ts';
import type { HelpTexts } from '../speech.ts';
import { refuse } from '../refuse.ts';
import { count } from '../values.ts';

const examples = ['darkslide adopt 12 6790d1c2e4b0 && darkslide resume --until-idle 5'];

export function addAdopt(program: Command, perform: Perform, t: HelpTexts): void {
  const self = program
    .command('adopt')
    .description(t('adopt'))
    .argument('<job>', t('adopt.job'), count)
    .argument('<execution>', 'executionId')
    .action((jobId: number, executionId: string, _options: unknown, command: Command) =>
      perform(command, (context) => adoptHere(context, jobId, executionId)),
    );
  addNotes(self, t, { notes: t('adopt.notes'), examples });
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
    context.t('adopt.done', { executionId, job: jobId, name }),
  );
  return exitStatus.done;
}
