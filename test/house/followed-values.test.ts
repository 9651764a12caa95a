import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { problemCodes } from '#shared/problem-codes.ts';
import { areasOf, readTexts, windowAreas } from '../../renderer/texts/text-files.ts';
import { eachNode } from '../tools/each-node.ts';
import { textUses } from '../tools/text-uses.ts';
import { typedSources } from '../tools/typed-sources.ts';
import { listIn, ownCodes, problemLists, reachableCodes } from './problem-lists.ts';

// one file, because reading all sources with their types takes seconds

/** A part of the program, with the areas of its texts and the folders of its code. */
interface Surface {
  readonly name: string;
  readonly areas: readonly string[];
  readonly folders: readonly string[];
}

const surfaces: readonly Surface[] = [
  {
    name: 'window',
    areas: windowAreas(),
    folders: ['renderer'],
  },
  { name: 'desktop app', areas: ['desktop'], folders: ['electron/hosts/desktop'] },
  { name: 'command line', areas: ['command-line'], folders: ['electron/hosts/cli'] },
  { name: 'help', areas: ['command-help'], folders: ['electron/hosts/cli'] },
  {
    name: 'problems',
    areas: ['page-problems', 'problems'],
    folders: ['electron', 'renderer', 'shared'],
  },
];

describe.each(surfaces)('the texts of the $name', ({ areas, folders }) => {
  it('are all used, and all parts of their keys are known', () => {
    const keys = areas.flatMap((area) => Object.keys(readTexts('en', area)));

    const uses = textUses(folders, keys);
    expect(uses.unresolved).toEqual([]);
    expect(keys.filter((key) => !uses.keys.has(key))).toEqual([]);
  });

  it('have keys that are unique in this part of the program', () => {
    const keys = areas.flatMap((area) => Object.keys(readTexts('en', area)));
    expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([]);
  });
});

it('every area belongs to a part of the program', () => {
  expect(surfaces.flatMap(({ areas }) => areas).sort()).toEqual(areasOf('en'));
});

/** Returns the calls that create a problem with their own message, as `file: call`. */
function sentencesIn(source: ts.SourceFile): string[] {
  const found: string[] = [];
  eachNode(source, (node) => {
    if (
      ts.isCallExpression(node) &&
      /^(?:failure|problemOf)$/.test(node.expression.getText()) &&
      node.arguments[1] !== undefined &&
      (ts.isStringLiteralLike(node.arguments[1]) || ts.isTemplateExpression(node.arguments[1]))
    ) {
      found.push(`${source.fileName}: ${node.getText().slice(0, 80)}`);
    }
  });
  return found;
}

it('B17 problems have their messages in the text files, not in code', () => {
  const sources = ['electron', 'shared', 'renderer'].flatMap(typedSources().sourcesBelow);
  expect(sources.flatMap(sentencesIn)).toEqual([]);

  const wrong = "failure('file-missing', `${name} is gone.`)";
  const source = ts.createSourceFile('a.ts', wrong, ts.ScriptTarget.Latest, true);
  expect(sentencesIn(source)).toHaveLength(1);
});

/** Codes from places that this check can't follow in the sources. */
const fromElsewhere: Readonly<Record<string, readonly string[]>> = {
  // another Darkslide sends this code over the socket
  'electron/hosts/socket/client.ts connectTo': ['version-differs'],
  'electron/hosts/cli/operate.ts operate': ['version-differs'],
  // these functions call a method of an object that is assembled from parts
  'electron/engine/queue/delivery-context.ts checkNames': ['file-unreadable'],
  'electron/app/session/session.ts connect': ['service-bad-url', 'service-key-missing'],
};

const lists = problemLists();

describe('the problems that a docstring lists', () => {
  it('are known', () => {
    expect(lists.length).toBeGreaterThan(200);
    const unknown = lists.flatMap(({ of, codes }) =>
      codes.filter((code) => !(code in problemCodes)).map((code) => `${of}: ${code}`),
    );
    expect(unknown).toEqual([]);
  });

  it('can be created by the function or by code that it calls', () => {
    const unreached = lists.flatMap(({ of, codes, node }) => {
      const reachable = reachableCodes(node);
      return codes.filter((code) => !reachable.has(code)).map((code) => `${of}: ${code}`);
    });
    const expected = Object.entries(fromElsewhere).flatMap(([of, codes]) =>
      codes.map((code) => `${of}: ${code}`),
    );
    expect(unreached.sort(), 'correct the list').toEqual(expected.sort());
  });

  it('include every code with which the function itself fails', () => {
    const missing = lists.flatMap(({ of, codes, node }) =>
      [...ownCodes(node)].filter((code) => !codes.includes(code)).map((code) => `${of}: ${code}`),
    );
    expect(missing, 'add it to the list').toEqual([]);
  });
});

describe('a list of problems', () => {
  it.each([
    [
      '/** Reads. Problems: file-missing, file-unreadable (slow). */',
      ['file-missing', 'file-unreadable'],
    ],
    ['/** Reads. Problem: usage. */', ['usage']],
    ['/**\n * Reads. Problems:\n * no-such-code; aborted.\n */', ['no-such-code', 'aborted']],
    ['/** Problems: those of `file-missing` and managed-limit, as usage. */', ['managed-limit']],
  ])('is read from %s', (comment, codes) => {
    expect(listIn(comment)).toEqual(codes);
  });

  it('does not exist in other comments', () => {
    expect(listIn('/** Lists problems: file-missing. */')).toBeNull();
  });
});
