import type { Command } from 'commander';
import { ownPlace } from '../../../app/command-line/own-place.ts';
import { runWorker } from '../../../app/command-line/worker.ts';
import type { Context } from '../context.ts';
import type { ExitStatus } from '../exit.ts';
import { addNotes } from '../help.ts';
import type { Perform } from '../perform.ts';
import { refuse } from '../refuse.ts';
import type { HelpTexts } from '../speech.ts';
import { printSummary } from '../summary.ts';
import { talkOf } from '../talk.ts';
import { seconds } from '../values.ts';

interface WorkerOptions {
  readonly untilIdle?: number;
  readonly drain?: true;
}

const examples = [
  'darkslide worker',
  'darkslide --in-flight 16 worker --json',
  'darkslide worker --drain',
];

export function addWorker(program: Command, perform: Perform, t: HelpTexts): void {
  const self = program
    .command('worker')
    .description(t('worker'))
    .option('--until-idle <seconds>', t('option.untilIdle'), seconds)
    .option('--drain', t('worker.drain'))
    .action((options: WorkerOptions, command: Command) =>
      perform(command, (context) => work(context, options)),
    );
  addNotes(self, t, { notes: t('worker.notes'), examples });
}

async function work(context: Context, options: WorkerOptions): Promise<ExitStatus> {
  const { untilIdle = null, drain = false } = options;
  const talk = talkOf(context);
  const place = ownPlace(context, talk);
  const worked = await runWorker(place, { untilIdle, drain }, talk, context.interrupted);
  return worked.ok ? printSummary(context, worked.value.counts) : refuse(context, worked.problem);
}
