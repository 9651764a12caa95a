/**
 * Creates the reference pages of docs/ from the catalogue, the help of the command line and the list of
 * problems. Contains only pure functions that return text. `npm run docs` writes the pages, and
 * test/house/reference.test.ts checks that they are current.
 */
import {
  agents,
  describeAgents,
  settingText,
  takesImage,
  takesMask,
} from '#shared/agents/index.ts';
import type { AgentDescription, AgentVersion, ParameterDescription } from '#shared/agents/index.ts';
import { problemCodes } from '#shared/problem-codes.ts';
import { commandLinePage } from './command-line.ts';
import { code, generated, table } from './markdown.ts';
import { settingsPage } from './settings-page.ts';

const enumeration = new Intl.ListFormat('en-GB');

function valueText({ mustBe, choices }: ParameterDescription): string {
  if (choices === undefined) return mustBe;
  return choices
    .map(({ value, label, note }) => {
      const said = note === undefined ? label : `${label}. ${note}`;
      return `${code(value)} ${said}`;
    })
    .join('<br>');
}

function requiredText({ required, appliesWhen }: ParameterDescription): string {
  if (appliesWhen === undefined) return required === 'always' ? 'required' : '';
  const values = 'is' in appliesWhen ? appliesWhen.is : appliesWhen.isNot;
  const condition = `${code(appliesWhen.parameter)} is ${'is' in appliesWhen ? '' : 'not '}${values.map(code).join(' or ')}`;
  return `${required === 'no' ? 'only' : 'required'} when ${condition}`;
}

function whatItIs({ label, help }: ParameterDescription): string {
  return help === undefined ? `**${label}**` : `**${label}.** ${help}`;
}

function parameterTable(parameters: readonly ParameterDescription[]): string {
  return table(
    ['parameter', 'description', 'value', 'default', 'applies'],
    parameters.map((parameter) => [
      code(parameter.name),
      whatItIs(parameter),
      valueText(parameter),
      parameter.default === undefined ? '' : code(String(parameter.default)),
      requiredText(parameter),
    ]),
  );
}

/** Lists the messages for parameters that can't be combined. */
function ruleSentences({ params, rules }: AgentDescription): string {
  const notUsed = params.flatMap(({ appliesWhen }) => appliesWhen?.because ?? []);
  const together = rules.map(({ sentence, of }) =>
    sentence.replace('{parameters}', of.map(code).join(', ')),
  );
  const sentences = [...new Set([...together, ...notUsed])];
  if (sentences.length === 0) return 'None beyond those in the table.';
  return sentences.map((sentence) => `- ${sentence}`).join('\n');
}

