/** Finds the text keys that code uses. Computed parts of a key are resolved by their types. */
import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import ts from 'typescript';
import { componentScript } from './component-script.ts';

const project = join(import.meta.dirname, '../..');

export interface TextUses {
  readonly keys: ReadonlySet<string>;
  /** Keys that contain a part which may be any text. */
  readonly unresolved: readonly string[];
}

/** Returns the uses of `keys` in the TypeScript modules and Svelte components that match a pattern. */
export function textUses(patterns: readonly string[], keys: readonly string[]): TextUses {
  const sources = globSync([...patterns], { cwd: project })
    .filter((file) => !/\.test\.ts$|\.svelte-check/u.test(file))
    .map((file) =>
      file.endsWith('.svelte') ? scriptOf(join(project, file)) : join(project, file),
    );
  const known = new Set(keys);
  const used = new Set<string>();
  const unresolved: string[] = [];
  const program = programOf(sources);
  const checker = program.getTypeChecker();
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
  for (const source of sources) {
    const file = program.getSourceFile(source);
    if (file !== undefined) visit(file);
  }
  return { keys: used, unresolved };
}

function startsKey({ head }: ts.TemplateExpression, keys: readonly string[]): boolean {
  return /^\w+\./u.test(head.text) && keys.some((key) => key.startsWith(head.text));
}

/** Returns all texts that a template may evaluate to; null if a part may be any text. */
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

/** Returns a module name for the script of a component; the file is never written. */
function scriptOf(component: string): string {
  return join(dirname(component), `++${basename(component)}.ts`);
}

function componentOf(script: string): string | null {
  const name = basename(script);
  return name.startsWith('++') ? join(dirname(script), name.slice(2, -'.ts'.length)) : null;
}

/** Packages whose types may be parts of keys; reading other packages would slow down the check. */
const PACKAGES = /^(?:svelte|valibot)(?:\/|$)/u;

function programOf(sources: readonly string[]): ts.Program {
  const options: ts.CompilerOptions = {
    target: ts.ScriptTarget.ESNext,
    lib: ['lib.esnext.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    types: ['svelte'],
    strict: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    allowImportingTsExtensions: true,
    noEmit: true,
  };
  const host = ts.createCompilerHost(options, true);
  const { fileExists, readFile } = host;
  const resolved = ts.createModuleResolutionCache(project, (file) => file, options);
  host.getCurrentDirectory = () => project;
  host.fileExists = (file) => fileExists(componentOf(file) ?? file);
  host.readFile = (file) => {
    const component = componentOf(file);
    return component === null ? readFile(file) : componentScript(readFileSync(component, 'utf8'));
  };
  host.getSourceFile = (file, version) => {
    const text = host.readFile(file);
    return text === undefined ? undefined : ts.createSourceFile(file, text, version, true);
  };
  host.resolveModuleNameLiterals = (literals, from) =>
    literals.map(({ text }) => {
      if (text.startsWith('.') && text.endsWith('.svelte')) {
        const resolvedFileName = scriptOf(resolve(dirname(from), text));
        return { resolvedModule: { resolvedFileName, extension: ts.Extension.Ts } };
      }
      const isRead = /^[.#]/u.test(text) || from.includes('node_modules') || PACKAGES.test(text);
      if (!isRead) return { resolvedModule: undefined };
      return ts.resolveModuleName(text, from, options, host, resolved);
    });
  return ts.createProgram([...sources], options, host);
}
