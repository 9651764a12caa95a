/**
 * Reads the diagram of the folders from a Markdown page, and computes the arrows that the diagram must show.
 * Contains only pure functions.
 */

/** Every folder with the folders that it may import. */
export type Folders = Readonly<Record<string, readonly string[]>>;

export interface Diagram {
  /** Arrows such as `cli -> contract`, sorted. */
  readonly arrows: readonly string[];
  /** Names at either end of an arrow, sorted. */
  readonly nodes: readonly string[];
}

/** Reads the first Mermaid flowchart of a page. Throws if there is none. */
export function readDiagram(page: string): Diagram {
  const chart = /^```mermaid\n(flowchart .*?)^```/ms.exec(page)?.[1];
  if (chart === undefined) throw new Error('the page has no Mermaid flowchart');
  const arrows = [...chart.matchAll(/^\s*([\w-]+) --> ([\w-]+(?: & [\w-]+)*)$/gm)].flatMap(
    (match) => (match[2] ?? '').split(' & ').map((to) => [match[1] ?? '', to] as const),
  );
  return {
    arrows: arrows.map(([from, to]) => `${from} -> ${to}`).sort(),
    nodes: [...new Set(arrows.flat())].sort(),
  };
}

/** Returns all folders that a folder reaches through one or more imports, even if the imports form a cycle. */
function reach(folders: Folders, from: string): Set<string> {
  const reached = new Set<string>();
  const open = [...(folders[from] ?? [])];
  for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
    if (reached.has(folder)) continue;
    reached.add(folder);
    open.push(...(folders[folder] ?? []));
  }
  return reached;
}

/** Returns the folders that reach themselves; none if imports only go downwards. */
export function foldersInCycles(folders: Folders): string[] {
  return Object.keys(folders).filter((folder) => reach(folders, folder).has(folder));
}

/** Returns the smallest set of arrows that connects the same folders (the transitive reduction), sorted. */
export function fewestArrows(folders: Folders): string[] {
  return Object.entries(folders)
    .flatMap(([from, below]) => {
      const farther = new Set(below.flatMap((folder) => [...reach(folders, folder)]));
      return below.filter((folder) => !farther.has(folder)).map((to) => `${from} -> ${to}`);
    })
    .sort();
}