function shellWord(text: string): string {
  return /^[\w=./:,-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

function command(agent: AgentVersion): string {
  const settings = Object.entries(agent.example).map(
    ([name, value]) => `  --set ${shellWord(settingText(name, value))}`,
  );
  const images = takesImage(agent, 'fashionModelImage') ? ['  --model-image model.jpg'] : [];
  return [
    `darkslide run photo.jpg --agent ${agent.name}`,
    ...settings,
    ...images,
    '  --out results',
  ].join(' \\\n');
}

function recipe(agent: AgentVersion): string {
  const init = takesImage(agent, 'fashionModelImage')
    ? { init: { fashionModelImage: 'model.jpg' } }
    : {};
  return JSON.stringify(
    { name: agent.title, agent: agent.name, params: agent.example, ...init },
    null,
    2,
  );
}

function further(agent: AgentVersion): string {
  const lists = agent.info?.lists ?? [];
  return [
    ...(agent.legacy ? ['Legacy: kept for existing recipes; prefer another agent.'] : []),
    ...(lists.length > 0
      ? [`${code(`darkslide info ${agent.name}`)} lists its ${enumeration.format(lists)}.`]
      : []),
    ...(takesMask(agent)
      ? [`With ${code('maskType')} ${code('custom')} it uses a mask image: ${code('--mask FILE')}.`]
      : []),
    ...(takesImage(agent, 'locationImage')
      ? [`Additional photos: ${code('--model-image FILE')}, ${code('--location-image FILE')}.`]
      : []),
  ].join(' ');
}

function useCases({ useCases }: AgentVersion): string {
  if (useCases.length === 0) return '';
  const rows = useCases.map(({ name, title, params, needs }) => [
    `${title} (${code(`--use-case ${name}`)})`,
    Object.entries(params)
      .map(([name, value]) => code(settingText(name, value)))
      .join('<br>'),
    needs.map(code).join(', '),
  ]);
  return `### Use cases\n\n${table(['use case', 'settings', 'required'], rows)}`;
}

function agentSection(agent: AgentVersion, description: AgentDescription): string {
  const versions = agents.filter(({ name }) => name === agent.name).map(({ version }) => version);
  return [
    `## ${agent.name}`,
    `${agent.purpose}. ${versions.length > 1 ? 'Versions' : 'Version'} ${versions.map(code).join(', ')}. ${further(agent)}`.trim(),
    '### Parameters',
    parameterTable(description.params),
    '### Rules',
    ruleSentences(description),
    useCases(agent),
    '### Example',
    `\`\`\`sh\n${command(agent)}\n\`\`\``,
    'The same as a recipe file:',
    `\`\`\`json\n${recipe(agent)}\n\`\`\``,
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

/** Returns docs/reference/agents.md. */
export function agentsPage(): string {
  const described = describeAgents();
  const newest = agents.filter(
    (agent, index) => agents.findIndex(({ name }) => name === agent.name) === index,
  );
  const sections = newest.map((agent) => {
    const description = described[agents.indexOf(agent)];
    if (description === undefined) throw new Error(`${agent.name} is not described`);
    return agentSection(agent, description);
  });
  return `${[
    generated('shared/agents'),
    '# Agents and their parameters',
    'The agents of the service and their parameters. Set a parameter with `--set name=value`, under `"params"` in a recipe file, or in the panel. Darkslide checks all of them before it sends anything, reports all problems together, and refuses values that would have no effect. `darkslide agents --json` prints the same as JSON.',
    table(
      ['agent', 'what it does', 'images of one run'],
      newest.map((agent) => {
        const count = agent.params.find(({ name }) => name === 'batchCount')?.kind;
        const most = count?.type === 'integer' && typeof count.max === 'number' ? count.max : '';
        return [`[${agent.name}](#${agent.name.toLowerCase()})`, agent.purpose, `1 to ${most}`];
      }),
    ),
    'Each image is charged. If you do not set `batchCount`, Darkslide sends its default, 4.',
    '## Every task',
    'These values are set when the task is created, under `"init"` in a recipe file. `originalImage` is the photo itself, so it is never part of a recipe. Only virtualtryon and changemodelbg use the two additional photos; in a recipe they can be files.',
    parameterTable(described.find(({ agent }) => agent === 'virtualtryon')?.init ?? []),
    ...sections,
  ].join('\n\n')}\n`;
}

/** Returns docs/reference/problems.md. */
export function problemsPage(): string {
  return `${[
    generated('shared/problem-codes.ts'),
    '# Problems and their codes',
    'Every problem has a message of one or two sentences and one of these codes. The code is in the output of the command line, in `"error": {"code"}` of its JSON lines, and under _Details_ on screen. A code is never renamed or reused, so scripts can rely on it.',
    table(
      ['code', 'what it means'],
      Object.entries(problemCodes).map(([name, title]) => [code(name), title]),
    ),
  ].join('\n\n')}\n`;
}

/** Every generated page, by its path in the project. */
export const pages: Readonly<Record<string, () => string | Promise<string>>> = {
  'docs/reference/agents.md': agentsPage,
  'docs/reference/command-line.md': commandLinePage,
  'docs/reference/problems.md': problemsPage,
  'docs/reference/settings.md': settingsPage,
};
