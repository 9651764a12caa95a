import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The folder of the texts. It contains a folder for each language, with a file for each area of the program. */
const folder = join(import.meta.dirname, '..', '..', 'shared', 'texts');

/**
 * Text files that are not part of the window's messages: the texts of the command line and of the desktop host, the
 * catalogue (its keys are the English texts), and the problems, which are loaded separately.
 */
const others: readonly string[] = [
  'catalogue',
  'command-help',
  'command-line',
  'desktop',
  'page-problems',
  'problems',
];

export type WrittenTexts = Readonly<Record<string, string>>;

export function fileOf(language: string, area: string): string {
  return join(folder, language, `${area}.json`);
}

/** Returns the names of the areas for which a language has texts. */
export function areasOf(language: string): string[] {
  return readdirSync(join(folder, language))
    .map((file) => file.replace(/\.json$/u, ''))
    .sort();
}

/** Returns the names of the areas whose texts the window shows. */
export function windowAreas(): string[] {
  return areasOf('en').filter((area) => !others.includes(area));
}

/** Returns the messages of an area, not parsed. */
export function readTexts(language: string, area: string): WrittenTexts {
  return JSON.parse(readFileSync(fileOf(language, area), 'utf8')) as WrittenTexts;
}

/** Returns the messages of the window, not parsed. */
export function readWindowTexts(language: string): WrittenTexts {
  return Object.assign({}, ...windowAreas().map((area) => readTexts(language, area)));
}
