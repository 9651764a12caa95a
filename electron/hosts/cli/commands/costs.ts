import { Option, type Command } from 'commander';
import { daysOfMonth } from '#shared/day.ts';
import { costGroups, type CostGroup, type Costs, type CostSum } from '#shared/views/costs.ts';
import { listCosts } from '../../../app/command-line/list-costs.ts';
import { costsCsv, costsJson } from '../../../app/costs/files.ts';
import type { Context } from '../context.ts';
import { exitStatus, type ExitStatus } from '../exit.ts';
import { addNotes } from '../help.ts';
import type { Perform } from '../perform.ts';
import { refuse } from '../refuse.ts';
import type { HelpTexts } from '../speech.ts';
import { table } from '../table.ts';
import { day, month } from '../values.ts';

interface CostsOptions {
  readonly by: CostGroup;
  readonly month?: string;
  readonly from?: string;
  readonly to?: string;
  readonly csv?: true;
}

const examples = [
  'darkslide costs --month 2026-11',
  'darkslide costs --by folder --from 2026-11-01 --to 2026-11-15 --csv',
  'darkslide costs --by client --month 2026-11 --json',
];

export function addCosts(program: Command, perform: Perform, t: HelpTexts): void {
  const self = program
    .command('costs')
    .description(t('costs'))
    .addOption(new Option('--by <group>', t('costs.by')).choices(costGroups).default('day'))
    .addOption(
      new Option('--month <month>', t('costs.month')).argParser(month).conflicts(['from', 'to']),
    )
    .option('--from <day>', t('costs.from'), day)
    .option('--to <day>', t('costs.to'), day)
    .option('--csv', t('costs.csv'))
    .action((options: CostsOptions, command: Command) =>
      perform(command, (context) => showCosts(context, options)),
    );
  addNotes(self, t, { notes: t('costs.notes'), examples });
}

async function showCosts(context: Context, options: CostsOptions): Promise<ExitStatus> {
  const { by, csv, month: whole } = options;
  const { from = null, to = null } = options;
  const period = whole === undefined ? { from, to } : daysOfMonth(whole);
  const listed = await listCosts(context, { by, ...period });
  if (!listed.ok) return refuse(context, listed.problem);
  const costs = listed.value;
  const text = csv === true ? costsCsv(costs).trimEnd() : textOf(context, costs);
  context.out.result(costsJson(costs), text);
  return exitStatus.done;
}

function textOf({ t, money }: Context, { by, lines, totals, taxNote }: Costs): string {
  if (lines.length === 0) return t('costs.none');
  const cellsOf = (group: string, { outcome, runs, images, currency, minor }: CostSum) => [
    group,
    t(`costs.outcome.${outcome}`),
    String(runs),
    String(images),
    currency === null ? '' : money({ currency, minor }),
  ];
  const head = [
    t(`costs.heading.${by}`),
    t('costs.heading.outcome'),
    t('costs.heading.runs'),
    t('costs.heading.images'),
    t('costs.heading.amount'),
  ];
  const rows = lines.map((line) => cellsOf(line.group ?? t('costs.noGroup'), line));
  const sums = totals.map((sum) => cellsOf(t('costs.total'), sum));
  const note = taxNote === '' ? [] : ['', taxNote];
  return [table(head, [...rows, ...sums]), ...note].join('\n');
}
