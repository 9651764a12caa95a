/** What the bundler knows of the modules it has read. */
interface Modules {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}

/** Our own controls, what they know of the service, and every library but two that are apart already. */
const CONTROLS =
  /\/renderer\/components\/|\/shared\/(?!mask\/)|\/node_modules\/(?!konva\/|svelte\/)/u;

/**
 * Says which piece of the screens a module goes into: what the frame needs for its first paint, the
 * controls that all rooms share, or one of the bundler's own making. Left to itself it makes a hundred of
 * them, a tenth larger together, because what is alike is compressed apart.
 */
export function pieceOf(entry: string): (id: string, modules: Modules) => string | null {
  let first: ReadonlySet<string> | null = null;
  return (id, modules) => {
    // every module is known once the first of them is asked about
    first ??= reachedFrom(entry, modules);
    if (first.has(id)) return 'first';
    return CONTROLS.test(id) ? 'controls' : null;
  };
}

/** The module and all that it imports, without what is fetched later. */
function reachedFrom(entry: string, modules: Modules): ReadonlySet<string> {
  const reached = new Set([entry]);
  for (const id of reached) {
    for (const imported of modules.getModuleInfo(id)?.importedIds ?? []) reached.add(imported);
  }
  return reached;
}
