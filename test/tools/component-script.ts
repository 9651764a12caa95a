import { parse, type AST } from 'svelte/compiler';

type Node = AST.Fragment['nodes'][number];

/**
 * Returns a component as one TypeScript function: its script, followed by its markup as statements in which
 * values have the same types as in the markup. The function is only analysed, never run.
 */
export function componentScript(
  source: string,
  { module, instance, fragment }: AST.Root = parse(source, { modern: true }),
): string {
  const generics = instance?.attributes.find(({ name }) => name === 'generics');
  const types =
    Array.isArray(generics?.value) && generics.value[0]?.type === 'Text'
      ? `<${generics.value[0].data}>`
      : '';
  const [script, shared] = [instance, module].map((each) => (each ? codeOf(each.content) : ''));
  // imports must come before the function
  const imports = [...(script ?? '').matchAll(IMPORT)].map(([line]) => line);
  return [
    shared,
    ...imports,
    `export default function${types} () {`,
    (script ?? '').replaceAll(IMPORT, '').replaceAll(/^(\s*)export /gmu, '$1'),
    statements(fragment),
    '}',
  ].join('\n');

  /** Returns the source of a node, or of several nodes and the text between them. */
  function codeOf(node: object): string {
    const { start, end } = node as { start: number; end: number };
    return source.slice(start, end);
  }

  function statements(part: AST.Fragment | null | undefined): string {
    return (part?.nodes ?? []).map(statement).join('\n');
  }

  function statement(node: Node): string {
    if (node.type === 'IfBlock') {
      const [then, otherwise] = [node.consequent, node.alternate].map(statements);
      return `if (${codeOf(node.test)}) {\n${then}\n} else {\n${otherwise}\n}`;
    }
    if (node.type === 'EachBlock') {
      const item = node.context === null ? '_' : codeOf(node.context);
      const at = node.index === undefined ? '' : `const ${node.index}: number = 0;`;
      const body = `${at}\n${statements(node.body)}`;
      return `for (const ${item} of (${codeOf(node.expression)})) {\n${body}\n}\n${statements(node.fallback)}`;
    }
    if (node.type === 'SnippetBlock') {
      const parameters = node.parameters.map(codeOf).join(', ');
      return `function ${codeOf(node.expression)}(${parameters}) {\n${statements(node.body)}\n}`;
    }
    if (node.type === 'ConstTag') return codeOf(node.declaration);
    if (node.type === 'KeyBlock') return statements(node.fragment);
    if (node.type === 'AwaitBlock') {
      return [node.pending, node.then, node.catch].map(statements).join('\n');
    }
    if (node.type === 'ExpressionTag' || node.type === 'HtmlTag' || node.type === 'RenderTag') {
      return `(${codeOf(node.expression)});`;
    }
    if (!('attributes' in node)) return '';
    return `${node.attributes.map(attribute).join('\n')}\n{\n${statements(node.fragment)}\n}`;
  }

  function attribute(node: AST.BaseElement['attributes'][number]): string {
    if ('value' in node && typeof node.value === 'object') {
      const values = Array.isArray(node.value) ? node.value : [node.value];
      return values.map((value) => (value.type === 'Text' ? '' : statement(value))).join('\n');
    }
    return 'expression' in node && node.expression !== null ? `(${codeOf(node.expression)});` : '';
  }
}

const IMPORT = /^\s*import [^;]*;/gmu;
