import { Argument, type Command } from 'commander';
import type { SharedValue, StudioConflict } from '#shared/views/stations.ts';
import {
  keepVersionCommand,
  listConflictsCommand,
} from '../../../app/command-line/studio-conflicts.ts';
import type { Context } from '../context.ts';
import { exitStatus, type ExitStatus } from '../exit.ts';
import { operate } from '../operate.ts';
import type { Perform } from '../perform.ts';
import { refuse } from '../refuse.ts';
import type { HelpTexts } from '../speech.ts';
import { table } from '../table.ts';
import { count } from '../values.ts';

const versions = ['mine', 'theirs'] as const;
type Version = (typeof versions)[number];

/** Adds `studio conflicts` and `studio keep` to their group. */
export function addStudioConflicts(group: Command, perform: Perform, t: HelpTexts): void {
  group
    .command('conflicts')
    .description(t('studio.conflicts'))
    .action((_options: unknown, command: Command) => perform(command, list));
  group
    .command('keep')
    .description(t('studio.keep'))
    .addArgument(new Argument('<version>', t('studio.keep.version')).choices(versions))
    .argument('<number>', t('studio.keep.number'), count)
    .action((version: Version, id: number, _options: unknown, command: Command) =>
      perform(command, (context) => keep(context, { id, version })),
    );
}

async function list(context: Context): Promise<ExitStatus> {
  const found = await operate(context, {
    channel: 'list-conflicts',
    useCase: listConflictsCommand,
    input: {},
    on: 'ledger',
  });
  if (!found.ok) return refuse(context, found.problem);
  const conflicts = found.value.map(({ at, ...one }) => ({
    ...one,
    at: new Date(at).toISOString(),
  }));
  const text =
    found.value.length === 0
      ? context.t('studio.noConflicts')
      : found.value.map((one) => textOf(context, one)).join('\n\n');
  context.out.result({ conflicts }, text);
  return exitStatus.done;
}

async function keep(
  context: Context,
  choice: { readonly id: number; readonly version: Version },
): Promise<ExitStatus> {
  const kept = await operate(context, {
    channel: 'keep-version',
    useCase: keepVersionCommand,
    input: choice,
    on: 'ledger',
  });
  if (!kept.ok) return refuse(context, kept.problem);
  const { name } = kept.value;
  context.out.result(
    { number: choice.id, kept: choice.version, name },
    context.t('studio.kept', { version: choice.version, name }),
  );
  return exitStatus.done;
}

function textOf({ t }: Context, conflict: StudioConflict): string {
  const { id, kind, name, station, isRemoved, fields, hasMore } = conflict;
  const time = new Date(conflict.at).toISOString();
  const title = t('studio.conflict', { id, kind, name });
  if (isRemoved) return [title, t('studio.conflict.removed', { station, time })].join('\n');
  const head = [
    t('studio.heading.field'),
    t('studio.heading.mine'),
    t('studio.heading.theirs', { station }),
  ];
  const valueOf = (value: SharedValue) =>
    value === null || value === '' ? t('studio.conflict.none') : String(value);
  const rows = fields.map(({ field, mine, theirs }) => [field, valueOf(mine), valueOf(theirs)]);
  const more = hasMore ? [['…', '…', '…']] : [];
  return [
    title,
    t('studio.conflict.changed', { station, time }),
    table(head, [...rows, ...more]),
  ].join('\n');
}
