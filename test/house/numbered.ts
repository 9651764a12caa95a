import { projectFiles } from './project-files.ts';

const files = projectFiles();

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
