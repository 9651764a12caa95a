import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { problemCodes, type ProblemCode } from '#shared/problem.ts';
import { problems as german } from '../../renderer/texts/de/problems.ts';
import { problems as chinese } from '../../renderer/texts/zh-CN/problems.ts';
import { project, projectFiles } from './project-files.ts';

/** Where a problem is created with a literal sentence: its code and its English sentence. */
interface Site {
  readonly code: string;
  readonly sentence: string;
}

const made = /\b(?:failure|problemOf)\(\s*'([a-z][a-z-]*)',\s*(['"`])((?:\\.|(?!\2)[^\\])*)\2/g;

function sitesIn(source: string): Site[] {
  return [...source.matchAll(made)].map(([, code = '', , text = '']) => ({
    code,
    sentence: text.replaceAll(/\$\{(?:[^{}]|\{[^{}]*\})*\}/g, '…'),
  }));
}

/** Codes with more than one English sentence, all reviewed to have the same meaning. */
const reviewed = new Set<ProblemCode>([
  'aborted',
  'data-folder-locked',
  'data-folder-unusable',
  'edited-elsewhere',
  'file-changing',
  'file-incomplete',
  'file-missing',
  'file-unreadable',
  'folder-in-folder',
  'folder-missing',
  'folder-unreachable',
  'folder-unreadable',
  'folder-unwritable',
  'internal',
  'interrupted',
  'job-under-way',
  'ledger-damaged',
  'managed',
  'metadata-failed',
  'own-uncertain',
  'path-relative',
  'photo-replaced',
  'picture-unknown',
  'policy-invalid',
  'psd-failed',
  'recipe-name-taken',
  'recipe-unknown',
  'recipe-unreadable',
  'request-invalid',
  'result-not-ready',
  'service-key-missing',
  'studio-closing',
  'studio-opening',
  'templates-incomplete',
  'update-missing',
  'usage',
]);

const sentences = new Map<string, Set<string>>();
for (const file of projectFiles()) {
  if (!/^(electron|shared)\/.*\.ts$/.test(file) || file.endsWith('.test.ts')) continue;
  for (const { code, sentence } of sitesIn(readFileSync(join(project, file), 'utf8'))) {
    sentences.set(code, (sentences.get(code) ?? new Set()).add(sentence));
  }
}

describe('problem codes', () => {
  it('B17 a code with several sentences was read, and means the same in each', () => {
    const several = [...sentences].filter(([, all]) => all.size > 1).map(([code]) => code);
    expect(
      several.filter((code) => !reviewed.has(code as ProblemCode)).sort(),
      'give another meaning a code of its own; add a code whose sentences mean the same to `reviewed`',
    ).toEqual([]);
    expect([...reviewed].filter((code) => !several.includes(code))).toEqual([]);
  });

  it.each([
    ['de', german],
    ['zh-CN', chinese],
  ])('B17 no two codes share a sentence in %s', (_language, problems) => {
    const codes = Object.keys(problemCodes) as ProblemCode[];
    const all = codes.map((code) => problems[code]);
    expect(codes.filter((code, at) => all.indexOf(problems[code]) !== at)).toEqual([]);
  });

  it('finds the sentences of a source', () => {
    const source = "failure('file-empty', `\"${name}\" is empty.`); failure(\n  'usage',\n  'No.')";
    expect(sitesIn(source)).toEqual([
      { code: 'file-empty', sentence: '"…" is empty.' },
      { code: 'usage', sentence: 'No.' },
    ]);
  });
});
