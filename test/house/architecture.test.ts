import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { jobStates } from '#shared/job.ts';
import { migrations } from '#electron/ledger/schema.ts';
import { fewestArrows, readDiagram, roomsInCycles, type Rooms } from './diagram.ts';
import { project } from './project-files.ts';
import rooms from './rooms.cjs';

const table: Rooms = rooms;
const page = readFileSync(join(project, 'ARCHITECTURE.md'), 'utf8');
const diagram = readDiagram(page);

/** Folders of the main-process side; `studio` is one file, `base` is below all rooms. */
const built = readdirSync(join(project, 'electron'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() || entry.name === 'studio.ts')
  .filter(({ name }) => name !== 'base' && hasSources(name))
  .map(({ name }) => name.replace(/\.ts$/, ''));

/** An empty folder is no room yet; version control does not carry it either. */
function hasSources(name: string): boolean {
  if (name.endsWith('.ts')) return true;
  return readdirSync(join(project, 'electron', name)).length > 0;
}

/** The rows of the table of rooms: the room, what it does, what it may import. */
const rows = [...page.matchAll(/^\| `electron\/(\w+)(?:\.ts)?` *\|([^|]*)\|([^|]*)\|$/gm)].map(
  ([, room = '', does = '', imports = '']) => ({
    room,
    does: does.trim(),
    imports: [...imports.matchAll(/`(\w+)`/g)].map((match) => match[1] ?? ''),
  }),
);

describe('ARCHITECTURE.md and the import rules', () => {
  it('the rules go down only', () => {
    expect(roomsInCycles(table)).toEqual([]);
  });

  it('the rules cover every folder of the house', () => {
    expect(Object.keys(table)).toEqual(expect.arrayContaining(built));
  });

  it('the diagram has every arrow of the rules, reduced to the fewest, and no other', () => {
    expect(diagram.arrows).toEqual(fewestArrows(table));
  });

  it('the diagram shows every room', () => {
    expect(diagram.nodes).toEqual(Object.keys(table).sort());
  });

  it('the diagram dashes exactly the rooms that are not built yet', () => {
    expect(diagram.later).toEqual(
      Object.keys(table)
        .filter((room) => !built.includes(room))
        .sort(),
    );
  });

  it('the table says of each room what it does and may import', () => {
    const said = rows.filter(({ room }) => room !== 'base');
    expect(Object.fromEntries(said.map(({ room, imports }) => [room, imports.sort()]))).toEqual(
      Object.fromEntries(Object.entries(table).map(([room, below]) => [room, below.toSorted()])),
    );
    expect(rows.filter(({ does }) => does === '')).toEqual([]);
  });

  it('the table names the ground that all rooms stand on', () => {
    expect(rows.find(({ room }) => room === 'base')?.imports).toEqual([]);
  });
});

/** What the first group of `pattern` finds in `text`, sorted. */
function found(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map((match) => match[1] ?? '').sort();
}

/** The names in the `at`-th state diagram of the page, sorted. */
function statesDrawn(at: number): string[] {
  const chart = [...page.matchAll(/^```mermaid\nstateDiagram-v2\n(.*?)^```/gms)][at]?.[1] ?? '';
  const ends = [...chart.matchAll(/^ *(\S+) --> (\S+)$/gm)].flatMap(([, from, to]) => [from, to]);
  return [...new Set(ends)]
    .flatMap((name) => (name === undefined || name === '[*]' ? [] : name))
    .sort();
}

/** The states that a table of the ledger allows, sorted. */
function statesOf(table: string): string[] {
  const allowed = new RegExp(`CREATE TABLE ${table} .*?state IN\\s*\\(([^)]*)\\)`, 's');
  return found(allowed.exec(migrations.join())?.[1] ?? '', /'(\w+)'/g);
}

describe('ARCHITECTURE.md and the ledger', () => {
  it('draws every state of a job', () => {
    expect(statesDrawn(0)).toEqual([...jobStates].sort());
  });

  it('draws every state of an execution', () => {
    expect(statesDrawn(1)).toEqual(statesOf('executions'));
  });

  it('draws every state of a creation', () => {
    expect(statesDrawn(2)).toEqual(statesOf('own_creations'));
  });

  it('lists every table', () => {
    const tables = found(migrations.join('\n'), /CREATE TABLE (\w+)/g);
    expect(found(page, /^\| `(\w+)` *\|/gm)).toEqual(tables);
  });
});

describe('the fewest arrows', () => {
  it.each([
    { rooms: { a: ['b', 'c'], b: ['c'], c: [] }, arrows: ['a -> b', 'b -> c'] },
    { rooms: { a: ['b', 'c'], b: [], c: [] }, arrows: ['a -> b', 'a -> c'] },
    {
      rooms: { a: ['b', 'c', 'd'], b: ['d'], c: ['d'], d: [] },
      arrows: ['a -> b', 'a -> c', 'b -> d', 'c -> d'],
    },
  ])('of $rooms', ({ rooms, arrows }) => {
    expect(fewestArrows(rooms)).toEqual(arrows);
  });

  it('finds a room that imports itself by a way round', () => {
    expect(roomsInCycles({ a: ['b'], b: ['a'], c: [] })).toEqual(['a', 'b']);
  });
});
