import ts from 'typescript';
import { problemCodes } from '#shared/problem-codes.ts';
import { eachNode } from '../tools/each-node.ts';
import { typedSources } from '../tools/typed-sources.ts';

/**
 * Finds the problem codes in the "Problems:" lists of docstrings, and the problem codes that the described
 * functions can create.
 */

/** A "Problems:" list, and the declaration that it describes. */
export interface ProblemList {
  /** File and name, such as `electron/app/masks/draw.ts openMask`. */
  readonly of: string;
  /** The listed codes; a code may be misspelled and not exist. */
  readonly codes: readonly string[];
  readonly node: ts.Node;
}

/**
 * Matches codes without a hyphen. Such a word counts as a code only as an item of the list: at its start, after
 * a comma, or after "and".
 */
const single = Object.keys(problemCodes).filter((code) => !code.includes('-'));
const singleItem = new RegExp(`(?:^|[,;] |\\band )(${single.join('|')})(?![\\w-])`, 'g');

/** Reads the list in a comment; null if the comment has none. */
export function listIn(comment: string): readonly string[] | null {
  const plain = comment.replace(/^\/\*\*|\*\/$/g, '').replace(/\s*\n\s*\*/g, '');
  const list = /\bProblems?: (.*)$/.exec(plain.trim())?.[1];
  if (list === undefined) return null;
  const text = list.replace(/ \([^)]*\)/g, '');
  const hyphened = [...text.matchAll(/(?<![\w`-])[a-z]+(?:-[a-z]+)+\b/g)].map(([word]) => word);
  const words = [...text.matchAll(singleItem)].map(([, word = '']) => word);
  return [...new Set([...hyphened, ...words])];
}

/**
 * The functions of the image process. Other code calls them through messages, which this check can't follow in
 * the sources.
 */
const performers = 'electron/adapters/images/worker/perform.ts';

const { checker, sourcesBelow, pathOf } = typedSources();
const sources = ['electron', 'shared'].flatMap(sourcesBelow);

/** All members of object literals and classes, by member name. */
const members = new Map<string, ts.NamedDeclaration[]>();

/** Returns all lists. */
export function problemLists(): ProblemList[] {
  const lists: ProblemList[] = [];
  for (const source of sources) {
    eachNode(source, (node) => {
      const [comment] = ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc).slice(-1);
      if (comment === undefined || comment.parent !== node) return;
      const codes = listIn(comment.getText());
      if (codes === null) return;
      const declared = ts.isVariableStatement(node) ? node.declarationList.declarations[0] : node;
      // skips types, because they contain no code that could fail
      if (declared === undefined || ts.isTypeAliasDeclaration(declared)) return;
      if (ts.isPropertySignature(declared) || ts.isInterfaceDeclaration(declared)) return;
      const name = (declared as ts.NamedDeclaration).name?.getText() ?? '';
      lists.push({ codes, of: `${pathOf(node)} ${name}`, node: declared });
    });
  }
  return lists;
}

/** Returns the codes that a declaration, or the code that it calls, can create. */
export function reachableCodes(start: ts.Node): Set<string> {
  const codes = new Set<string>();
  const seen = new Set<ts.Node>();
  const waiting: ts.Node[] = [start];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (seen.has(next)) continue;
    seen.add(next);
    const found = ownFinds(next);
    for (const code of found.codes) codes.add(code);
    waiting.push(...found.leads);
  }
  return codes;
}

interface Finds {
  readonly codes: readonly string[];
  readonly leads: readonly ts.Node[];
}

const known = new Map<ts.Node, Finds>();

/** Returns the codes in a declaration, and the declarations that it refers to. */
function ownFinds(node: ts.Node): Finds {
  const before = known.get(node);
  if (before !== undefined) return before;
  const codes: string[] = [];
  const leads: ts.Node[] = implementationsOf(node);
  eachNode(node, (inner) => {
    codes.push(...codesIn(inner));
    if (ts.isIdentifier(inner) || ts.isPrivateIdentifier(inner))
      leads.push(...declarationsOf(inner));
  });
  const found = { codes, leads };
  known.set(node, found);
  return found;
}

/** Returns the codes that a literal may represent, unless the literal is only compared with something. */
function codesIn(node: ts.Node): string[] {
  if (ts.isTemplateExpression(node)) {
    const { text } = node.head;
    return text === ''
      ? []
      : Object.keys(problemCodes).filter((code) => `${code}.`.startsWith(text));
  }
  if (!ts.isStringLiteralLike(node) || isCompared(node)) return [];
  const [code = ''] = node.text.split('.');
  return code in problemCodes ? [code] : [];
}

function isCompared(node: ts.Node): boolean {
  const { parent } = node;
  if (ts.isBinaryExpression(parent)) return /^[!=]==$/.test(parent.operatorToken.getText());
  return (
    ts.isCaseClause(parent) ||
    ts.isLiteralTypeNode(parent) ||
    (ts.isPropertyAssignment(parent) && parent.name === node)
  );
}

function declarationsOf(name: ts.Identifier | ts.PrivateIdentifier): ts.Node[] {
  const { parent } = name;
  if (ts.isTypeNode(parent) || ts.isJSDoc(parent)) return [];
  const isShort = ts.isShorthandPropertyAssignment(parent);
  let symbol = isShort
    ? checker.getShorthandAssignmentValueSymbol(parent)
    : checker.getSymbolAtLocation(name);
  if (symbol === undefined) return [];
  if (symbol.flags & ts.SymbolFlags.Alias) symbol = checker.getAliasedSymbol(symbol);
  return (symbol.declarations ?? []).flatMap(followed);
}

function followed(node: ts.Declaration): ts.Node[] {
  const path = pathOf(node);
  if (
    !/^(?:electron|shared)\//.test(path) ||
    /^shared\/(?:texts\/|problem|failure|page-failure)/.test(path)
  )
    return [];
  if (ts.isBindingElement(node) && ts.isObjectBindingPattern(node.parent)) {
    const name = (node.propertyName ?? node.name).getText();
    const from = checker.getTypeAtLocation(node.parent).getProperty(name);
    return (from?.declarations ?? []).flatMap(followed);
  }
  if (ts.isVariableDeclaration(node)) {
    return isTop(node) || (node.initializer !== undefined && ts.isFunctionLike(node.initializer))
      ? [node]
      : [];
  }
  if (ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node)) return [node];
  if (ts.isMethodSignature(node) || ts.isPropertySignature(node)) return [node];
  if (ts.isPropertyDeclaration(node) || ts.isGetAccessor(node) || ts.isPropertyAssignment(node))
    return [node];
  if (ts.isClassDeclaration(node)) return node.members.filter(ts.isConstructorDeclaration);
  return [];
}

const isTop = (node: ts.VariableDeclaration) => ts.isSourceFile(node.parent.parent.parent);

/**
 * Returns the implementations of a method in an interface: members with the same name in objects and classes that
 * have this interface, and functions of the image process with the same name.
 */
function implementationsOf(node: ts.Node): ts.Node[] {
  if (!ts.isMethodSignature(node) && !ts.isPropertySignature(node)) return [];
  // the code behind any other property runs where its object is created
  if (checker.getNonNullableType(checker.getTypeAtLocation(node)).getCallSignatures().length === 0)
    return [];
  if (members.size === 0) readMembers();
  const all = members.get(node.name.getText()) ?? [];
  return all.filter((member) => pathOf(member) === performers || typesOf(member).includes(node));
}

/** Returns the declarations of a member in the interfaces of its object or class. */
function typesOf(member: ts.NamedDeclaration): ts.Node[] {
  const name = member.name?.getText() ?? '';
  return interfacesOf(member.parent).flatMap((type) => type.getProperty(name)?.declarations ?? []);
}

const interfaces = new Map<ts.Node, readonly ts.Type[]>();

/** Returns the interfaces of an object or class. Each is computed once, because the compiler infers it again. */
function interfacesOf(owner: ts.Node): readonly ts.Type[] {
  const before = interfaces.get(owner);
  if (before !== undefined) return before;
  const types = ts.isObjectLiteralExpression(owner)
    ? [checker.getContextualType(owner)]
    : ((owner as ts.ClassLikeDeclaration).heritageClauses ?? []).flatMap(({ types: heirs }) =>
        heirs.map((one) => checker.getTypeAtLocation(one)),
      );
  const found = types.flatMap((type) => {
    if (type === undefined) return [];
    return type.isUnion() ? type.types : [type];
  });
  interfaces.set(owner, found);
  return found;
}

function readMembers(): void {
  for (const source of sources) {
    eachNode(source, (node) => {
      const list = ts.isObjectLiteralExpression(node)
        ? node.properties
        : ts.isClassLike(node)
          ? node.members
          : [];
      for (const member of list) {
        const name = member.name?.getText();
        if (name !== undefined) members.set(name, [...(members.get(name) ?? []), member]);
      }
    });
  }
}

/**
 * Returns the codes with which a function itself fails. The failures of an inner function count only if the
 * function passes them on.
 */
export function ownCodes(start: ts.Node): Set<string> {
  const codes = new Set<string>();
  const visit = (node: ts.Node, isReturned: boolean): void => {
    const isInner = ts.isFunctionLike(node) && node !== start && !ts.isCallExpression(node.parent);
    if (isInner && node.parent !== start) return;
    const isNow = isReturned || ts.isReturnStatement(node);
    const isFailure = ts.isCallExpression(node) && node.expression.getText() === 'failure';
    if (isNow && isFailure) {
      const [key] = node.arguments;
      if (key !== undefined) for (const code of codesIn(key)) codes.add(code);
    }
    ts.forEachChild(node, (child) => visit(child, isNow && !isFailure));
  };
  visit(start, false);
  return codes;
}
