import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fileNamed, numbersAtStart, testsNamed } from './numbered.ts';
import { project, projectFiles } from './project-files.ts';

const promised = [...numbers('A', 11), ...numbers('B', 20), ...numbers('C', 7), 'D', 'E'];
const page = readFileSync(join(project, 'docs/second-review.md'), 'utf8');

function numbers(letter: string, most: number): string[] {
  return Array.from({ length: most }, (_, at) => `${letter}${at + 1}`);
}

/** The rows of the table: number, what holds, the tests that show it. */
function rowsOf(text: string): string[][] {
  return [...text.matchAll(/^\| ([A-E]\d*) +\|(.*)\|$/gm)].map(([, number = '', rest = '']) => [
    number,
    ...rest.split('|').map((cell) => cell.trim()),
  ]);
}

/** Whether the title of a test or a group in the file starts with the number. */
function carries(file: string, number: string): boolean {
  const source = readFileSync(join(project, file), 'utf8');
  return new RegExp(
    `^\\s*(?:\\[?\\s*|.*(?:it|test|describe).*\\()['"\`]${number}\\b(?!\\d)`,
    'm',
  ).test(source);
}

const sources = projectFiles()
  .filter((file) => /\.(test|spec)\.ts$/.test(file) && !file.startsWith('test/house/'))
  .map((file) => [file, readFileSync(join(project, file), 'utf8')] as const);

/** Everything wrong with a page of this shape, and with the titles that it is to know. */
function wrongs(text: string, titled = sources): string[] {
  const rows = rowsOf(text);
  const known = rows.map(([number = '']) => number);
  return [
    ...promised.filter((number) => !known.includes(number)).map((n) => `${n} is not in the table`),
    // E with digits is the list of Electron, in docs/security.md
    ...titled.flatMap(([file, source]) =>
      numbersAtStart(source, 'A-D')
        .filter((number) => !known.includes(number))
        .map((number) => `${number} in ${file} has no row`),
    ),
    ...rows.flatMap(([number = '', holds = '', where = '']) => {
      const named = testsNamed(where);
      if (holds === '' || named.length === 0) return [`${number} names no test`];
      return named.flatMap((name) => {
        const file = fileNamed(name);
        if (file === undefined) return [`${number} names ${name}, which does not exist`];
        return carries(file, number) ? [] : [`${name} has no test of ${number}`];
      });
    }),
  ];
}

describe('docs/second-review.md', () => {
  it('names a test with the number of each row', () => {
    expect(wrongs(page)).toEqual([]);
  });

  it('would fail for a row that is missing, and for a test that does not carry the number', () => {
    expect(wrongs(page.replace(/^\| B7 .*\n/m, ''))).toContain('B7 is not in the table');
    expect(
      wrongs(page.replace(/^(\| B7 .*\|).*\|$/m, '$1 `house/docs.test.ts` |')).join(),
    ).toContain('has no test of B7');
  });

  it('would fail for a number at the start of a title that has no row', () => {
    const source = ["  it('A12 nobody knows', () => {", "  ['B21 nor this', 'B7 but this'],"];
    expect(wrongs(page, [['test/new.test.ts', source.join('\n')]])).toEqual([
      'A12 in test/new.test.ts has no row',
      'B21 in test/new.test.ts has no row',
    ]);
  });
});
