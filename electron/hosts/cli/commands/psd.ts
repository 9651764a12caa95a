import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import { fetchPsd } from '../../../app/jobs/fetch-psd.ts';
import { dataFolderOf, type Context } from '../context.ts';
import { exitStatus, type ExitStatus } from '../exit.ts';
import type { Perform } from '../perform.ts';
import { refuse } from '../refuse.ts';
import { withTools } from '../tools-session.ts';
import { outOption, timeoutOption } from '../values.ts';

/** s that the service is given to make the PSD. */
const PATIENCE = 600;

interface PsdOptions {
  readonly out: string;
  /** s */
  readonly timeout: number;
}

const HELP = `
Example:
  darkslide psd 6790d1c2e4b0 --out results`;

export function addPsd(program: Command, perform: Perform): void {
  program
    .command('psd')
    .description('the layered PSD of an execution, one for all of its images')
    .argument('<execution>', 'executionId, as run --json prints it')
    .addOption(outOption())
    .addOption(timeoutOption(PATIENCE))
    .addHelpText('after', HELP)
    .action((executionId: string, options: PsdOptions, command: Command) =>
      perform(
        command,
        (context) => psdCommand(context, executionId, resolve(options.out)),
        options,
      ),
    );
}

async function psdCommand(context: Context, executionId: string, out: string): Promise<ExitStatus> {
  const usable = await context.start.access.output(out, null);
  if (!usable.ok) return refuse(context, usable.problem);
  const workFolder = join(dataFolderOf(context), 'work');
  const request = { executionId, outFolder: usable.value, workFolder };
  const onWait = (seconds: number) =>
    context.out.progress(`The service is making the PSD, ${seconds} s`);
  return withTools(context, async (tools) => {
    const placed = await fetchPsd(tools, request, onWait, context.interrupted);
    if (placed.ok) {
      context.out.result({ executionId, psd: placed.value }, placed.value.file);
      return exitStatus.done;
    }
    if (!context.interrupted.aborted) return refuse(context, placed.problem);
    context.out.warn('The service goes on making the PSD; the same command fetches it.');
    return exitStatus.unfinished;
  });
}
