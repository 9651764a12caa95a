import type { Command } from 'commander';
import { describeAgents, findAgent, settingText } from '#shared/agents/index.ts';
import type { AgentDescription, ParameterDescription } from '#shared/agents/index.ts';
import type { Context } from '../context.ts';
import { exitStatus, type ExitStatus } from '../exit.ts';
import { addNotes } from '../help.ts';
import type { Perform } from '../perform.ts';
import type { HelpTexts } from '../speech.ts';
import { refuse } from '../refuse.ts';
import { table } from '../table.ts';

const examples = ['darkslide agents', 'darkslide agents removeBG', 'darkslide agents --json'];

export function addAgents(program: Command, perform: Perform, t: HelpTexts): void {
  const self = program
    .command('agents')
    .description(t('agents'))
    .argument('[name]', t('agents.name'))
    .action((name: string | undefined, _options: unknown, command: Command) =>
      perform(command, (context) => Promise.resolve(listAgents(context, name))),
    );
  addNotes(self, t, { examples });
}

function listAgents(context: Context, name: string | undefined): ExitStatus {
  const { out } = context;
  const all = describeAgents();
  if (name === undefined) {
    out.result(all, overview(all));
    return exitStatus.done;
  }
  const found = findAgent(name);
  if (!found.ok) return refuse(context, found.problem);
  const named = all.filter((description) => description.agent === name);
  out.result(named, named.map(inDetail).join('\n\n'));
  return exitStatus.done;
}

function overview(all: readonly AgentDescription[]): string {
  const rows = all.map(({ agent, version, title, purpose }) => [
    agent,
    version,
    `${title}: ${purpose}`,
  ]);
  const listed = table(['AGENT', 'VERSION', 'WHAT IT DOES'], rows);
  return `${listed}\n\nAll parameters of an agent: darkslide agents NAME`;
}

function inDetail(description: AgentDescription): string {
  const { agent, version, title, purpose, params, rules, useCases } = description;
  const rows = params.map((parameter) => [
    parameter.name,
    parameter.mustBe,
    defaultText(parameter),
    requirementText(parameter),
  ]);
  const settings = table(['--set', 'MUST BE', 'DEFAULT', ''], rows, [24, 52, 20, 16]);
  const listed = rules.map(
    (rule) => `- ${rule.sentence.replace('{parameters}', rule.of.join(', '))}`,
  );
  const cases = useCases.map(({ name, title: words, params: set, needs }) => [
    name,
    words,
    Object.entries(set)
      .map(([parameter, value]) => settingText(parameter, value))
      .join(' '),
    needs.join(', '),
  ]);
  const useCaseTable =
    cases.length === 0
      ? []
      : ['', table(['--use-case', 'WHAT IT DOES', 'SETS', 'NEEDS'], cases, [24, 44, 44, 20])];
  const head = `${agent} ${version}, ${title}: ${purpose}`;
  return [head, '', settings, '', ...listed, ...useCaseTable].join('\n');
}

function defaultText(parameter: ParameterDescription): string {
  return parameter.default === undefined ? '' : String(parameter.default);
}

function requirementText({ required }: ParameterDescription): string {
  switch (required) {
    case 'always':
      return 'required';
    case 'when-it-applies':
      return 'if it applies';
    case 'no':
      return '';
  }
}
