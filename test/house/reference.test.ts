import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { agents, checkParams, parseSetting } from '#shared/agents/index.ts';
import { parseRecipe } from '#shared/recipe.ts';
import { pages } from '../tools/reference.ts';

const project = join(import.meta.dirname, '../..');
const agentsPage = readFileSync(join(project, 'docs/reference/agents.md'), 'utf8');

/** Returns the fenced code blocks in one language. */
function blocks(language: string): string[] {
  const fence = new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms');
  return [...agentsPage.matchAll(fence)].map((match) => match[1] ?? '');
}

describe('the generated reference pages', () => {
  it.each(Object.entries(pages))('%s is current (npm run docs)', async (path, page) => {
    expect(readFileSync(join(project, path), 'utf8')).toBe(await page());
  });

  it('show a valid recipe for every agent', () => {
    const recipes = blocks('json').map((text) => parseRecipe(JSON.parse(text)));
    expect(recipes.map((parsed) => (parsed.ok ? parsed.value.agent : parsed))).toEqual([
      ...new Set(agents.map(({ name }) => name)),
    ]);
  });

  it('show a command for every agent, with settings that are read correctly', () => {
    const commands = blocks('sh');
    expect(commands).toHaveLength(blocks('json').length);
    for (const [index, command] of commands.entries()) {
      const name = /--agent (\w+)/.exec(command)?.[1];
      const agent = agents.find((one) => one.name === name);
      if (agent === undefined) throw new Error(`command ${index} names no agent`);
      const settings = [...command.matchAll(/--set (?:'([^']*)'|(\S+))/g)].map((match) => {
        const parsed = parseSetting(agent, match[1] ?? match[2] ?? '');
        return parsed.ok ? parsed.value : [parsed.problem.code, ''];
      });
      expect(Object.fromEntries(settings)).toEqual(agent.example);
    }
  });
});

describe.each(agents)('the declarations of $name $version', (agent) => {
  it('have a valid example', () => {
    expect(checkParams(agent, agent.example)).toEqual([]);
  });

  it('have valid use cases after their ids are filled in', () => {
    for (const { params, needs } of agent.useCases) {
      const ids = Object.fromEntries(needs.map((name) => [name, 1]));
      expect(checkParams(agent, { ...params, ...ids })).toEqual([]);
    }
  });

  it('name every parameter once', () => {
    const names = agent.params.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });
});
