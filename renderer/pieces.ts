/** The bundler's graph of the modules read so far. */
interface Modules {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}

/** Controls, the parts that know the service, and all libraries except two that are separate anyway; no other language. */
const CONTROLS =
  /\/renderer\/(?:ui|parts|data)\/|\/shared\/(?!mask\/|texts\/)|\/node_modules\/(?!konva\/|svelte\/)/u;

/**
 * Returns the chunk of a module: what the frame needs for its first paint, the controls that all views share, or one
 * that the bundler chooses. On its own the bundler creates a hundred chunks, a tenth larger in total, because similar
 * code is compressed separately.
 */
export function pieceOf(entry: string): (id: string, modules: Modules) => string | null {
  let first: ReadonlySet<string> | null = null;
  return (id, modules) => {
    // all modules are known by the time the first one is requested
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
