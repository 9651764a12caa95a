import { hostname } from 'node:os';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { limitsIn } from '#shared/spending-limits.ts';
import { createSharedStudio } from '../../../app/shared-studio/create.ts';
import { joinSharedStudio } from '../../../app/shared-studio/join.ts';
import { leaveSharedStudio } from '../../../app/shared-studio/leave.ts';
import { sharedStudioStatus, type SharedStudioStatus } from '../../../app/shared-studio/status.ts';
import type { Context } from '../context.ts';
import { readCostLimits } from '../cost-limits.ts';
import { exitStatus, type ExitStatus } from '../exit.ts';
import { addNotes } from '../help.ts';
import type { Perform } from '../perform.ts';
import { readKeyFile } from '../service/key-file.ts';
import type { HelpTexts } from '../speech.ts';
import { refuse } from '../refuse.ts';
import { table } from '../table.ts';
import { amount, count } from '../values.ts';
import { addStudioConflicts } from './studio-conflicts.ts';
import { addStudioRoots } from './studio-roots.ts';

interface DatabaseOptions {
  readonly passwordFile?: string;
  readonly ca?: string;
}

interface CreateOptions extends DatabaseOptions {
  readonly name: string;
  readonly atOnce?: number;
  readonly requestsPerSecond?: number;
  readonly imagesPerDay?: number;
  readonly imagesPerMonth?: number;
  readonly costPerDay?: string;
  readonly costPerMonth?: string;
  readonly timeZone?: string;
  readonly acceptKey?: true;
}

interface JoinOptions extends DatabaseOptions {
  readonly station: string;
}

const examples = [
  'darkslide studio create postgres://admin@db.studio.lan/darkslide --name Studio',
  'darkslide studio join postgres://anna@db.studio.lan/darkslide --station Retouch-1',
  'darkslide studio roots shoots=/Volumes/shoots',
  'darkslide studio status --json',
  'darkslide studio keep mine 3',
];

export function addStudio(program: Command, perform: Perform, t: HelpTexts): void {
  const group = program.command('studio').description(t('studio'));
  withDatabase(group.command('create'), t)
    .description(t('studio.create'))
    .requiredOption('--name <name>', t('studio.name'))
    .option('--at-once <count>', t('studio.atOnce'), count)
    .option('--requests-per-second <count>', t('studio.requestsPerSecond'), count)
    .option('--images-per-day <count>', t('studio.imagesPerDay'), count)
    .option('--images-per-month <count>', t('studio.imagesPerMonth'), count)
    .option('--cost-per-day <amount>', t('studio.costPerDay'), amount)
    .option('--cost-per-month <amount>', t('studio.costPerMonth'), amount)
    .option('--time-zone <zone>', t('studio.timeZone'))
    .option('--accept-key', t('studio.acceptKey'))
    .action((address: string, options: CreateOptions, command: Command) =>
      perform(command, (context) => create(context, address, options)),
    );
  withDatabase(group.command('join'), t)
    .description(t('studio.join'))
    .option('--station <name>', t('studio.station'), hostname())
    .action((address: string, options: JoinOptions, command: Command) =>
      perform(command, (context) => join(context, address, options)),
    );
  group
    .command('leave')
    .description(t('studio.leave'))
    .action((_options: unknown, command: Command) => perform(command, leave));
  group
    .command('status')
    .description(t('studio.status'))
    .action((_options: unknown, command: Command) => perform(command, status));
  addStudioRoots(group, perform, t);
  addStudioConflicts(group, perform, t);
  for (const one of [group, ...group.commands]) {
    addNotes(one, t, { notes: t('studio.notes'), examples });
  }
}

function withDatabase(command: Command, t: HelpTexts): Command {
  return command
    .argument('<database>', t('studio.database'))
    .option('--password-file <file>', t('studio.passwordFile'))
    .option('--ca <file>', t('studio.ca'));
}

