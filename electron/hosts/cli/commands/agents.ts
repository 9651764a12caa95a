import type { Command } from 'commander';
import { agents, describeAgents, findAgent, settingText } from '#shared/agents/index.ts';
import type { AgentDescription, AgentVersion, ParameterDescription } from '#shared/agents/index.ts';
import { problemOf } from '#shared/page-failure.ts';
import type { Context } from '../context.ts';
import { exitStatus, type ExitStatus } from '../exit.ts';
import { addNotes } from '../help.ts';
import type { Perform } from '../perform.ts';
import { namesIn, type HelpTexts, type Speech, type Texts } from '../speech.ts';
import { refuse } from '../refuse.ts';
import { table } from '../table.ts';

const examples = ['darkslide agents', 'darkslide agents removeBG', 'darkslide agents --json'];

export function addAgents(program: Command, perform: Perform, t: HelpTexts): void {
  const self = program
    .command('agents')
    .description(t('agents'))
    .argument('[name]', t('agents.name'))
    .action((name: string | undefined, _options: unknown, command: Command) =>
      perform(command, (context) => listAgents(context, name)),
    );
  addNotes(self, t, { examples });
}

async function listAgents(context: Context, name: string | undefined): Promise<ExitStatus> {
  const { out, t } = context;
  const all = describeAgents();
  const known = await namesIn(context.language, 'catalogue');
  const label = (english: string) => known(english, english);
  if (name === undefined) {
    out.result(all, overview(t, label, all));
    return exitStatus.done;
  }
  const found = findAgent(name);
  if (!found.ok) return refuse(context, found.problem);
  const named = all.filter((description) => description.agent === name);
  const rules = agents.filter((agent) => agent.name === name).map((agent) => agent.rules);
  const texts = named.map((description, at) =>
    inDetail(context, label, { ...description, rules: rules[at] ?? [] }),
  );
  out.result(named, texts.join('\n\n'));
  return exitStatus.done;
}

type Label = (english: string) => string;

function overview(t: Texts, label: Label, all: readonly AgentDescription[]): string {
  const rows = all.map(({ agent, version, title, purpose }) => [
    agent,
    version,
    t('agents.purpose', { title: label(title), purpose: label(purpose) }),
  ]);
  const head = (['agent', 'version', 'purpose'] as const).map((name) =>
    t(`agents.heading.${name}`),
  );
  return [table(head, rows), '', t('agents.more')].join('\n');
}

/** An agent with the keys of its rules instead of their texts. */
type Described = Omit<AgentDescription, 'rules'> & Pick<AgentVersion, 'rules'>;

function inDetail({ t, told }: Speech, label: Label, description: Described): string {
  const { agent, version, title, purpose, params, rules, useCases } = description;
  const rows = params.map((parameter) => [
    parameter.name,
    parameter.mustBe,
    parameter.default === undefined ? '' : String(parameter.default),
    requirementText(t, parameter),
  ]);
  const heads = ['--set', t('agents.heading.mustBe'), t('agents.heading.default'), ''];
  const settings = table(heads, rows, [24, 52, 20, 16]);
  const listed = rules.map(
    ({ sentence, of }) => `- ${told(problemOf(sentence, { parameters: of.join(', ') }))}`,
  );
  const cases = useCases.map((useCase) => [
    useCase.name,
    label(useCase.title),
    Object.entries(useCase.params)
      .map(([parameter, value]) => settingText(parameter, value))
      .join(' '),
    useCase.needs.join(', '),
  ]);
  const caseHeads = (['useCase', 'sets', 'needs'] as const).map((name) =>
    t(`agents.heading.${name}`),
  );
  const useCaseTable =
    cases.length === 0 ? [] : ['', table(['--use-case', ...caseHeads], cases, [24, 44, 44, 20])];
  const head = t('agents.title', { agent, version, title: label(title), purpose: label(purpose) });
  return [head, '', settings, '', ...listed, ...useCaseTable].join('\n');
}

function requirementText(t: Texts, { required }: ParameterDescription): string {
  switch (required) {
    case 'always':
      return t('agents.required');
    case 'when-it-applies':
      return t('agents.requiredIf');
    case 'no':
      return '';
  }
}
