import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { eachNode } from '../tools/each-node.ts';
import { project, projectFiles, textOf } from './project-files.ts';

/**
 * Finds the functions that channels and commands call. Follows every name in a channel's handler or a command's
 * action through the sources: from the hosts to the functions of app, and on to the functions that these call.
 */

/** The functions that a channel or a command calls, directly or indirectly. */
export interface Route {
  /** Functions of app that the host names, such as `electron/app/recipes/save.ts#saveRecipe`, sorted. */
  readonly useCases: readonly string[];
  /** Methods that these functions call, such as `preferences.change`. */
  readonly calls: ReadonlySet<string>;
}

/**
 * Functions that every command calls before its use case. They open what the command needs, or summarise its
 * output.
 */
const openings = ['own-place', 'meant-ledger', 'folder-user', 'setup', 'summary'].map(
  (name) => `electron/app/command-line/${name}.ts`,
);

interface Module {
  /** The file and name from which each imported name comes; only for modules of the project. */
  readonly imports: ReadonlyMap<string, { readonly file: string; readonly name: string }>;
  /** Declarations anywhere in the file, by name. */
  readonly declared: ReadonlyMap<string, readonly ts.Node[]>;
  readonly source: ts.SourceFile;
}

const modules = new Map<string, Module>();

/** Returns the routes of all channels, by the name of the channel. */
export function channelRoutes(): Map<string, Route> {
  const routes = new Map<string, Route>();
  for (const file of sourcesIn('electron/hosts/contract')) {
    for (const [name, functions] of moduleOf(file).declared) {
      if (!name.endsWith('Handlers')) continue;
      for (const handlers of functions) {
        eachNode(handlers, (node) => {
          if (!ts.isPropertyAssignment(node) || !ts.isStringLiteral(node.name)) return;
          routes.set(node.name.text, routeOf(file, node.initializer));
        });
      }
    }
  }
  return routes;
}

/** Returns the routes of all commands, by file and name of the command, such as `settings import`. */
export function commandRoutes(): Map<string, Route> {
  const routes = new Map<string, Route>();
  for (const file of sourcesIn('electron/hosts/cli/commands')) {
    const group = file.split('/').at(-1)?.replace('.ts', '') ?? '';
    eachNode(moduleOf(file).source, (node) => {
      if (!ts.isCallExpression(node) || methodOf(node) !== 'action') return;
      const name = commandName(node);
      const title = name === null || name === group ? group : `${group} ${name}`;
      for (const action of node.arguments) routes.set(title, routeOf(file, action));
    });
  }
  return routes;
}

function sourcesIn(folder: string): string[] {
  return projectFiles(folder).filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
}

/** Returns the command name in `.command('name') … .action(…)`; null if the name is computed. */
function commandName(action: ts.CallExpression): string | null {
  for (let call: ts.Node = action; ts.isCallExpression(call);) {
    const [first] = call.arguments;
    if (methodOf(call) === 'command') {
      return first !== undefined && ts.isStringLiteral(first) ? first.text : null;
    }
    if (!ts.isPropertyAccessExpression(call.expression)) return null;
    call = call.expression.expression;
  }
  return null;
}

function routeOf(file: string, start: ts.Node): Route {
  const useCases = new Set<string>();
  const calls = new Set<string>();
  const seen = new Set<ts.Node>();

  /**
   * Follows a name to its declaration. `use` is the position at which the module uses the name; null if another
   * module uses it.
   */
  const followName = (from: string, name: string, use: ts.Node | null): void => {
    const { imports, declared, source } = moduleOf(from);
    const origin = imports.get(name);
    if (origin === undefined) {
      const nodes = declared.get(name) ?? [];
      for (const node of nodes.filter((one) => isSeenFrom(use ?? source, one))) visit(from, node);
      return;
    }
    if (!isFollowed(origin.file)) return;
    const isEntry = origin.file.startsWith('electron/app/') && !from.startsWith('electron/app/');
    const nodes = moduleOf(origin.file).declared.get(origin.name) ?? [];
    if (isEntry && !openings.includes(origin.file) && nodes.some(ts.isFunctionDeclaration)) {
      useCases.add(`${origin.file}#${origin.name}`);
    }
    followName(origin.file, origin.name, null);
  };
  const visit = (from: string, node: ts.Node): void => {
    if (seen.has(node)) return;
    seen.add(node);
    eachNode(node, (inner) => {
      if (ts.isCallExpression(inner)) calls.add(callName(inner));
      if (ts.isIdentifier(inner) && isValue(inner)) followName(from, inner.text, inner);
    });
  };
  visit(file, start);
  return { useCases: [...useCases].sort(), calls };
}

