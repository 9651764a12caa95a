/** Finds the text keys that code uses. Computed parts of a key are resolved by their types. */
import ts from 'typescript';
import { typedSources } from './typed-sources.ts';

export interface TextUses {
  readonly keys: ReadonlySet<string>;
  /** Expressions for keys that the check cannot resolve, because a part of the key may be any text. */
  readonly unresolved: readonly string[];
}

/** Returns the uses of `keys` in the TypeScript modules and Svelte components below some folders. */
export function textUses(folders: readonly string[], keys: readonly string[]): TextUses {
  const { checker, sourcesBelow } = typedSources();
  const known = new Set(keys);
  const used = new Set<string>();
  const unresolved: string[] = [];
  const use = (texts: readonly string[]) => {
    for (const text of texts) if (known.has(text)) used.add(text);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node)) use([node.text]);
    if (ts.isTemplateExpression(node) && startsKey(node, keys)) {
      const texts = textsOf(node, checker);
      if (texts === null) unresolved.push(`${node.getSourceFile().fileName}: ${node.getText()}`);
      else use(texts);
    }
    ts.forEachChild(node, visit);
  };
  folders.flatMap(sourcesBelow).forEach(visit);
  return { keys: used, unresolved };
}

function startsKey({ head }: ts.TemplateExpression, keys: readonly string[]): boolean {
  return /^\w+\./u.test(head.text) && keys.some((key) => key.startsWith(head.text));
}

/** Returns all texts to which a template may evaluate; null if a part of the template may be any text. */
function textsOf(
  { head, templateSpans }: ts.TemplateExpression,
  checker: ts.TypeChecker,
): readonly string[] | null {
  let texts = [head.text];
  for (const { expression, literal } of templateSpans) {
    const parts = literalsOf(checker.getTypeAtLocation(expression), checker);
    if (parts === null) return null;
    texts = texts.flatMap((text) => parts.map((part) => text + part + literal.text));
  }
  return texts;
}

function literalsOf(type: ts.Type, checker: ts.TypeChecker): readonly string[] | null {
  const whole = checker.getBaseConstraintOfType(type) ?? type;
  const found: string[] = [];
  for (const one of whole.isUnion() ? whole.types : [whole]) {
    if (one.isStringLiteral() || one.isNumberLiteral()) found.push(String(one.value));
    else if ((one.flags & ts.TypeFlags.BooleanLiteral) !== 0) found.push(checker.typeToString(one));
    else return null;
  }
  return found;
}
