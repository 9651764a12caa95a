/** The bundler's graph of the modules read so far. */
interface Modules {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}

/**
 * Matches the modules of the `controls` chunk: the controls, the parts and data that views share, the shared code
 * except masks and texts, and all libraries except Konva and Svelte.
 */
const CONTROLS =
  /\/renderer\/(?:ui|parts|data)\/|\/shared\/(?!mask\/|texts\/)|\/node_modules\/(?!konva\/|svelte\/)/u;

/**
 * Returns the name of the chunk for a module: `first` for everything that the window needs for its first paint,
 * `controls` for what all views share, or null to let the bundler choose. Without these two names, the bundler would
 * create about a hundred chunks, a tenth larger in total because each is compressed separately.
 */
export function pieceOf(entry: string): (id: string, modules: Modules) => string | null {
  let first: ReadonlySet<string> | null = null;
  return (id, modules) => {
    // the bundler asks for chunk names only after it has read all modules
    first ??= reachedFrom(entry, modules);
    if (first.has(id)) return 'first';
    return CONTROLS.test(id) ? 'controls' : null;
  };
}

/** Returns a module and everything that it imports, except dynamic imports. */
function reachedFrom(entry: string, modules: Modules): ReadonlySet<string> {
  const reached = new Set([entry]);
  for (const id of reached) {
    for (const imported of modules.getModuleInfo(id)?.importedIds ?? []) reached.add(imported);
  }
  return reached;
}
