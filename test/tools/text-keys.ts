/**
 * Creates the types of the texts from the English messages: the keys of each area, and the values that each
 * message needs. Only reads files: `npm run texts` writes the types, and test/house/text-keys.test.ts checks
 * that they are current.
 */
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { areasOf, readTexts, windowAreas } from '../../renderer/texts/text-files.ts';
import { valuesOf, type ValueKind } from './message-values.ts';

const project = join(import.meta.dirname, '../..');

const types: Readonly<Record<ValueKind, string>> = {
  text: 'string | number',
  choice: 'string',
  'yes-or-no': 'boolean',
  number: 'number',
};

/** Returns the generated files by path. */
export async function textKeys(): Promise<Readonly<Record<string, string>>> {
  const areas = areasOf('en');
  return Object.fromEntries(
    await Promise.all([...areas.map(ofArea), ofWindow(windowAreas())].map(formatted)),
  );
}

type File = readonly [path: string, source: string];

function ofArea(area: string): File {
  const keys = Object.entries(readTexts('en', area)).map(([key, message]) => {
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
