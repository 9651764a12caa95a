import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { project, projectFiles } from './project-files.ts';

const files = projectFiles();

export const textOf = (file: string) => readFileSync(join(project, file), 'utf8');

/** The test files of the project with their text, but for those of the house. */
export const titledTests = files
  .filter((file) => /\.(test|spec)\.ts$/.test(file) && !file.startsWith('test/house/'))
  .map((file) => [file, textOf(file)] as const);

/** The rows of the table in a page whose first cell is such a number: that and the other cells. */
export function rowsOf(page: string, number: string): string[][] {
  const rows = page.matchAll(new RegExp(`^\\| (${number}) +\\|(.*)\\|$`, 'gm'));
  return [...rows].map(([, first = '', rest = '']) => [
    first,
    ...rest.split('|').map((cell) => cell.trim()),
  ]);
}

/** What is wrong with the test files that a row names: each has to be there, and to speak of its number. */
export function mistold(
  number: string,
  where: string,
  speaksOf: (file: string, number: string) => boolean,
): string[] {
  return testsNamed(where).flatMap((name) => {
    const file = fileNamed(name);
    if (file === undefined) return [`${number} names ${name}, which is not there`];
    return speaksOf(file, number) ? [] : [`${name} does not speak of ${number}`];
  });
}

/** Test files that a text names, in full or by the end of their path. */
export function testsNamed(text: string): string[] {
  return [...text.matchAll(/`([\w./-]+\.(?:test|spec)\.ts)`/g)].map(([, name = '']) => name);
}

/** The file of the project that is named so; undefined where there is none. */
export function fileNamed(name: string): string | undefined {
  return files.find((file) => `/${file}`.endsWith(`/${name}`));
}

/** Numbers such as F07 in the titles of a test file, also of those that stand in a table of cases. */
export function numbersIn(source: string, letter: string): string[] {
  const number = new RegExp(`\\b${letter}\\d{2,}\\b`, 'g');
  return quoted(source).flatMap((title) => title.match(number) ?? []);
}

/** Numbers such as A7 that titles of a test file start with, also of those in a table of cases. */
export function numbersAtStart(source: string, letters: string): string[] {
  const number = new RegExp(`^[${letters}][1-9]\\d*(?= )`);
  return quoted(source).flatMap((title) => number.exec(title) ?? []);
}

/** The texts in quotation marks, without those in comments. */
function quoted(source: string): string[] {
  const code = source
    .split('\n')
    .filter((line) => !/^\s*(\/\/|\/?\*)/.test(line))
    .map((line) => line.replace(/ \/\/ .*$/, ''))
    .join('\n');
  const texts = code.matchAll(/(['"`])((?:(?!\1|\\|\n).|\\.)*)\1/g);
  return [...texts].map(([, , text = '']) => text);
}
