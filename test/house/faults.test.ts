import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fileNamed, numbersIn, testsNamed } from './numbered.ts';
import { project, projectFiles } from './project-files.ts';

const promised = numbers(1, 89);

const page = readFileSync(join(project, 'docs/reliability.md'), 'utf8');
const files = projectFiles();

function numbers(from: number, to: number): string[] {
  return Array.from({ length: to - from + 1 }, (_, at) => `F${String(from + at).padStart(2, '0')}`);
}

/** What stands under a heading, up to the next one. */
function chapter(text: string, heading: string): string {
  return text.split(/^#+ /m).find((part) => part.startsWith(`${heading}\n`)) ?? '';
}

/** The cells of each row of the matrix. */
function rowsOf(text: string): string[][] {
  return [...text.matchAll(/^\| (F\d\d) +\|(.*)\|$/gm)].map(([, number = '', rest = '']) => [
    number,
    ...rest.split('|').map((cell) => cell.trim()),
  ]);
}

/** `- **F45**, **F54** text` as number and text; an entry may speak for several rows. */
function entriesOf(text: string): { readonly number: string; readonly said: string }[] {
  return text
    .split(/^- /m)
    .slice(1)
    .flatMap((entry) => {
      const [heads = '', said = ''] = entry.split(/(?<=\*\*) (?!\*\*)/s);
      return [...heads.matchAll(/\*\*(F\d\d)\*\*/g)].map(([, number = '']) => ({ number, said }));
    });
}

/** The files that each number stands in a title of. */
type Shown = ReadonlyMap<string, ReadonlySet<string>>;

/** Those of `npm test` only: a long test runs beside a short one of the same number. */
function shownIn(sources: readonly (readonly [file: string, source: string])[]): Shown {
  const shown = new Map<string, Set<string>>();
  for (const [file, source] of sources) {
    for (const number of numbersIn(source, 'F')) {
      shown.set(number, (shown.get(number) ?? new Set()).add(file));
    }
  }
  return shown;
}

const sources = files
  .filter((file) => /\.(test|spec)\.ts$/.test(file) && !file.startsWith('test/house/'))
  .map((file) => [file, readFileSync(join(project, file), 'utf8')] as const);
const shownAtAll = shownIn(sources);
const shownBy = shownIn(sources.filter(([file]) => !file.endsWith('.long.test.ts')));

/** Everything wrong with a page of this shape, and with the titles that it is to know. */
function wrongs(text: string, titled: Shown = shownAtAll): string[] {
  const rows = rowsOf(text);
  const standIns = entriesOf(chapter(text, 'What this machine cannot show'));
  const known = rows.map(([number = '']) => number);
  const excused = standIns.map(({ number }) => number);
  return [
    ...promised.filter((n) => !known.includes(n)).map((n) => `${n} is not in the table`),
    ...known.filter((n, at) => known.indexOf(n) !== at).map((n) => `${n} is there twice`),
    ...[...titled].flatMap(([n, where]) =>
      known.includes(n) ? [] : [`${n} in ${[...where].join(', ')} has no row`],
    ),
    ...rows
      .filter((cells) => cells.length !== 4 || cells.includes(''))
      .map(([n]) => `${n} has a gap`),
    ...promised
      .filter((n) => !shownBy.has(n) && !excused.includes(n))
      .map((n) => `${n} has neither a test nor an entry`),
    ...rows.flatMap(([n = '', , , where = '']) => [
      ...testsNamed(where).flatMap((name) => mistold(n, name)),
      ...(shownBy.has(n) && testsNamed(where).length === 0 ? [`${n} names no test`] : []),
    ]),
    ...standIns.flatMap(({ number, said }) => [
      ...(/instead:/.test(said) ? [] : [`the entry of ${number} names no stand-in`]),
      ...testsNamed(said).flatMap((name) => (fileNamed(name) ? [] : [`${name} is not there`])),
    ]),
  ];
}

function mistold(number: string, name: string): string[] {
  const file = fileNamed(name);
  if (file === undefined) return [`${number} names ${name}, which is not there`];
  return shownBy.get(number)?.has(file) === true ? [] : [`${name} does not speak of ${number}`];
}

describe('the fault matrix in docs/reliability.md', () => {
  it('has every row, each with a test of its number or an entry that says why not', () => {
    expect(wrongs(page)).toEqual([]);
  });

  it.each([
    [
      'a row is missing',
      (text: string) => text.replace(/^\| F07 .*\n/m, ''),
      'F07 is not in the table',
    ],
    [
      'a row is there twice',
      (text: string) => text.replace(/^\| F07 .*\n/m, (row) => row + row),
      'F07 is there twice',
    ],
    [
      'a file is named that is not there',
      (text: string) => text.replace('service/execute.test.ts', 'service/no-such.test.ts'),
      'names service/no-such.test.ts, which is not there',
    ],
    [
      'a file is named that does not speak of it',
      (text: string) => text.replace(/^(\| F07 .*`)[\w/.-]+\.test\.ts/m, '$1shared/recipe.test.ts'),
      'does not speak of F07',
    ],
    [
      'what a machine cannot show has no stand-in',
      (text: string) => text.replace(/instead:/, ''),
      'names no stand-in',
    ],
    [
      'a row has neither',
      (text: string) => text.replaceAll(/^\| F21 .*\n/gm, ''),
      'F21 is not in the table',
    ],
  ])('would not pass when %s', (_what, spoil, expected) => {
    const spoilt = spoil(page);
    expect(spoilt).not.toBe(page);
    expect(wrongs(spoilt).join('\n')).toContain(expected);
  });

  it('would not pass with a number in a title that has no row', () => {
    const source = ["it('F90 nobody knows', () => {", "  ['F190 nor this', 'F07 but this'],"];
    const titled = shownIn([['test/new.spec.ts', source.join('\n')]]);
    expect(wrongs(page, titled)).toEqual([
      'F90 in test/new.spec.ts has no row',
      'F190 in test/new.spec.ts has no row',
    ]);
  });
});
