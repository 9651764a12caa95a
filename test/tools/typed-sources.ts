/** Reads the program's sources with their types, for tests that follow values through the code. */
import { readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import ts from 'typescript';
import { project, projectFiles } from '../house/project-files.ts';
import { componentScript } from './component-script.ts';

export interface TypedSources {
  readonly checker: ts.TypeChecker;
  /** Returns the modules and the scripts of components below a folder of the project. */
  readonly sourcesBelow: (folder: string) => readonly ts.SourceFile[];
  /** Returns the file of a node relative to the project, with forward slashes. */
  readonly pathOf: (node: ts.Node) => string;
}

let read: TypedSources | undefined;

/**
 * Reads the sources of electron, shared and renderer without their tests; only once per process, because
 * reading takes seconds.
 */
export function typedSources(): TypedSources {
  read ??= readSources();
  return read;
}

/** The project's path as the compiler writes it on every system, with forward slashes. */
const root = `${project.replaceAll('\\', '/')}/`;

function readSources(): TypedSources {
  const files = ['electron', 'shared', 'renderer']
    .flatMap((folder) => projectFiles(folder))
    .filter((file) => /\.(?:ts|svelte)$/u.test(file) && !file.endsWith('.test.ts'))
    .map((file) => (file.endsWith('.svelte') ? scriptOf(root + file) : root + file));
  const program = programOf(files);
  const sources = files.flatMap((file) => program.getSourceFile(file) ?? []);
  const pathOf = (node: ts.Node) => node.getSourceFile().fileName.slice(root.length);
  return {
    checker: program.getTypeChecker(),
    sourcesBelow: (folder) => sources.filter((source) => pathOf(source).startsWith(`${folder}/`)),
    pathOf,
  };
}

/** Returns a module name for the script of a component; the file is never written. */
function scriptOf(component: string): string {
  return join(dirname(component), `++${basename(component)}.ts`);
}

function componentOf(script: string): string | null {
  const name = basename(script);
  return name.startsWith('++') ? join(dirname(script), name.slice(2, -'.ts'.length)) : null;
}

/**
 * Packages whose types the check needs to resolve keys; reading the types of other packages would slow it down.
 */
const PACKAGES = /^(?:svelte|valibot)(?:\/|$)/u;

function programOf(files: readonly string[]): ts.Program {
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
  return ts.createProgram([...files], options, host);
}
