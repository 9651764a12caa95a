import { describe, expect, it } from 'vitest';
import { problemCodes } from '#shared/problem-codes.ts';
import { readTexts } from '../../renderer/texts/text-files.ts';
import { valuesOf } from '../tools/message-values.ts';
import { projectFiles, textOf } from './project-files.ts';

const keys = ['problems', 'page-problems'].flatMap((area) => Object.keys(readTexts('en', area)));
const codeOf = (key: string) => key.split('.')[0] ?? '';

const sources = projectFiles().filter(
  (file) =>
    /^(?:electron|shared|renderer)\/.*\.(?:ts|svelte)$/.test(file) && !file.endsWith('.test.ts'),
);

describe('problem keys', () => {
  it('B17 are each a code, or a code with a variant', () => {
    expect(keys.filter((key) => !(codeOf(key) in problemCodes))).toEqual([]);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('B17 have unique messages', () => {
    const messages = ['problems', 'page-problems'].flatMap((area) =>
      Object.entries(readTexts('en', area)),
    );
    const plain = messages.filter(([, message]) => !/^(?:\{\w+\}\s*)+$/.test(message));
    const all = plain.map(([, message]) => message);
    const twice = plain.filter(([, message], at) => all.indexOf(message) !== at);
    expect(twice.map(([key]) => key)).toEqual([]);
  });

  it('B17 are all used', () => {
    const all = sources.map(textOf).join('\n');
    const parts = (key: string) => key.split('.') as [string, string?];
    const isUsed = (key: string) => {
      const [code, variant] = parts(key);
      if (new RegExp(`['\`]${key}['\`]`).test(all)) return true;
      // the code chooses among the variants of a problem
      return variant !== undefined && new RegExp(`\`${code}\\.\\$\\{`).test(all);
    };
    expect(keys.filter((key) => !isUsed(key))).toEqual([]);
  });

  it('B17 have messages in the page’s files only if a screen words the problem differently', () => {
    const differing = ['choices', 'date', 'parameter', 'parameters', 'place'];
    const found = Object.entries(readTexts('en', 'problems')).filter(([, message]) =>
      differing.some((name) => valuesOf(message).has(name)),
    );
    expect(found.map(([key]) => key)).toEqual([]);
  });
});
