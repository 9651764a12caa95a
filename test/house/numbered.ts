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
  const code = source
    .split('\n')
    .filter((line) => !/^\s*(\/\/|\/?\*)/.test(line))
    .map((line) => line.replace(/ \/\/ .*$/, ''))
    .join('\n');
  const titles = [...code.matchAll(/(['"`])((?:(?!\1|\\|\n).|\\.)*)\1/g)];
  const number = new RegExp(`\\b${letter}\\d\\d\\b`, 'g');
  return titles.flatMap(([, , title = '']) => title.match(number) ?? []);
}
