import { resolve } from 'node:path';
import type { Command } from 'commander';
import { limitNames } from '#shared/spending-limits.ts';
import { problemsIn } from '#shared/problem.ts';
import { systemPolicy } from '../../../base/policy-place.ts';
import type { Start } from '../../../app/start.ts';
import { settingsInForce, checkPolicy } from '../../../app/settings/policy.ts';
import type { Context } from '../context.ts';
import { exitStatus, type ExitStatus } from '../exit.ts';
import { addNotes } from '../help.ts';
import type { Perform } from '../perform.ts';
import type { HelpTexts, Texts } from '../speech.ts';
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
  out.result({ file, isGood: true }, context.t('policy.valid', { file }));
  return exitStatus.done;
}

function show(context: Context): Promise<ExitStatus> {
  const { out, t, start } = context;
  const { policy } = start.access;
  const settings = settingsInForce(start, context.notice);
  if (out.json) out.result({ policy, dataFolder: start.dataFolder, settings }, '');
  else {
    out.say(
      policy === null ? t('policy.none', { file: systemPolicy().file }) : aboutPolicy(t, policy),
    );
    out.say(t('policy.data', { folder: start.dataFolder }));
    out.say('');
    const rows = settings.map(({ setting, value, from }) => [
      setting,
      typeof value === 'string' ? value : JSON.stringify(value),
      from === 'usual' ? '' : t(`policy.from.${from}`),
    ]);
    const head = (['setting', 'value', 'from'] as const).map((name) => t(`policy.heading.${name}`));
    out.say(table(head, rows));
  }
  return Promise.resolve(exitStatus.done);
}

type Policy = NonNullable<Start['access']['policy']>;

function aboutPolicy(t: Texts, policy: Policy): string {
  const { file, serviceUrl, limits, within, dataFolder, studio } = policy;
  const lines = [
    ['file', file],
    ['service', serviceUrl],
    ['onlyData', dataFolder],
    ['inFlight', limits.inFlight],
    ['studioAddress', studio.address],
    ['studioName', studio.name],
    ['studioJoin', studio.mayJoin ? null : t('policy.forbidden')],
    ['studioLeave', studio.mayLeave ? null : t('policy.forbidden')],
    ['within', within?.join(', ') ?? null],
  ] as const;
  const most = limitNames.flatMap((name) => {
    const value = limits[name];
    return value === null ? [] : [t('policy.limit', { name, value })];
  });
  const told = lines.flatMap(([name, value]) =>
    value === null ? [] : [t(`policy.${name}`, { value })],
  );
  return [...told, ...most].join('\n');
}
