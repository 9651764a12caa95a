/** Finds text in code that users may see and that therefore belongs in shared/texts. */
import { parse, type AST } from 'svelte/compiler';
import ts from 'typescript';
import { componentScript } from './component-script.ts';

/** Attributes and properties whose values are on screen or read by a screen reader. */
const SHOWN =
  /^(?:aria-(?:label|description|placeholder|roledescription|valuetext)|alt|body|buttons|detail|help|hint|label|message|placeholder|title|tooltip)$/u;

/** Functions that show their argument to the user. */
const SHOWING = /(?:^|\.)(?:setToolTip|showErrorBox)$/u;

/** Matches at least two words, of which the first starts a sentence or follows a value. */
const SENTENCE = /^(?:\p{Lu}|…)[^\s]* (?:.* )?\p{L}{2,}/u;

/** Texts that are the same in every language: names, addresses and examples. */
const NAMES =
  /^(?:Darkslide(?: helper|\n…)?|PSD|https?:\S+|#rrggbb|DARKSLIDE_\w+=\S+ darkslide .*)$/u;

/** A source that is parsed once for both checks. */
export interface ParsedSource {
  readonly code: ts.SourceFile;
  /** Null for a module. */
  readonly markup: AST.Fragment | null;
}

/** Parses a TypeScript module or a Svelte component. */
export function parsedSource(source: string, isComponent: boolean): ParsedSource {
  const component = isComponent ? parse(source, { modern: true }) : null;
  const code = component === null ? source : componentScript(source, component);
  return {
    code: ts.createSourceFile('source.ts', code, ts.ScriptTarget.Latest, true),
    markup: component?.fragment ?? null,
  };
}

/**
 * Returns the literals in a source that users probably see. Skips the arguments of the functions in `told`, because
 * another test checks them.
 */
export function shownLiterals({ code, markup }: ParsedSource, told: readonly string[]): string[] {
  const found = [...(markup === null ? [] : inMarkup(markup)), ...inCode(code, told)];
  return [...new Set(found)].filter((words) => /\p{L}/u.test(words) && !NAMES.test(words));
}

type Tree = Readonly<Record<string, unknown>> & { readonly type?: string };

function inMarkup({ nodes }: AST.Fragment): string[] {
  const found: string[] = [];
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(visit);
    else if (typeof value === 'object' && value !== null) visitNode(value as Tree);
  };
  const visitNode = (node: Tree): void => {
    if (node.type === 'Text') found.push(String(node['data']).trim());
    if (node.type === 'ExpressionTag') found.push(...resultsOf(node['expression'] as Tree));
    // labels of keys are not translated
    if (node.type === 'RegularElement' && node['name'] === 'kbd') return;
    if (node.type !== 'Attribute') {
      // styles and directives are not text
      if (node.type?.endsWith('Directive') !== true) Object.values(node).forEach(visit);
    } else if (SHOWN.test(String(node['name']))) visit(node['value']);
  };
  visit(nodes);
  return found;
}

/** Returns the literals to which an expression in a component may evaluate. */
function resultsOf(node: Tree): string[] {
  const { type, value } = node;
  if (type === 'Literal') return typeof value === 'string' ? [value] : [];
  if (type === 'TemplateLiteral') {
    const quasis = node['quasis'] as readonly { readonly value: { readonly cooked: string } }[];
    return quasis.map(({ value }) => value.cooked.trim());
  }
  const branches = ['consequent', 'alternate', 'left', 'right'].filter((name) => name in node);
  return branches.flatMap((name) => resultsOf(node[name] as Tree));
}

function inCode(code: ts.SourceFile, told: readonly string[]): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (isError(node) || ts.isTypeNode(node) || isTold(node, told)) return;
    const words = wordsOf(node);
    if (words !== null && !isName(node) && (SENTENCE.test(words) || isShown(node))) {
      found.push(words);
    }
    ts.forEachChild(node, visit);
  };
  visit(code);
  return found;
}

function isError(node: ts.Node): boolean {
  return ts.isNewExpression(node) && node.expression.getText().endsWith('Error');
}

/** Checks whether a literal is a property name. */
function isName(node: ts.Node): boolean {
  return ts.isPropertyAssignment(node.parent) && node.parent.name === node;
}

function isTold(node: ts.Node, told: readonly string[]): boolean {
  return ts.isCallExpression(node) && told.includes(node.expression.getText());
}

/** Returns the text of a literal, with `…` in place of its values. */
function wordsOf(node: ts.Node): string | null {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return null;
  return node.head.text + node.templateSpans.map(({ literal }) => `…${literal.text}`).join('');
}

/** Checks whether a literal is, or is an element of, a property or argument that users see. */
function isShown(node: ts.Node): boolean {
  const { parent } = node;
  if (ts.isConditionalExpression(parent) || ts.isArrayLiteralExpression(parent))
    return isShown(parent);
  if (ts.isPropertyAssignment(parent)) {
    return parent.initializer === node && SHOWN.test(parent.name.getText());
  }
  return ts.isCallExpression(parent) && SHOWING.test(parent.expression.getText());
}

/** Separators between facts, which are layout and not text. */
const LAYOUT = /^[\s·×]*$/u;

/** Returns the places where code joins several texts instead of using one text with values. */
export function composedTexts({ code }: ParsedSource): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (isComposed(node)) found.push(node.getText());
    else ts.forEachChild(node, visit);
  };
  visit(code);
  return found;
}

function isComposed(node: ts.Node): boolean {
  if (ts.isBinaryExpression(node)) {
    return (
      node.operatorToken.kind === ts.SyntaxKind.PlusToken &&
      [node.left, node.right].some((side) => isText(side))
    );
  }
  if (!ts.isTemplateExpression(node)) return false;
  const between = [node.head, ...node.templateSpans.map(({ literal }) => literal)];
  return (
    node.templateSpans.some(({ expression }) => isText(expression)) &&
    !between.every(({ text }) => LAYOUT.test(text) && text !== ' ')
  );
}

/** Checks whether an expression is a text such as `t('key')`. */
function isText(node: ts.Expression): boolean {
  return ts.isCallExpression(node) && /^(?:\w+\.)?(?:t|texts)$/u.test(node.expression.getText());
}
