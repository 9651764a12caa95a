import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import { serveDemoAlone } from '../../../app/command-line/demo-service.ts';
import type { Context } from '../context.ts';
import { exitStatus, type ExitStatus } from '../exit.ts';
import type { Perform } from '../perform.ts';
import { refuse } from '../refuse.ts';
import { count, wholeNumber } from '../values.ts';

interface DemoServiceOptions {
  readonly port?: number;
  readonly folder?: string;
  readonly seed?: number;
  readonly executionMs: number;
  readonly jitterMs: number;
  readonly ownModels?: number;
  readonly ownScenes?: number;
  readonly quick?: true;
}

const HELP = `
It listens on this computer only, until Ctrl-C.

Examples:
  darkslide demo-service --port 8787
  DARKSLIDE_API_KEY=demo darkslide run photos --service http://127.0.0.1:8787/openapi/v1 --recipe white.json --out results`;

export function addDemoService(program: Command, perform: Perform): void {
  program
    .command('demo-service')
    .description('run the demo service alone')
    .option('--port <n>', 'port (default: any that is free)', count)
    .option('--folder <folder>', 'where it keeps its database and pictures')
    .option('--seed <n>', 'seed of everything that happens by chance', wholeNumber)
    .option('--execution-ms <ms>', 'how long an execution takes', wholeNumber, 3000)
    .option('--jitter-ms <ms>', 'by how much that varies', wholeNumber, 1000)
    .option('--own-models <n>', 'own models that are there from the start', wholeNumber)
    .option('--own-scenes <n>', 'own scenes that are there from the start', wholeNumber)
    .option('--quick', 'small pictures instead of honest work on the photo')
    .addHelpText('after', HELP)
    .action((options: DemoServiceOptions, command: Command) =>
      perform(command, (context) => serve(context, options)),
    );
}

async function serve(context: Context, options: DemoServiceOptions): Promise<ExitStatus> {
  const { out, interrupted, start } = context;
  const folder =
    options.folder === undefined ? join(start.dataFolder, 'demo-service') : resolve(options.folder);
  const served = await serveDemoAlone(
    demoOptions(folder, options),
    ({ url, key }) =>
      out.result({ url, key }, `Demo service: ${url}\nKey: ${key}\nCtrl-C ends it.`),
    interrupted,
  );
  return served.ok ? exitStatus.done : refuse(context, served.problem);
}

function demoOptions(
  folder: string,
  options: DemoServiceOptions,
): Parameters<typeof serveDemoAlone>[0] {
  const { port, seed, executionMs, jitterMs, ownModels, ownScenes, quick } = options;
  return {
    folder,
    speed: { executionMs, jitterMs },
    models: { models: ownModels ?? 0, scenes: ownScenes ?? 0 },
    ...(port === undefined ? {} : { port }),
    ...(seed === undefined ? {} : { seed }),
    ...(quick === true ? { render: 'quick' } : {}),
  };
}
