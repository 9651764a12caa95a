import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import type { DeliveredFile } from '#shared/job.ts';
import { failure, success, type Outcome } from '#shared/problem.ts';
import { systemClock } from '../../../base/clock.ts';
import { failureProblem } from '../../../adapters/service/failure-problem.ts';
import type { Tools } from '../../../studio-tools.ts';
import { dataFolderOf, type Context } from '../context.ts';
import { exitStatus, type ExitStatus } from '../exit.ts';
import type { Perform } from '../perform.ts';
import { refuse } from '../refuse.ts';
import { withTools } from '../tools-session.ts';
import { outOption, timeoutOption } from '../values.ts';

/** s that the service is given to make the PSD. */
const PATIENCE = 600;
const FIRST_QUESTION = 250;
const LAST_QUESTION = 5000;

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
      perform(command, (context) => fetchPsd(context, executionId, resolve(options.out)), options),
    );
}

async function fetchPsd(
  context: Context,
  executionId: string,
  outFolder: string,
): Promise<ExitStatus> {
  const usable = await context.start.access.output(outFolder, null);
  if (!usable.ok) return refuse(context, usable.problem);
  return withTools(context, async (tools) => {
    const url = await askForPsd(context, tools, executionId);
    if (context.interrupted.aborted) return stopped(context);
    if (!url.ok) return refuse(context, url.problem);
    const placed = await deliver(context, tools, { executionId, url: url.value, outFolder });
    if (!placed.ok) return refuse(context, placed.problem);
    context.out.result({ executionId, psd: placed.value }, placed.value.file);
    return exitStatus.done;
  });
}

function stopped({ out }: Context): ExitStatus {
  out.warn('The service goes on making the PSD; the same command fetches it.');
  return exitStatus.unfinished;
}

/** Asks the service to make the PSD and until it is made; its address ("PSD download"). */
async function askForPsd(
  { out, interrupted: signal }: Context,
  { service }: Tools,
  executionId: string,
): Promise<Outcome<string>> {
  const asked = await service.createPsd(executionId, { signal });
  if (!asked.ok) return { ok: false, problem: failureProblem(asked.failure) };
  const began = systemClock.mono();
  for (let pause = FIRST_QUESTION; ; pause = Math.min(pause * 1.25, LAST_QUESTION)) {
    const answer = await service.queryPsd(executionId, { signal });
    if (!answer.ok) return { ok: false, problem: failureProblem(answer.failure) };
    const { status, fileUrl } = answer.value;
    if (status === 'Success' && fileUrl !== null) return success(fileUrl);
    if (status === 'Failed') {
      return failure(
        'psd-failed',
        `The service could not make the PSD of ${executionId}. The images are not touched; ask again later.`,
      );
    }
    const waited = Math.round((systemClock.mono() - began) / 1000);
    out.progress(`The service is making the PSD, ${waited} s`);
    await systemClock.sleep(pause, signal);
    if (signal.aborted) return failure('aborted', 'The wait for the PSD was stopped.');
  }
}

interface Order {
  readonly executionId: string;
  readonly url: string;
  readonly outFolder: string;
}

/** Downloads the PSD, decodes it to its end and places it whole, named by its execution. */
async function deliver(
  context: Context,
  { delivery }: Tools,
  { executionId, url, outFolder }: Order,
): Promise<Outcome<DeliveredFile>> {
  const signal = context.interrupted;
  const work = join(dataFolderOf(context), 'work');
  await mkdir(work, { recursive: true });
  const folder = await mkdtemp(join(work, 'psd-'));
  try {
    const fetched = await delivery.fetch({ url, folder, name: 'psd', expect: 'psd' }, signal);
    if (!fetched.ok) return fetched;
    return await delivery.place(
      {
        fetched: fetched.value,
        index: 1,
        kind: 'psd',
        already: null,
        onTarget: () => {},
        context: {
          outFolder,
          subFolder: '',
          template: '{name}',
          photoName: executionId,
          photoSha256: null,
          photoPath: null,
          agent: '',
          version: '',
          recipe: '',
          model: '',
          scene: '',
          executionId,
          taskId: '',
          seq: 1,
          at: systemClock.wall(),
          metadata: 'none',
        },
      },
      signal,
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
