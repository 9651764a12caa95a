import { describe, expect, it } from 'vitest';
import { fileNamed, mistold, numbersIn, rowsOf, testsNamed, titledTests } from './numbered.ts';
import { textOf } from './project-files.ts';

const promised = Array.from({ length: 89 }, (_, at) => `F${String(at + 1).padStart(2, '0')}`);
const page = textOf('docs/reliability.md');

/** Returns the text under a heading, up to the next heading. */
function chapter(text: string, heading: string): string {
  return text.split(/^#+ /m).find((part) => part.startsWith(`${heading}\n`)) ?? '';
}

/** Parses `- **F45**, **F54** text` into numbers and text; one entry may belong to several rows. */
function entriesOf(text: string): { readonly number: string; readonly said: string }[] {
  return text
    .split(/^- /m)
    .slice(1)
    .flatMap((entry) => {
      const [heads = '', said = ''] = entry.split(/(?<=\*\*) (?!\*\*)/s);
      return [...heads.matchAll(/\*\*(F\d\d)\*\*/g)].map(([, number = '']) => ({ number, said }));
    });
}

/** The test files that have a number in a title, by number. */
type Shown = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * Returns the files in which each number is tested. Only tests of `npm test` count, because a long test only
 * supplements a short one with the same number.
 */
function shownIn(sources: readonly (readonly [file: string, source: string])[]): Shown {
  const shown = new Map<string, Set<string>>();
  for (const [file, source] of sources) {
    for (const number of numbersIn(source, 'F')) {
      shown.set(number, (shown.get(number) ?? new Set()).add(file));
    }
  }
  return shown;
}

const shownAtAll = shownIn(titledTests);
const shownBy = shownIn(titledTests.filter(([file]) => !file.endsWith('.long.test.ts')));
const isShown = (file: string, number: string) => shownBy.get(number)?.has(file) === true;

/** Returns all mistakes in a page of this format, compared with the titles of the tests. */
function wrongs(text: string, titled: Shown = shownAtAll): string[] {
  const rows = rowsOf(text, String.raw`F\d\d`);
  const standIns = entriesOf(chapter(text, 'What these tests cannot show'));
  const known = rows.map(([number = '']) => number);
  const excused = standIns.map(({ number }) => number);
  return [
    ...promised.filter((n) => !known.includes(n)).map((n) => `${n} is not in the table`),
    ...known.filter((n, at) => known.indexOf(n) !== at).map((n) => `${n} is in the table twice`),
    ...[...titled].flatMap(([n, where]) =>
      known.includes(n) ? [] : [`${n} in ${[...where].join(', ')} has no row`],
    ),
    ...rows
      .filter((cells) => cells.length !== 4 || cells.includes(''))
      .map(([n]) => `${n} has an empty cell`),
    ...promised
      .filter((n) => !shownBy.has(n) && !excused.includes(n))
      .map((n) => `${n} has neither a test nor an entry`),
    ...rows.flatMap(([n = '', , , where = '']) => [
      ...mistold(n, where, isShown),
      ...(shownBy.has(n) && testsNamed(where).length === 0 ? [`${n} names no test`] : []),
    ]),
    ...standIns.flatMap(({ number, said }) => [
      ...(/instead:/.test(said) ? [] : [`the entry of ${number} names no substitute`]),
      ...testsNamed(said).flatMap((name) => (fileNamed(name) ? [] : [`${name} does not exist`])),
    ]),
  ];
}

describe('the fault matrix in docs/reliability.md', () => {
  it('has every row, each with a test of its number or an entry that says why there is none', () => {
    expect(wrongs(page)).toEqual([]);
  });

  it.each([
    ['a row is missing', /^\| F07 .*\n/m, '', 'F07 is not in the table'],
    ['a row exists twice', /^\| F07 .*\n/m, '$&$&', 'F07 is in the table twice'],
    [
      'a row names a file that does not exist',
      /service\/execute\.test\.ts/,
      'service/no-such.test.ts',
      'names service/no-such.test.ts, which does not exist',
    ],
    [
      'a row names a file without its number',
      /^(\| F07 .*`)[\w/.-]+\.test\.ts/m,
      '$1shared/recipe.test.ts',
      'does not contain F07',
    ],
    ['an entry without a test names no substitute', /instead:/, '', 'names no substitute'],
    ['a row has neither a test nor an entry', /^\| F21 .*\n/m, '', 'F21 is not in the table'],
  ])('would fail if %s', (_what, there, instead, expected) => {
    const spoilt = page.replace(there, instead);
    expect(spoilt).not.toBe(page);
    expect(wrongs(spoilt).join('\n')).toContain(expected);
  });

  it('would fail for a number in a title without a row', () => {
    const source = ["it('F90 nobody knows', () => {", "  ['F190 nor this', 'F07 but this'],"];
    const titled = shownIn([['test/new.spec.ts', source.join('\n')]]);
    expect(wrongs(page, titled)).toEqual([
      'F90 in test/new.spec.ts has no row',
      'F190 in test/new.spec.ts has no row',
    ]);
  });
});
