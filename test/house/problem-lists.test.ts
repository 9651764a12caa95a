import { describe, expect, it } from 'vitest';
import { problemCodes } from '#shared/problem-codes.ts';
import { listIn, ownCodes, problemLists, reachableCodes } from './problem-lists.ts';

/** Codes from places that this check can't follow in the sources. */
const fromElsewhere: Readonly<Record<string, readonly string[]>> = {
  // another Darkslide sends this code over the socket
  'electron/hosts/socket/client.ts connectTo': ['version-differs'],
  'electron/hosts/cli/operate.ts operate': ['version-differs'],
  // this function calls a method of an object that is assembled from parts
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