/**
 * Checks whether a declaration is visible at the position `use`, which must be inside the function or module
 * of the declaration.
 */
function isSeenFrom(use: ts.Node, declaration: ts.Node): boolean {
  const scope = ts.findAncestor(
    declaration.parent,
    (node) => ts.isFunctionLike(node) || ts.isSourceFile(node),
  );
  return ts.findAncestor(use, (node) => node === scope) !== undefined;
}

/**
 * Checks whether calls in a file are followed. Calls in engine and adapters are not followed, because a use case
 * ends there, except in the check of hot folders.
 */
function isFollowed(file: string): boolean {
  const isGate = file === 'electron/engine/intake/check-folder.ts';
  return isGate || file.startsWith('electron/hosts/') || file.startsWith('electron/app/');
}

/** Returns `preferences.change` for `session.preferences.change(…)` and `preferences.change(…)`. */
function callName({ expression }: ts.CallExpression): string {
  if (!ts.isPropertyAccessExpression(expression)) return '';
  const { expression: object, name } = expression;
  if (ts.isIdentifier(object)) return `${object.text}.${name.text}`;
  return ts.isPropertyAccessExpression(object) ? `${object.name.text}.${name.text}` : name.text;
}

function methodOf({ expression }: ts.CallExpression): string | null {
  return ts.isPropertyAccessExpression(expression) ? expression.name.text : null;
}

/** Checks whether an identifier is a value, and not the name of a property or a declaration. */
function isValue(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent)) return parent.expression === node;
  if (ts.isPropertyAssignment(parent)) return parent.initializer === node;
  if (ts.isShorthandPropertyAssignment(parent) || ts.isExportSpecifier(parent)) return true;
  const isDeclared = 'name' in parent && parent.name === node;
  return !isDeclared && !ts.isTypeNode(parent) && !ts.isBindingElement(parent);
}

function moduleOf(file: string): Module {
  const known = modules.get(file);
  if (known !== undefined) return known;
  const text = textOf(file);
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const imports = new Map<string, { file: string; name: string }>();
  const declared = new Map<string, ts.Node[]>();
  const put = (name: ts.Node | undefined, node: ts.Node) => {
    if (name === undefined || !ts.isIdentifier(name)) return;
    declared.set(name.text, [...(declared.get(name.text) ?? []), node]);
  };
  eachNode(source, (node) => {
    if (ts.isImportDeclaration(node)) {
      const from = fileOf(file, node.moduleSpecifier);
      const named = node.importClause?.namedBindings;
      if (from === null || named === undefined || !ts.isNamedImports(named)) return;
      for (const { name, propertyName } of named.elements) {
        imports.set(name.text, { file: from, name: (propertyName ?? name).text });
      }
    }
    if (ts.isFunctionDeclaration(node)) put(node.name, node);
    if (!ts.isVariableDeclaration(node)) return;
    const lazy = node.initializer === undefined ? null : lazyImport(file, node.initializer);
    if (!ts.isObjectBindingPattern(node.name)) return put(node.name, node);
    for (const { name, propertyName } of node.name.elements) {
      if (!ts.isIdentifier(name) || lazy === null) continue;
      const original = propertyName !== undefined && ts.isIdentifier(propertyName);
      imports.set(name.text, { file: lazy, name: original ? propertyName.text : name.text });
    }
  });
  const made = { imports, declared, source };
  modules.set(file, made);
  return made;
}

/** Returns the module of `await import('…')`; null for any other expression. */
function lazyImport(file: string, node: ts.Expression): string | null {
  const call = ts.isAwaitExpression(node) ? node.expression : node;
  if (!ts.isCallExpression(call) || call.expression.kind !== ts.SyntaxKind.ImportKeyword) {
    return null;
  }
  const [specifier] = call.arguments;
  return specifier === undefined ? null : fileOf(file, specifier);
}

/** Returns a module of electron/, relative to the project; null for any other module. */
function fileOf(from: string, specifier: ts.Expression): string | null {
  if (!ts.isStringLiteral(specifier) || !specifier.text.startsWith('.')) return null;
  const file = join(dirname(from), specifier.text);
  return existsSync(join(project, file)) ? file : null;
}
