import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { hotFolderAt, takeIn } from '../../../test/fixtures/fresh-ledger.ts';
import { intend } from '../../../test/fixtures/jobs.ts';
import { putNewLedger } from '../../../test/fixtures/new-ledger.ts';
import { ownFolder } from '../../../test/fixtures/own-folder.ts';
import { valueOf } from '../../../test/fixtures/values.ts';
import { systemClock } from '../../base/clock.ts';
import { observeCommits, type Commit } from './commits.ts';
import { migrate } from './migrate.ts';
import { openLedger } from './open.ts';
import { bind, type Database } from './sqlite.ts';

let commits: Commit[];
let db: Database;

beforeEach(() => {
  commits = [];
  db = observeCommits(newDatabase(), (commit) => commits.push(commit));
});

/** Returns the tables and jobs that the commits since the last call wrote to. */
const written = () =>
  commits.splice(0).map(({ tables, grown, jobIds }) => ({
    tables: [...tables],
    grown: [...grown],
    jobIds: [...jobIds],
  }));

/**
 * Tables whose changes are not reported: no screen shows them, or they only change together with another table. The
 * last three tables contain sums, which triggers update together with other tables.
 */
const untold = [
  'photos',
  'recipes',
  'beginnings',
  'out_folders',
  'shop_files',
  'owner',
  'membership',
  'station_ids',
  'purchases',
  'panels',
  'claims',
  'shared_documents',
  'shared_position',
  'waiting_runs',
  'run_documents',
  'shared_marks',
  'shared_cards',
  'job_counts',
  'spent',
  'library_changes',
];
const tables = newDatabase()
  .all<{ name: string }>(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT GLOB 'sqlite_*'",
  )
  .filter(({ name }) => !untold.includes(name));

describe('a commit', () => {
  it.each(tables)('reports rows inserted into, updated in and deleted from $name', ({ name }) => {
    // inserts a row whose foreign keys refer to no other rows
    db.exec('PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON');
    const columns = db.all<{ name: string; type: string }>(
      'SELECT name, type FROM pragma_table_info(?)',
      name,
    );
    const values = columns.map(({ type }) => (type === 'TEXT' ? "'[]'" : '1'));
    const first = columns[0]?.name ?? '';
    const own = [name];
    const writes = [
      { sql: `INSERT INTO ${name} VALUES (${values.join()})`, grown: own },
      { sql: `UPDATE ${name} SET ${first} = ${first}`, grown: [] },
      { sql: `DELETE FROM ${name}`, grown: [] },
    ];
    for (const { sql, grown } of writes) {
      db.exec(sql);
      expect(written(), sql).toMatchObject([{ tables: own, grown }]);
    }
  });

  it('reports a transaction once, after it has ended', () => {
    db.transaction(() => {
      db.run('INSERT INTO pauses VALUES (1)');
      db.transaction(() => db.run(saving('White')));
      db.run('DELETE FROM pauses');
      expect(commits).toEqual([]);
    });
    expect(written()).toMatchObject([{ tables: ['pauses', 'saved_recipes'] }]);
  });

  it('reports nothing that was rolled back, neither a transaction nor a single statement that failed', () => {
    const fail = () => {
      db.run('INSERT INTO pauses VALUES (1)');
      throw new Error('no');
    };
    expect(() => db.transaction(fail)).toThrow('no');
    expect(() => db.run(`${saving('White')}, ('White', '', 1, 1)`)).toThrow('UNIQUE');
    expect(written()).toEqual([]);
    db.run(saving('Grey'));
    expect(written()).toMatchObject([{ tables: ['saved_recipes'] }]);
  });

  it('reports nothing if no row was written', () => {
    db.all('SELECT * FROM jobs');
    db.run('DELETE FROM jobs');
    db.run(saving('White'));
    written();
    db.run(`${saving('White')} ON CONFLICT DO NOTHING`);
    expect(written()).toEqual([]);
  });

  it('reports no tables that no screen shows', () => {
    db.run("INSERT INTO beginnings VALUES ('recipes')");
    expect(written()).toEqual([]);
  });

  it('reports rows written by a statement that returns rows', () => {
    db.all(`${saving('White')} RETURNING id`);
    expect(written()).toMatchObject([{ tables: ['saved_recipes'] }]);
  });

  it('has ended when it is reported, so that the listener can read and write', () => {
    const counts: number[] = [];
    const listening: Database = observeCommits(newDatabase(), () => {
      const n = listening.get<{ n: number }>('SELECT count(*) AS n FROM pauses')?.n ?? 0;
      counts.push(n);
      if (n < 3) listening.run('INSERT INTO pauses VALUES (1)');
    });
    listening.transaction(() => listening.run('INSERT INTO pauses VALUES (1)'));
    expect(counts).toEqual([1, 2, 3]);
  });
});

describe('a commit of a ledger', () => {
  it('names the jobs that its rows belong to', async () => {
    const folder = await ownFolder('commits');
    putNewLedger(folder);
    const ledger = valueOf(
      openLedger(folder, systemClock, { onCommit: (commit) => commits.push(commit) }),
    );
    onTestFinished(() => ledger.close());
    takeIn(ledger);
    const id = takeIn(ledger, { sha256: 'b'.repeat(64) });
    const execution = intend(ledger, id, 1);
    const hotFolder = hotFolderAt(ledger, '/hot');
    const made = { status: 'Success', progress: null, error: null } as const;
    const image = { ...made, image: 'https://cdn.example/1' };
    const look = { path: 'b.jpg', bytes: 1, mtimeMs: 1, inode: '1' };
    const admitted = {
      outcome: 'admitted',
      code: null,
      message: null,
      said: null,
      ticket: null,
    } as const;
    const sighting = { ...look, ...admitted, jobId: id };
    const writes: [string, () => unknown][] = [
      ['jobs', () => ledger.jobs.running(id)],
      ['executions', () => ledger.executions.adopt(execution, 'execution')],
      ['results', () => ledger.results.see(execution, [image])],
      ['sightings', () => ledger.sightings.write(hotFolder, sighting)],
      ['history', () => ledger.history.note(id, 'noted')],
      ['deletions', () => ledger.deletions.ask({ jobId: id, taskId: 'task' })],
    ];
    for (const [table, write] of writes) {
      written();
      write();
      const tables = expect.arrayContaining([table]) as string[];
      expect(written(), table).toMatchObject([{ tables, jobIds: [id] }]);
    }
  });
});

function saving(name: string): string {
  return `INSERT INTO saved_recipes (name, text, created_at, updated_at) VALUES ('${name}', '', 1, 1)`;
}

function newDatabase(): Database {
  const memory = bind(new DatabaseSync(':memory:'));
  migrate(memory);
  return memory;
}
