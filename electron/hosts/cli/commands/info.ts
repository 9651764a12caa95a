import { failure } from '#shared/failure.ts';
import { Option, type Command } from 'commander';
import { agents, findAgent, type AgentVersion } from '#shared/agents/index.ts';
import { infoPage } from '#shared/limits.ts';
import { success, type Outcome } from '#shared/problem.ts';
import type { AgentInfo } from '#shared/service.ts';
import { infoCommand } from '../../../app/command-line/info.ts';
import type { Context } from '../context.ts';
import { exitStatus, type ExitStatus } from '../exit.ts';
import { operate } from '../operate.ts';
import { addNotes } from '../help.ts';
import type { Perform } from '../perform.ts';
import type { HelpTexts, Texts } from '../speech.ts';
import { refuse } from '../refuse.ts';
import { table } from '../table.ts';
import { count } from '../values.ts';

interface InfoOptions {
  readonly agentVersion?: string;
  readonly page?: number;
  readonly pageSize?: number;
  readonly resourceType?: 'locations' | 'fashionModels';
}

const examples = [
  'darkslide info removeBG',
  'darkslide info aimodel --resource-type locations --page 2 --page-size 100 --json',
];

export function addInfo(program: Command, perform: Perform, t: HelpTexts): void {
  const self = program
    .command('info')
    .description(t('info'))
    .argument('<agent>', t('agents.name'))
    .option('--agent-version <v>', t('option.agentVersion'))
    .option('--page <n>', t('info.page'), count)
    .option('--page-size <n>', t('info.pageSize', { most: infoPage.pageSizeMax }), count)
    .addOption(
      new Option('--resource-type <t>', t('info.resourceType')).choices([
        'locations',
        'fashionModels',
      ]),
    )
    .action((name: string, options: InfoOptions, command: Command) =>
      perform(command, (context) => showInfo(context, name, options)),
    );
  addNotes(self, t, { examples });
}

async function showInfo(context: Context, name: string, options: InfoOptions): Promise<ExitStatus> {
  const agent = findAgent(name, options.agentVersion);
  if (!agent.ok) return refuse(context, agent.problem);
  const checked = checkOptions(agent.value, options);
  if (!checked.ok) return refuse(context, checked.problem);
  const { page, pageSize, resourceType } = options;
  const { name: agentName, version: agentVersion } = agent.value;
  const input = { agentName, agentVersion, page, pageSize, resourceType };
  const told = await operate(context, {
    channel: 'info',
    useCase: infoCommand,
    input,
    takeOver: () => input,
  });
  if (!told.ok) return refuse(context, told.problem);
  context.out.result(told.value, infoText(context.t, told.value));
  return exitStatus.done;
}

function checkOptions({ name, info }: AgentVersion, options: InfoOptions): Outcome<void> {
  if (info === null) {
    const others = agents.flatMap((agent) => (agent.info === null ? [] : [agent.name]));
    return failure('usage.no-lists', { agent: name, agents: [...new Set(others)] });
  }
  if ((options.pageSize ?? 0) > infoPage.pageSizeMax) {
    return failure('usage.page-size', {
      most: infoPage.pageSizeMax,
      given: options.pageSize ?? 0,
    });
  }
  if (options.resourceType !== undefined && !info.resourceType) {
    return failure('usage.resource-type', { agent: name });
  }
  return success();
}

function infoText(t: Texts, info: AgentInfo): string {
  const { pagination } = info;
  const parts = [
    list(t, 'scenes', info.locations, ({ id, name, type, status }) => [
      String(id),
      name,
      type,
      status ?? '',
    ]),
    list(t, 'models', info.fashionModels, ({ id, name, type, status }) => [
      String(id),
      name,
      type,
      status ?? '',
    ]),
    list(t, 'sizes', info.dimensions, ({ name, width, height }) => [name, `${width} × ${height}`]),
    list(t, 'backgrounds', info.backgrounds, ({ id, name }) => [String(id), name]),
    list(t, 'tags', info.tags, ({ id, name }) => [String(id), name]),
  ].filter((part) => part !== '');
  const isLast =
    (pagination?.locations?.isLastPage ?? true) && (pagination?.fashionModels?.isLastPage ?? true);
  const more = isLast ? [] : [t('info.next', { page: (pagination?.page ?? 1) + 1 })];
  return [...parts, ...more].join('\n\n');
}

function list<T>(
  t: Texts,
  name: 'scenes' | 'models' | 'sizes' | 'backgrounds' | 'tags',
  entries: readonly T[] | undefined,
  row: (entry: T) => readonly string[],
): string {
  if (entries === undefined) return '';
  const title = t(`info.${name}`);
  if (entries.length === 0) return t('info.none', { title });
  return [title, table([], entries.map(row))].join('\n');
}
