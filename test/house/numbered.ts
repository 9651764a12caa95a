import { projectFiles, textOf } from './project-files.ts';

const files = projectFiles();

/** All test files outside test/house, with their text. */
export const titledTests = files
  .filter((file) => /\.(test|spec)\.ts$/.test(file) && !file.startsWith('test/house/'))
  .map((file) => [file, textOf(file)] as const);

/** Returns the table rows of a page whose first cell matches `number`; a row is a list of cells. */
export function rowsOf(page: string, number: string): string[][] {
  const rows = page.matchAll(new RegExp(`^\\| (${number}) +\\|(.*)\\|$`, 'gm'));
  return [...rows].map(([, first = '', rest = '']) => [
    first,
    ...rest.split('|').map((cell) => cell.trim()),
  ]);
}

/** Returns the mistakes in the test files of a row: each file must exist and contain the number of the row. */
export function mistold(
  number: string,
  where: string,
  speaksOf: (file: string, number: string) => boolean,
): string[] {
  return testsNamed(where).flatMap((name) => {
    const file = fileNamed(name);
    if (file === undefined) return [`${number} names ${name}, which does not exist`];
    return speaksOf(file, number) ? [] : [`${name} does not contain ${number}`];
  });
}

/** Returns the test files named in a text, by the full path or the end of the path. */
export function testsNamed(text: string): string[] {
  return [...text.matchAll(/`([\w./-]+\.(?:test|spec)\.ts)`/g)].map(([, name = '']) => name);
}

/** Returns the file of the project whose path is or ends with this name; undefined if there is none. */
export function fileNamed(name: string): string | undefined {
  return files.find((file) => `/${file}`.endsWith(`/${name}`));
}

/** Returns numbers such as F07 in the titles of a test file, including titles in tables of cases. */
export function numbersIn(source: string, letter: string): string[] {
  const number = new RegExp(`\\b${letter}\\d{2,}\\b`, 'g');
  return quoted(source).flatMap((title) => title.match(number) ?? []);
}

/** Returns numbers such as A7 at the start of titles in a test file, including titles in tables of cases. */
export function numbersAtStart(source: string, letters: string): string[] {
  const number = new RegExp(`^[${letters}][1-9]\\d*(?= )`);
  return quoted(source).flatMap((title) => number.exec(title) ?? []);
}

/** Returns all quoted texts in a source, except those in comments. */
function quoted(source: string): string[] {
  const code = source
    .split('\n')
    .filter((line) => !/^\s*(\/\/|\/?\*)/.test(line))
    .map((line) => line.replace(/ \/\/ .*$/, ''))
    .join('\n');
  const texts = code.matchAll(/(['"`])((?:(?!\1|\\|\n).|\\.)*)\1/g);
  return [...texts].map(([, , text = '']) => text);
}
