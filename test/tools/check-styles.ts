import { globSync, readFileSync } from 'node:fs';
import { parse, parseCss } from 'svelte/compiler';

/**
 * Checks the styles of the screens. Fails for a class in markup without a style, for an unused global class,
 * and for a rule that several places repeat; Svelte itself reports unused rules of a component. A class in
 * `renderer/styles/layout.css` can replace most repeated rules.
 */

/** Minimum number of declarations in a rule that counts as duplicated. */
const LEAST = 3;

/** The part of a syntax tree that this check uses, for markup, expressions or styles. */
interface Tree {
  readonly type?: string;
  readonly [key: string]: unknown;
}
interface Rule {
  readonly place: string;
  /** The declarations of the rule, sorted, because their order doesn't matter. */
  readonly declarations: readonly string[];
}
interface Styles {
  /** Classes that are visible only in their component. */
  readonly own: Set<string>;
  /** Classes that are visible in every component. */
  readonly global: Set<string>;
  readonly rules: Rule[];
}

/** Classes in the markup of libraries. */
const ofLibraries = new Set(['konvajs-content']);

const asTree = (value: unknown) => value as Tree;
const words = (text: string) => text.split(/\s+/).filter((word) => word !== '');

/** Calls `visit` for every node; skips the content of a node for which `visit` returns false. */
function walk(tree: unknown, visit: (node: Tree) => boolean | void): void {
  if (typeof tree !== 'object' || tree === null) return;
  if (!Array.isArray(tree) && visit(asTree(tree)) === false) return;
  for (const child of Object.values(tree)) walk(child, visit);
}

/** Reads a style sheet; with `isGlobal`, all its classes are global. */
function stylesOf(file: string, text: string, tree: unknown, isGlobal: boolean): Styles {
  const styles: Styles = { own: new Set(), global: new Set(), rules: [] };
  const classesIn = (part: unknown, into: Set<string>) =>
    walk(part, (node) => {
      if (node.type === 'ClassSelector') into.add(String(node['name']));
      if (node.type !== 'PseudoClassSelector' || node['name'] !== 'global') return;
      classesIn(node['args'], styles.global);
      return false;
    });
  walk(tree, (node) => {
    if (node.type !== 'Rule') return;
    const { start, end } = node['prelude'] as { start: number; end: number };
    classesIn(node['prelude'], isGlobal ? styles.global : styles.own);
    const declarations = (asTree(node['block'])['children'] as Tree[])
      .filter(({ type }) => type === 'Declaration')
      .map(({ property, value }) => `${String(property)}: ${words(String(value)).join(' ')}`);
    const place = `${file} ${words(text.slice(start, end)).join(' ')}`;
    styles.rules.push({ place, declarations: declarations.sort() });
  });
  return styles;
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

/**
 * Functions that return the class names in an expression, by the type of the expression. Variables are skipped,
 * because their values are unknown.
 */
const classesBy: Readonly<Record<string, (node: Tree) => string[]>> = {
  Literal: ({ value }) => words(textOf(value)),
  Text: ({ data }) => words(textOf(data)),
  // text directly next to an expression is only a part of a class name
  TemplateLiteral: ({ quasis }) =>
    (quasis as Tree[])
      .map((part) => textOf(asTree(part['value'])['cooked']))
      .flatMap((text) => words(text.replace(/^\S+|\S+$/g, ''))),
  ArrayExpression: ({ elements }) => (elements as unknown[]).flatMap(classesOf),
  ObjectExpression: ({ properties }) =>
    (properties as Tree[]).flatMap(({ key }) => {
      const { name, value } = asTree(key);
      return words(textOf(name ?? value));
    }),
  ConditionalExpression: ({ consequent, alternate }) => [consequent, alternate].flatMap(classesOf),
  LogicalExpression: ({ right }) => classesOf(right),
  ExpressionTag: ({ expression }) => classesOf(expression),
};

function classesOf(value: unknown): string[] {
  const node = asTree(value);
  return classesBy[node?.type ?? '']?.(node) ?? [];
}

function classesInMarkup(tree: unknown): Set<string> {
  const found = new Set<string>();
  walk(tree, (node) => {
    if (node.type === 'ClassDirective') found.add(String(node['name']));
    if (node.type !== 'Attribute' || node['name'] !== 'class') return;
    for (const one of [node['value']].flat().flatMap(classesOf)) found.add(one);
  });
  return found;
}

const components = globSync('renderer/**/*.svelte').map((file) => {
  const text = readFileSync(file, 'utf8');
  const { css, fragment } = parse(text, { modern: true, filename: file });
  const lines = css === null ? 0 : text.slice(css.start, css.end).split('\n').length;
  return {
    file,
    text: css === null ? text : text.slice(0, css.start) + text.slice(css.end),
    lines,
    styles: stylesOf(file, text, css?.children ?? [], false),
    classes: classesInMarkup(fragment),
  };
});
const sheets = globSync('renderer/styles/*.css').map((file) => {
  const text = readFileSync(file, 'utf8');
  return stylesOf(file, text, parseCss(text).children, true);
});
const all = [...sheets, ...components.map(({ styles }) => styles)];
const everywhere = new Set(all.flatMap(({ global }) => [...global]));

const undefinedClasses = components.flatMap(({ file, styles, classes }) =>
  [...classes]
    .filter((name) => !styles.own.has(name) && !everywhere.has(name))
    .map((name) => `${file} uses .${name}, which no style defines`),
);

// code may compose a class name, so every quoted word in code counts as used
const code = globSync('renderer/**/*.ts').map((file) => readFileSync(file, 'utf8'));
const quoted = [...code, ...components.map(({ text }) => text)].flatMap((text) =>
  [...text.matchAll(/(["'`])((?:(?!\1)[^\n])*)\1/g)].flatMap(([, , inside = '']) => words(inside)),
);
const used = new Set([...quoted, ...components.flatMap(({ classes }) => [...classes])]);
const unusedClasses = [...everywhere]
  .filter((name) => !used.has(name) && !ofLibraries.has(name))
  .map((name) => `.${name} is defined for all components and used by none`);

const places = new Map<string, string[]>();
for (const { place, declarations } of all.flatMap(({ rules }) => rules)) {
  if (declarations.length < LEAST) continue;
  const key = declarations.join('; ');
  places.set(key, [...(places.get(key) ?? []), place]);
}
const duplicated = [...places].filter(([, where]) => where.length > 1);
const lines = components.reduce((sum, component) => sum + component.lines, 0);
console.log(`styles: ${lines} lines in components, ${duplicated.length} duplicated rules`);
const repeated = duplicated.map(([rule, where]) => `${where.join(' and ')} both contain ${rule}`);
const problems = [...undefinedClasses, ...unusedClasses, ...repeated];
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;
