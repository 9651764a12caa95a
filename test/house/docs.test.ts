import { existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { agents, checkParams, parseSetting } from '#shared/agents/index.ts';
import { parseRecipe } from '#shared/recipe.ts';
import { programFor } from '#electron/hosts/cli/program.ts';
import { english } from '#electron/hosts/cli/speech.ts';
import { project, projectFiles, textOf } from './project-files.ts';

const pages = projectFiles().filter((file) => file.endsWith('.md'));
const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> };

/** Returns the text of a page without its code blocks and inline code, because links in code do not count. */
function prose(page: string): string {
  return page.replaceAll(/^```.*?^```/gms, '').replaceAll(/`[^`\n]*`/g, 'code');
}

/** Returns the anchors of the headings on a page, as GitHub creates them. */
function anchors(file: string): Set<string> {
  const headings = textOf(file)
    .replaceAll(/^```.*?^```/gms, '')
    .matchAll(/^#+ (.+)$/gm);
  return new Set(
    [...headings].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
}

interface Link {
  readonly page: string;
  readonly to: string;
}

const links: readonly Link[] = pages.flatMap((page) =>
  [...prose(textOf(page)).matchAll(/\]\(([^)\s]+)\)|(?:src|srcset|href)="([^"]+)"/g)].map(
    (match) => ({ page, to: match[1] ?? match[2] ?? '' }),
  ),
);
const inside = links.filter(({ to }) => !/^[a-z]+:/.test(to));

/** Returns why a link inside the project is broken; undefined if it is valid. */
function broken({ page, to }: Link): string | undefined {
  const [path = '', anchor] = to.split('#');
  const target = path === '' ? page : join(dirname(page), path);
  if (!existsSync(join(project, target))) return `${page}: ${to} does not exist`;
  if (anchor === undefined || statSync(join(project, target)).isDirectory()) return undefined;
  return anchors(target).has(anchor) ? undefined : `${page}: the heading of ${to} does not exist`;
}

/** All commands in fenced `sh` blocks, with joined continuation lines and without comments. */
const commands = pages.flatMap((page) =>
  [...textOf(page).matchAll(/^```sh\n(.*?)^```/gms)].flatMap(([, block = '']) =>
    block
      .replaceAll(/\\\n\s*/g, '')
      .split('\n')
      .filter((line) => line.trim() !== '' && !line.startsWith('#'))
      .map((line) => ({ page, line })),
  ),
);

/** Returns the arguments of a `darkslide` command; null for any other program. */
function wordsOf(line: string): string[] | null {
  const called = /(?:^|\s)(?:npm run -s darkslide -- ?|darkslide )(.*)$/.exec(line)?.[1];
  if (called === undefined) return null;
  const before = called.split(/\s(?:#|\||&&|>)\s?/)[0] ?? '';
  return [...before.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(
    ([, single, double, bare]) => single ?? double ?? bare ?? '',
  );
}
const calls = commands.flatMap(({ page, line }) => {
  const words = wordsOf(line);
  return words === null ? [] : [{ page, line, words }];
});

/**
 * Returns the error with which the program would refuse a command line; undefined if the program accepts it.
 * Does not run the command.
 */
async function refusal(words: readonly string[]): Promise<string | undefined> {
  try {
    const program = await programFor(words, () => Promise.resolve(), english);
    await program.parseAsync(words, { from: 'user' });
    return undefined;
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    return code?.startsWith('commander.help') ? undefined : message;
  }
}

/** Returns the problems with the values of `--set` in a command that names an agent. */
function settingProblems(words: readonly string[]): unknown[] {
  const agent = agents.find(({ name }) => name === words[words.indexOf('--agent') + 1]);
  if (!words.includes('--agent') || agent === undefined) return [];
  const read = words
    .flatMap((word, at) => (words[at - 1] === '--set' ? [word] : []))
    .map((word) => parseSetting(agent, word));
  const values = read.flatMap((setting) => (setting.ok ? [setting.value] : []));
  return [
    ...read.filter((setting) => !setting.ok),
    ...checkParams(agent, Object.fromEntries(values), { maskGiven: words.includes('--mask') }),
  ];
}

describe('the documentation', () => {
  it('has valid links', () => {
    expect(inside.length).toBeGreaterThan(10);
    expect(inside.flatMap((link) => broken(link) ?? [])).toEqual([]);
  });

  it('names only files that exist', () => {
    const written = pages.filter((page) => !page.startsWith('docs/reference/'));
    const named = written.flatMap((page) =>
      [...textOf(page).matchAll(/`([\w./-]+\/[\w.-]+\.(?:ts|cjs))`/g)].map(
        (match) => match[1] ?? '',
      ),
    );
    const all = projectFiles();
    expect(named).toContain('electron/engine/queue/execute.ts');
    expect(named.filter((name) => !all.some((file) => `/${file}`.endsWith(`/${name}`)))).toEqual(
      [],
    );
  });

  it('names only scripts that exist', () => {
    const named = pages.flatMap((page) =>
      [...textOf(page).matchAll(/npm run (?:-s )?([\w:]+)/g)].map((match) => match[1] ?? ''),
    );
    expect(named).toContain('darkslide');
    expect(named.filter((script) => !(script in scripts))).toEqual([]);
  });

  it('shows valid commands, whose settings have no problems', async () => {
    expect(calls.length).toBeGreaterThan(8);
    for (const { page, line, words } of calls) {
      const said = { page, line, refusal: await refusal(words), problems: settingProblems(words) };
      expect(said).toEqual({ page, line, refusal: undefined, problems: [] });
    }
  });

  it('shows valid recipes', () => {
    const recipes = pages
      .flatMap((page) => [...textOf(page).matchAll(/^```json\n(.*?)^```/gms)])
      .map(([, block = '']) => JSON.parse(block) as object)
      .filter((json) => 'agent' in json);
    expect(recipes.length).toBeGreaterThan(5);
    for (const recipe of recipes) expect(parseRecipe(recipe)).toMatchObject({ ok: true });
  });
});

describe('CONTRIBUTING.md', () => {
  it('explains every script', () => {
    const page = textOf('CONTRIBUTING.md');
    const explained = (script: string) =>
      new RegExp(`\`npm (?:run (?:-s )?)?${script}\``).test(page);
    expect(Object.keys(scripts).filter((script) => !explained(script))).toEqual([]);
  });

  it('lists the pinned versions in package.json', () => {
    const { devDependencies } = JSON.parse(textOf('package.json')) as {
      devDependencies: Record<string, string>;
    };
    const kept = [
      ...textOf('CONTRIBUTING.md').matchAll(/^\| ([\w-]+) +\| (\d[\d.]*) +\| \d[\d.]* +\|$/gm),
    ].map(([, name = '', version]) => [name, version] as const);
    expect(kept.length).toBeGreaterThan(2);
    expect(kept).toEqual(kept.map(([name]) => [name, devDependencies[name]]));
  });
});

describe('CHANGELOG.md', () => {
  it('describes the version in package.json, or unreleased changes', () => {
    const { version } = JSON.parse(textOf('package.json')) as { version: string };
    const told = [...textOf('CHANGELOG.md').matchAll(/^## \[([^\]]+)\]/gm)].map(
      (match) => match[1],
    );
    expect(told[0] === 'Unreleased' || told[0] === version).toBe(true);
  });
});
