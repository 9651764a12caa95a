import { packMessage, type Message } from '#shared/texts/format.ts';
import type { Plugin } from 'vite';
import { areasOf, fileOf, readTexts, readWindowTexts, type WrittenTexts } from './text-files.ts';

/** Names of modules such as `virtual:texts/de`. */
const MODULE = /^virtual:texts\/([\w-]+)$/u;

/**
 * Provides all texts of a language as one module. The build parses the texts, so that the page needs no
 * parser. An invalid message fails the build.
 */
export function parsedTexts(): Plugin {
  return {
    name: 'darkslide:parsed-texts',
    enforce: 'pre',
    config: () => ({
      resolve: {
        alias: {
          '@formatjs/icu-messageformat-parser': '@formatjs/icu-messageformat-parser/no-parser.js',
        },
      },
    }),
    resolveId: (id) => (MODULE.test(id) ? `\0${id}` : null),
    load(id) {
      const [, spoken, problems] = PROBLEMS.exec(id) ?? [];
      if (spoken !== undefined && problems !== undefined) {
        return JSON.stringify(parseAll(readTexts(spoken, problems)));
      }
      const [, language] = MODULE.exec(id.slice(1)) ?? [];
      if (language === undefined) return null;
      const areas = areasOf(language);
      for (const area of areas) this.addWatchFile(fileOf(language, area));
      const catalogue = areas.includes('catalogue') ? readTexts(language, 'catalogue') : {};
      return [
        `export const texts = ${asScript(parseAll(readWindowTexts(language)))};`,
        `export const catalogue = ${asScript(catalogue)};`,
      ].join('\n');
    },
  };
}

/** Matches the text files of problems, which code of all processes imports directly. */
const PROBLEMS = /\/shared\/texts\/([\w-]+)\/((?:page-)?problems)\.json$/u;

/** Returns a JavaScript expression for an object. It parses JSON, which is faster than an object literal. */
function asScript(value: object): string {
  return `JSON.parse(${JSON.stringify(JSON.stringify(value))})`;
}

function parseAll(texts: WrittenTexts): Readonly<Record<string, Message>> {
  return Object.fromEntries(
    Object.entries(texts).map(([key, text]) => {
      try {
        return [key, packMessage(text)];
      } catch (error) {
        throw new Error(`The text "${key}" is not valid: ${text}`, { cause: error });
      }
    }),
  );
}
