import { resolve } from 'node:path';
import type { Command } from 'commander';
import { problemsIn } from '#shared/problem.ts';
import { systemPolicy } from '../../../base/policy-place.ts';
import type { Start } from '../../../app/start.ts';
import { settingsInForce, checkPolicy, type SettingSource } from '../../../app/settings/policy.ts';
import type { Context } from '../context.ts';
import { exitStatus, type ExitStatus } from '../exit.ts';
import { addNotes } from '../help.ts';
import type { Perform } from '../perform.ts';
import type { HelpTexts } from '../speech.ts';
import { refuse } from '../refuse.ts';
import { table } from '../table.ts';
import { textIn } from '../text-file.ts';

const examples = ['darkslide policy check policy.json', 'darkslide policy show --json'];

export function addPolicy(program: Command, perform: Perform, t: HelpTexts): void {
  const group = program.command('policy').description(t('policy'));
  group
    .command('check')
    .description(t('policy.check'))
    .argument('<file>', t('policy.file'))
    .action((file: string, _options: unknown, command: Command) =>
      perform(command, (context) => checkFile(context, resolve(file)), { beforePolicy: true }),
    );
  group
    .command('show')
    .description(t('policy.show'))
    .action((_options: unknown, command: Command) => perform(command, show));
  const notes = t('policy.notes', { file: systemPolicy().file });
  for (const one of [group, ...group.commands]) addNotes(one, t, { notes, examples });
}

async function checkFile(context: Context, file: string): Promise<ExitStatus> {
  const { out } = context;
  const text = await textIn(file);
  if (!text.ok) return refuse(context, text.problem);
  const problems = problemsIn(checkPolicy(file, text.value));
  for (const problem of problems) out.problem(problem);
  if (problems.length > 0) return exitStatus.unfinished;
  out.result(
    { file, isGood: true },
    `${file} is valid. It must belong to root, and only root may be able to write it.`,
  );
  return exitStatus.done;
}

/** Where a value comes from, in the words of the settings view. */
const sourceNames: Readonly<Record<SettingSource, string>> = {
  usual: '',
  recommended: 'recommended by the policy',
  chosen: 'chosen in the settings',
  enforced: 'set by the policy',
  limit: 'limited by the policy',
};

function show(context: Context): Promise<ExitStatus> {
  const { out, start } = context;
  const { policy } = start.access;
  const settings = settingsInForce(start, context.notice);
  if (out.json) out.result({ policy, dataFolder: start.dataFolder, settings }, '');
  else {
    out.say(policy === null ? noPolicy() : aboutPolicy(policy));
    out.say(`Data folder: ${start.dataFolder}\n`);
    const rows = settings.map(({ setting, value, from }) => [
      setting,
      typeof value === 'string' ? value : JSON.stringify(value),
      sourceNames[from],
    ]);
    out.say(table(['SETTING', 'VALUE', 'FROM'], rows));
  }
  return Promise.resolve(exitStatus.done);
}

function noPolicy(): string {
  return `No administrator policy at ${systemPolicy().file}.`;
}

type Policy = NonNullable<Start['access']['policy']>;

function aboutPolicy({ file, serviceUrl, limits, within, dataFolder }: Policy): string {
  const lines: readonly (readonly [string, string | number | null])[] = [
    ['Policy', file],
    ['Only service', serviceUrl],
    ['Only data folder', dataFolder],
    ['Images per day, at most', limits.imagesPerDay],
    ['Executions at a time, at most', limits.inFlight],
    ['Folders only in', within?.join(', ') ?? null],
  ];
  return lines
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');
}
