/**
 * Creates the types of the texts from the English messages: the keys of each area and the values that each message
 * takes. Pure but for reading: `npm run texts` writes them, and test/house/texts.test.ts keeps them current.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { valuesOf, type ValueKind } from './message-values.ts';

const project = join(import.meta.dirname, '../..');

/** Areas that the page has no part in. */
const outsideWindow: readonly string[] = ['command-line', 'desktop'];

const types: Readonly<Record<ValueKind, string>> = {
  text: 'string | number',
  choice: 'string',
  'yes-or-no': 'boolean',
  number: 'number',
};

/** Returns the names of the areas that a language has. */
export function areasOf(language: string): string[] {
  return readdirSync(join(project, 'shared/texts', language))
    .map((file) => file.replace(/\.json$/u, ''))
    .sort();
}

/** Returns the messages of an area as written. */
export function messagesOf(language: string, area: string): Readonly<Record<string, string>> {
  const path = join(project, 'shared/texts', language, `${area}.json`);
  return JSON.parse(readFileSync(path, 'utf8')) as Readonly<Record<string, string>>;
}

/** Returns the generated files by path. */
export async function textKeys(): Promise<Readonly<Record<string, string>>> {
  const areas = areasOf('en');
  const ofScreens = areas.filter((area) => !outsideWindow.includes(area));
  return Object.fromEntries(
    await Promise.all(
      [...areas.map(ofArea), ...(ofScreens.length > 0 ? [ofWindow(ofScreens)] : [])].map(formatted),
    ),
  );
}

type File = readonly [path: string, source: string];

function ofArea(area: string): File {
  const keys = Object.entries(messagesOf('en', area)).map(([key, message]) => {
    const values = [...valuesOf(message)].map(([name, kind]) => `'${name}': ${types[kind]}`);
    return `'${key}': ${values.length === 0 ? 'null' : `{ ${values.join('; ')} }`};`;
  });
  return [
    `shared/texts/keys/${area}.ts`,
    `${made}export interface ${nameOf(area)} {\n${keys.join('\n')}\n}\n`,
  ];
}

function ofWindow(areas: readonly string[]): File {
  const imports = areas.map((area) => `import type { ${nameOf(area)} } from './${area}.ts';`);
  return [
    'shared/texts/keys/window.ts',
    `${made}${imports.join('\n')}\n\nexport type WindowTexts = ${areas.map(nameOf).join(' & ')};\n`,
  ];
}

const made = '// Made from shared/texts/en by `npm run texts`.\n';

/** Returns the name of an area's interface, such as `CommandLineTexts`. */
function nameOf(area: string): string {
  const words = area.split('-').map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return `${words.join('')}Texts`;
}

async function formatted([path, source]: File): Promise<File> {
  const filepath = join(project, path);
  return [path, await format(source, { ...(await resolveConfig(filepath)), filepath })];
}
