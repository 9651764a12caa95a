import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { project, projectFiles } from './project-files.ts';

/**
 * Functions that may return a problem or another value instead of an Outcome, because they only look up a stored
 * or thrown problem.
 */
const selecting = new Set([
  'shared/problem.ts problemIn', // the problem in an outcome, for a row or a view
  'electron/adapters/ledger/fault.ts troubleOf', // the problem for an error of SQLite; null for a bug
  'electron/adapters/ledger/rows.ts storedProblem', // the problem in the columns of a row
  'electron/adapters/ledger/open.ts catchUp', // a notice about a ledger that was opened
]);

/**
 * Error classes of Darkslide. Each is thrown only in callbacks that have no other way to fail, and caught in
 * the same adapter.
 */
const thrown = [
  'electron/adapters/network/downloads.ts DownloadFailure', // ends a body that is being read
  'electron/adapters/network/failure.ts ConnectFailure', // thrown in undici's connector
  'electron/adapters/service/transport.ts TransportFailure', // thrown in undici's dispatch and while its body is read
  'electron/base/problem-error.ts ProblemError', // carries a problem through a library or a commit
  'electron/base/regular-file.ts FileRefused', // thrown among the system's own errors about a file
];

const nodes = projectFiles()
  .filter((file) => /^(electron|shared)\/.*\.ts$/.test(file) && !file.endsWith('.test.ts'))
  .flatMap((file) => nodesIn(file, readFileSync(join(project, file), 'utf8')));

describe('functions that can fail', () => {
  it('return an Outcome, and never a union of a problem and a value', () => {
    const others = nodes.filter(({ node }) => isOtherIdiom(node)).map(nameOf);
    expect(others.filter((name) => !selecting.has(name))).toEqual([]);
    expect([...selecting].filter((name) => !others.includes(name))).toEqual([]);
  });

  it('throw an error class of Darkslide only in callbacks that have no other way to fail', () => {
    const errors = nodes.filter(({ node }) => isError(node)).map(nameOf);
    expect(errors.sort(), 'return an Outcome, or throw a ProblemError').toEqual(thrown);
  });

  it.each([
    'function f(): Problem | null {}',
    'async function f(): Promise<Problem | undefined> {}',
    'function f(): string[] | Problem {}',
    "type F = (of: string) => Problem | 'none';",
    'function f(): { readonly a: A } | { readonly problem: Problem } {}',
    'function f(): Promise<{ a: A } | { problems: readonly Problem[] }> {}',
  ])('are detected in %s', (source) => {
    expect(nodesIn('x.ts', source).some(({ node }) => isOtherIdiom(node))).toBe(true);
  });

  it.each([
    'function f(): Outcome<void> {}',
    'function f(): Problem {}',
    'function f(): Problem[] {}',
    "function f(): Pick<Problem, 'about'> | null {}",
  ])('are not detected in %s', (source) => {
    expect(nodesIn('x.ts', source).some(({ node }) => isOtherIdiom(node))).toBe(false);
  });
});

interface Found {
  readonly file: string;
  readonly node: ts.Node;
}

function nodesIn(file: string, text: string): Found[] {
  if (!/\bProblem\b|\bextends \w*Error\b/.test(text)) return [];
  const found: Found[] = [];
  const visit = (node: ts.Node): void => {
    found.push({ file, node });
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true));
  return found;
}

/** Checks whether a function returns a union of a problem and something else. Getters don't count. */
function isOtherIdiom(node: ts.Node): boolean {
  if (!ts.isFunctionLike(node) || ts.isGetAccessor(node) || node.type === undefined) return false;
  const returned = awaited(node.type);
  return ts.isUnionTypeNode(returned) && returned.types.some(isFailing);
}

function awaited(type: ts.TypeNode): ts.TypeNode {
  const isPromise = ts.isTypeReferenceNode(type) && type.typeName.getText() === 'Promise';
  return (isPromise ? type.typeArguments?.[0] : undefined) ?? type;
}

function isFailing(type: ts.TypeNode): boolean {
  if (ts.isTypeReferenceNode(type)) return type.typeName.getText() === 'Problem';
  return (
    ts.isTypeLiteralNode(type) &&
    type.members.some(({ name }) => name !== undefined && /^problems?$/.test(name.getText()))
  );
}

function isError(node: ts.Node): boolean {
  return (
    ts.isClassLike(node) &&
    (node.heritageClauses ?? []).some((clause) =>
      /\bextends \w*(Error|Failure)\b/.test(clause.getText()),
    )
  );
}

/** Returns the file and the name of the function or class. */
function nameOf({ file, node }: Found): string {
  const named = [node, node.parent].find(
    (one): one is ts.Declaration & { name: ts.Node } =>
      'name' in one && one.name !== undefined && one.name !== null,
  );
  return `${file} ${named?.name.getText() ?? '?'}`;
}
