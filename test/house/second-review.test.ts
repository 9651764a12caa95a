import { describe, expect, it } from 'vitest';
import { mistold, numbersAtStart, rowsOf, testsNamed, titledTests } from './numbered.ts';
import { textOf } from './project-files.ts';

const promised = [...numbers('A', 11), ...numbers('B', 20), ...numbers('C', 7), 'D', 'E'];
const page = textOf('docs/second-review.md');

function numbers(letter: string, most: number): string[] {
  return Array.from({ length: most }, (_, at) => `${letter}${at + 1}`);
}

/** Checks whether a title of a test or group in the file starts with the number. */
function carries(file: string, number: string): boolean {
  return new RegExp(
    `^\\s*(?:\\[?\\s*|.*(?:it|test|describe).*\\()['"\`]${number}\\b(?!\\d)`,
    'm',
  ).test(textOf(file));
}

/** Returns all mistakes in a page of this format, compared with the titles of the tests. */
function wrongs(text: string, titled: typeof titledTests = titledTests): string[] {
  // number, what is promised, the tests that check it
  const rows = rowsOf(text, String.raw`[A-E]\d*`);
  const known = rows.map(([number = '']) => number);
  return [
    ...promised.filter((number) => !known.includes(number)).map((n) => `${n} is not in the table`),
    // E with digits belongs to the Electron checklist in docs/security.md
    ...titled.flatMap(([file, source]) =>
      numbersAtStart(source, 'A-D')
        .filter((number) => !known.includes(number))
        .map((number) => `${number} in ${file} has no row`),
    ),
    ...rows.flatMap(([number = '', holds = '', where = '']) => {
      if (holds === '' || testsNamed(where).length === 0) return [`${number} names no test`];
      return mistold(number, where, carries);
    }),
  ];
}

describe('docs/second-review.md', () => {
  it('names a test with its number in each row', () => {
    expect(wrongs(page)).toEqual([]);
  });

  it('would fail for a missing row, and for a test without the number', () => {
    expect(wrongs(page.replace(/^\| B7 .*\n/m, ''))).toContain('B7 is not in the table');
    expect(
      wrongs(page.replace(/^(\| B7 .*\|).*\|$/m, '$1 `house/docs.test.ts` |')).join(),
    ).toContain('does not contain B7');
  });

  it('would fail for a number at the start of a title without a row', () => {
    const source = ["  it('A12 nobody knows', () => {", "  ['B21 nor this', 'B7 but this'],"];
    expect(wrongs(page, [['test/new.test.ts', source.join('\n')]])).toEqual([
      'A12 in test/new.test.ts has no row',
      'B21 in test/new.test.ts has no row',
    ]);
  });
});
