import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import { serveDemoAlone } from '../../../app/command-line/demo-service.ts';
import type { Context } from '../context.ts';
import { exitStatus, type ExitStatus } from '../exit.ts';
import { addNotes } from '../help.ts';
import type { Perform } from '../perform.ts';
import type { HelpTexts } from '../speech.ts';
import { refuse } from '../refuse.ts';
import { port, wholeNumber } from '../values.ts';

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

const examples = [
  'darkslide demo-service --port 8787',
  'DARKSLIDE_API_KEY=demo darkslide run photos --service http://127.0.0.1:8787/openapi/v1 --recipe white.json --out results',
];

export function addDemoService(program: Command, perform: Perform, t: HelpTexts): void {
  const self = program
    .command('demo-service')
    .description(t('demoService'))
    .option('--port <n>', t('demoService.port'), port)
    .option('--folder <folder>', t('demoService.folder'))
    .option('--seed <n>', t('demoService.seed'), wholeNumber)
    .option('--execution-ms <ms>', t('demoService.execution'), wholeNumber, 3000)
    .option('--jitter-ms <ms>', t('demoService.jitter'), wholeNumber, 1000)
    .option('--own-models <n>', t('demoService.models'), wholeNumber)
    .option('--own-scenes <n>', t('demoService.scenes'), wholeNumber)
    .option('--quick', t('demoService.quick'))
    .action((options: DemoServiceOptions, command: Command) =>
      perform(command, (context) => serve(context, options)),
    );
  addNotes(self, t, { notes: t('demoService.notes'), examples });
}

async function serve(context: Context, options: DemoServiceOptions): Promise<ExitStatus> {
  const { out, t, interrupted, start } = context;
  const folder =
    options.folder === undefined ? join(start.dataFolder, 'demo-service') : resolve(options.folder);
  const served = await serveDemoAlone(
    demoOptions(folder, options),
    ({ url, key }) => out.result({ url, key }, t('demoService.serving', { url, key })),
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
