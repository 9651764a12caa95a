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
It listens only on this computer, until you press Ctrl-C.

Examples:
  darkslide demo-service --port 8787
  DARKSLIDE_API_KEY=demo darkslide run photos --service http://127.0.0.1:8787/openapi/v1 --recipe white.json --out results`;

export function addDemoService(program: Command, perform: Perform): void {
  program
    .command('demo-service')
    .description('run only the demo service')
    .option('--port <n>', 'port (default: any free port)', count)
    .option('--folder <folder>', 'folder for its database and images')
    .option('--seed <n>', 'seed for everything random', wholeNumber)
    .option('--execution-ms <ms>', 'duration of an execution', wholeNumber, 3000)
    .option('--jitter-ms <ms>', 'variation of the duration', wholeNumber, 1000)
    .option('--own-models <n>', 'custom models to start with', wholeNumber)
    .option('--own-scenes <n>', 'custom scenes to start with', wholeNumber)
    .option('--quick', 'small images instead of processed photos')
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
      out.result({ url, key }, `Demo service: ${url}\nKey: ${key}\nPress Ctrl-C to stop.`),
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
