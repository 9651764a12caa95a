import { resolve } from 'node:path';
import type { Command } from 'commander';
import { psdCommand } from '../../../app/command-line/psd.ts';
import type { Context } from '../context.ts';
import { exitStatus, type ExitStatus } from '../exit.ts';
import { operate } from '../operate.ts';
import { addNotes } from '../help.ts';
import type { Perform } from '../perform.ts';
import type { HelpTexts } from '../speech.ts';
import { refuse } from '../refuse.ts';
import { outOption, timeoutOption } from '../values.ts';

/** Default time limit in s for the service to create the PSD. */
const PATIENCE = 600;

interface PsdOptions {
  readonly out: string;
  /** Time limit in s. */
  readonly timeout: number;
}

const examples = ['darkslide psd 6790d1c2e4b0 --out results'];

export function addPsd(program: Command, perform: Perform, t: HelpTexts): void {
  const self = program
    .command('psd')
    .description(t('psd'))
    .argument('<execution>', t('psd.execution'))
    .addOption(outOption(t))
    .addOption(timeoutOption(t, PATIENCE))
    .action((executionId: string, options: PsdOptions, command: Command) =>
      perform(command, (context) => psdHere(context, executionId, resolve(options.out)), options),
    );
  addNotes(self, t, { examples });
}

async function psdHere(context: Context, executionId: string, out: string): Promise<ExitStatus> {
  const fetched = await operate(context, {
    channel: 'psd',
    useCase: psdCommand,
    input: { executionId, out },
    takeOver: () => ({ executionId, out }),
  });
  if (fetched.ok) {
    context.out.result({ executionId, psd: fetched.value }, fetched.value.file);
    return exitStatus.done;
  }
  if (!context.interrupted.aborted) return refuse(context, fetched.problem);
  context.out.warn(context.t('psd.interrupted'));
  return exitStatus.unfinished;
}
