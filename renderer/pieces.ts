import { basename } from 'node:path';

/** The bundler's graph of the modules read so far. */
interface Modules {
  getModuleInfo(id: string): {
    readonly importedIds: readonly string[];
    readonly dynamicallyImportedIds: readonly string[];
  } | null;
}

/** Matches the modules of views. */
const VIEW = /\/renderer\/views\//u;
/**
 * Matches the modules that the page loads apart from dialogs and forms: the mask editor, languages, and the canvas
 * library.
 */
const APART =
  /virtual:texts|\/texts\/(?:de|zh-CN)\b|\/renderer\/mask\/(?!keys)|\/shared\/mask\/|\/node_modules\/konva\//u;

/**
 * Returns the name of the chunk for a module, or null to let the bundler choose. `first` contains everything that the
 * window needs for its first paint. The other named chunks contain shared modules: `controls` contains the modules
 * that at least two views import, `dialogs` the modules that no view needs before the user opens a dialog or a form,
 * and the parts of a view the modules that dialogs and only this view import. Without these names, the bundler would
 * create about a hundred chunks, which would be a tenth larger in total because each is compressed separately.
 */
export function pieceOf(entry: string): (id: string, modules: Modules) => string | null {
  let pieces: Pieces | null = null;
  return (id, modules) => {
    // the bundler asks for chunk names only after it has read all modules
    pieces ??= piecesOf(entry, modules);
    if (pieces.first.has(id)) return 'first';
    if (id.includes('/renderer/viewer/')) return 'viewer';
    if (APART.test(id)) return null;
    const [view, ...others] = pieces.views.filter(({ needs }) => needs.has(id));
    if (others.length > 0) return 'controls';
    if (!pieces.dialogs.has(id)) return null;
    return view === undefined ? 'dialogs' : `${view.name}-parts`;
  };
}

interface Pieces {
  readonly first: ReadonlySet<string>;
  readonly views: readonly { readonly name: string; readonly needs: ReadonlySet<string> }[];
  /** The modules that load later than a view, with everything that they import. */
  readonly dialogs: ReadonlySet<string>;
}

function piecesOf(entry: string, modules: Modules): Pieces {
  const first = reachedFrom([entry], modules);
  const opened = laterThan(first, modules);
  const views = opened
    .filter((id) => VIEW.test(id))
    .map((id) => ({ name: basename(id, '.svelte'), needs: reachedFrom([id], modules) }));
  const dialogs = new Set<string>();
  let later = [
    ...opened.filter((id) => !VIEW.test(id)),
    ...views.flatMap(({ needs }) => laterThan(needs, modules)),
  ];
  while (later.length > 0) {
    const reached = reachedFrom(later, modules);
    later = laterThan(reached, modules).filter((id) => !dialogs.has(id) && !reached.has(id));
    for (const id of reached) dialogs.add(id);
  }
  return { first, views, dialogs };
}

/** Returns the given modules and everything that they import, except dynamic imports. */
function reachedFrom(ids: readonly string[], modules: Modules): ReadonlySet<string> {
  const reached = new Set(ids);
  for (const id of reached) {
    for (const imported of modules.getModuleInfo(id)?.importedIds ?? []) reached.add(imported);
  }
  return reached;
}

/** Returns the modules that the given modules import dynamically. */
function laterThan(ids: ReadonlySet<string>, modules: Modules): string[] {
  return [...ids].flatMap((id) => modules.getModuleInfo(id)?.dynamicallyImportedIds ?? []);
}
