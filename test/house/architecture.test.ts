import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { jobStates } from '#shared/job.ts';
import { migrations } from '#electron/adapters/ledger/schema.ts';
import { fewestArrows, readDiagram, foldersInCycles, type Folders } from './diagram.ts';
import { project } from './project-files.ts';
import declared from './import-rules.cjs';

const { layers } = declared;
const table: Folders = declared.folders;
const page = readFileSync(join(project, 'ARCHITECTURE.md'), 'utf8');
const ledgerPage = readFileSync(join(project, 'docs/ledger.md'), 'utf8');
const diagram = readDiagram(page);

/** The layers that are folders, from top to bottom. */
const folders = ['hosts', 'app', 'engine', 'adapters'];
/**
 * All layers from top to bottom. The studio is a layer between its callers and its parts. All layers may import
 * the folders in `apart`.
 */
const order = Object.keys(layers);

/** Returns the subfolders that are not empty, because version control ignores empty ones. */
function foldersIn(folder: string): string[] {
  const at = join(project, 'electron', folder);
  return readdirSync(at, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && readdirSync(join(at, entry.name)).length > 0)
    .map(({ name }) => name)
    .sort();
}

function layerOf(folder: string): number {
  return order.findIndex((layer) => layers[layer]?.includes(folder));
}

/** The rows in the table of folders: the folder, what it does, what it may import. */
const rows = [
  ...page.matchAll(/^\| `electron\/(?:\w+\/)?([\w-]+)(?:\.ts)?` *\|([^|]*)\|([^|]*)\|$/gm),
].map(([, folder = '', does = '', imports = '']) => ({
  folder,
  does: does.trim(),
  imports: [...imports.matchAll(/`([\w-]+)`/g)].map((match) => match[1] ?? ''),
}));

describe('ARCHITECTURE.md and the import rules', () => {
  it('the rules allow imports only downwards', () => {
    expect(foldersInCycles(table)).toEqual([]);
  });

  it('the folders of electron/ are the layers, and each layer has exactly the folders in the rules', () => {
    expect(foldersIn('')).toEqual([...folders, 'base', 'demo'].sort());
    for (const layer of folders) {
      const folders = layers[layer] ?? [];
      // a layer that is itself a row of the table, such as `app`, may have subfolders without a row
      const hasRest = folders.includes(layer);
      const found = foldersIn(layer).filter((folder) => !hasRest || folders.includes(folder));
      expect(found).toEqual(folders.filter((folder) => folder !== layer).sort());
    }
    expect(Object.keys(table).sort()).toEqual(Object.values(layers).flat().sort());
  });

  it.each(Object.entries(table))('%s imports no layer above its own', (folder, below) => {
    const higher = below.filter((one) => layerOf(one) < layerOf(folder));
    expect(higher).toEqual([]);
  });

  it('the diagram has every arrow of the rules, reduced to the minimum, and no other', () => {
    expect(diagram.arrows).toEqual(fewestArrows(table));
  });

  it('the diagram shows every folder', () => {
    expect(diagram.nodes).toEqual(Object.keys(table).sort());
  });

  it('the table says for each folder what it does and what it may import', () => {
    const said = rows.filter(({ folder }) => folder !== 'base');
    expect(Object.fromEntries(said.map(({ folder, imports }) => [folder, imports.sort()]))).toEqual(
      Object.fromEntries(
        Object.entries(table).map(([folder, below]) => [folder, below.toSorted()]),
      ),
    );
    expect(rows.filter(({ does }) => does === '')).toEqual([]);
  });

  it('the table names the folders that every folder may import', () => {
    expect(rows.find(({ folder }) => folder === 'base')?.imports).toEqual([]);
  });
});

/** Returns the matches of the first group of `pattern` in `text`, sorted. */
function found(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map((match) => match[1] ?? '').sort();
}

/** Returns the names in a state diagram of the page, sorted; `at` is the index of the diagram. */
function statesDrawn(at: number): string[] {
  const chart =
    [...ledgerPage.matchAll(/^```mermaid\nstateDiagram-v2\n(.*?)^```/gms)][at]?.[1] ?? '';
  const ends = [...chart.matchAll(/^ *(\S+) --> (\S+)$/gm)].flatMap(([, from, to]) => [from, to]);
  return [...new Set(ends)]
    .flatMap((name) => (name === undefined || name === '[*]' ? [] : name))
    .sort();
}

/** Returns the states that a table of the ledger allows, sorted. */
function statesOf(table: string): string[] {
  const allowed = new RegExp(`CREATE TABLE ${table} .*?state IN\\s*\\(([^)]*)\\)`, 's');
  return found(allowed.exec(migrations.join())?.[1] ?? '', /'(\w+)'/g);
}

describe('docs/ledger.md and the ledger', () => {
  it('the page shows every state of a job', () => {
    expect(statesDrawn(0)).toEqual([...jobStates].sort());
  });

  it('the page shows every state of an execution', () => {
    expect(statesDrawn(1)).toEqual(statesOf('executions'));
  });

  it('the page shows every state of a creation', () => {
    expect(statesDrawn(2)).toEqual(statesOf('own_creations'));
  });

  it('the page lists every table', () => {
    // removes duplicate names, because a migration may create a table again with other columns
    const tables = [...new Set(found(migrations.join('\n'), /CREATE TABLE (\w+)/g))];
    expect(found(ledgerPage, /^\| `(\w+)` *\|/gm)).toEqual(tables);
  });
});

describe('reducing the arrows', () => {
  it.each([
    { folders: { a: ['b', 'c'], b: ['c'], c: [] }, arrows: ['a -> b', 'b -> c'] },
    { folders: { a: ['b', 'c'], b: [], c: [] }, arrows: ['a -> b', 'a -> c'] },
    {
      folders: { a: ['b', 'c', 'd'], b: ['d'], c: ['d'], d: [] },
      arrows: ['a -> b', 'a -> c', 'b -> d', 'c -> d'],
    },
  ])('of $folders', ({ folders, arrows }) => {
    expect(fewestArrows(folders)).toEqual(arrows);
  });

  it('finds a folder that imports itself indirectly', () => {
    expect(foldersInCycles({ a: ['b'], b: ['a'], c: [] })).toEqual(['a', 'b']);
  });
});