async function create(
  context: Context,
  address: string,
  { name, passwordFile, ca, acceptKey, ...options }: CreateOptions,
): Promise<ExitStatus> {
  const { costPerDay: perDay, costPerMonth: perMonth, atOnce, ...named } = options;
  const database = {
    ...(passwordFile !== undefined && { passwordFile }),
    ...(ca !== undefined && { ca }),
  };
  const given = databaseOf(context, address, database);
  if (!given.ok) return refuse(context, given.problem);
  const cost = readCostLimits(context, { perDay, perMonth });
  if (!cost.ok) return refuse(context, cost.problem);
  const { currency, moneyPerDay, moneyPerMonth } = cost.value;
  const limits = {
    ...(atOnce !== undefined && { inFlight: atOnce }),
    ...named,
    ...((moneyPerDay ?? moneyPerMonth) !== null && { currency, moneyPerDay, moneyPerMonth }),
  };
  const created = await createSharedStudio(context, {
    name,
    limits,
    acceptsKey: acceptKey === true,
    ...given.value,
  });
  if (!created.ok) return refuse(context, created.problem);
  const { isNew } = created.value;
  const text = context.t(isNew ? 'studio.created' : 'studio.updated', { name });
  context.out.result({ studio: name, isNew }, text);
  return exitStatus.done;
}

async function join(
  context: Context,
  address: string,
  { station, ...database }: JoinOptions,
): Promise<ExitStatus> {
  const given = databaseOf(context, address, database);
  if (!given.ok) return refuse(context, given.problem);
  const joined = await joinSharedStudio(context, { name: station, ...given.value });
  if (!joined.ok) return refuse(context, joined.problem);
  const { studio, recorded } = joined.value;
  const text = context.t('studio.joined', { station, studio, count: recorded });
  context.out.result({ studio, station, recorded }, text);
  return exitStatus.done;
}

async function leave(context: Context): Promise<ExitStatus> {
  const left = await leaveSharedStudio(context);
  if (!left.ok) return refuse(context, left.problem);
  context.out.result(left.value, context.t('studio.left', left.value));
  return exitStatus.done;
}

async function status(context: Context): Promise<ExitStatus> {
  const found = await sharedStudioStatus(context);
  if (!found.ok) return refuse(context, found.problem);
  context.out.result(found.value, statusText(context, found.value));
  return exitStatus.done;
}

function statusText({ t, money }: Context, status: SharedStudioStatus): string {
  const { name, station, address, service, inFlight, requestsPerSecond, timeZone } = status;
  const head = [
    t('studio.heading.station'),
    t('studio.heading.seen'),
    t('studio.heading.open'),
    t('studio.heading.bought'),
  ];
  const rows = status.stations.map(({ isAlive, secondsAgo, ...one }) => [
    one.name,
    isAlive ? t('studio.online') : t('studio.seen', { seconds: secondsAgo }),
    String(one.open),
    String(one.bought),
  ]);
  const limits = limitsIn(status).map(({ per, unit, amount: most }) =>
    unit === 'images'
      ? t(`studio.limit.${per}`, { count: most })
      : t(`studio.limit.${per}.money`, {
          amount: money({ currency: status.currency, minor: most }),
        }),
  );
  return [
    t('studio.here', { station, name, address, service }),
    t('studio.limit.atOnce', { count: inFlight }),
    t('studio.limit.requests', { count: requestsPerSecond }),
    ...limits,
    ...(limits.length > 0 ? [t('studio.timeZone', { zone: timeZone })] : []),
    '',
    table(head, rows),
  ].join('\n');
}

/** Returns the connection details of the database, with the password from a file or from DARKSLIDE_STUDIO_PASSWORD. */
function databaseOf(context: Context, address: string, { passwordFile, ca }: DatabaseOptions) {
  const certificateFile = ca === undefined ? null : resolve(ca);
  const password = context.env['DARKSLIDE_STUDIO_PASSWORD'] ?? null;
  if (passwordFile === undefined) {
    return { ok: true, value: { address, password, certificateFile } } as const;
  }
  const read = readKeyFile(resolve(passwordFile));
  return read.ok
    ? ({ ok: true, value: { address, password: read.value, certificateFile } } as const)
    : read;
}
