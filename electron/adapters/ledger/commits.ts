import type { Database } from './sqlite.ts';

/**
 * The tables whose changes are reported, each with the SQL for the job to which a row belongs, or
 * null if rows belong to no job. A table that is missing here is shown on no screen, or contains
 * sums that triggers update together with one of these tables.
 */
const jobOf = {
  hot_folders: null,
  saved_recipes: null,
  jobs: 'row.id',
  executions: 'row.job_id',
  results: '(SELECT job_id FROM executions WHERE id = row.execution_row)',
  sightings: 'row.job_id',
  drops: null,
  deletions: 'row.job_id',
  pauses: null,
  filmstrip: null,
  marks: null,
  masks: null,
  mask_operations: null,
  used_masks: null,
  own: null,
  own_creations: null,
  history: 'row.job_id',
  written_marks: null,
  shared_work: 'row.job_id',
  shared_conflicts: null,
  shared_held: null,
  moved_photos: null,
} as const satisfies Readonly<Record<string, string | null>>;

export type Table = keyof typeof jobOf;

/** The tables and jobs that one commit wrote to. */
export interface Commit {
  readonly tables: ReadonlySet<Table>;
  /** The tables that received new rows. */
  readonly grown: ReadonlySet<Table>;
  /** Jobs to which a written row belongs. */
  readonly jobIds: ReadonlySet<number>;
}

export type OnCommit = (commit: Commit) => void;

/**
 * Returns a database that calls `onCommit` after each commit that wrote to one of the tables in `jobOf`, and never
 * for a rollback. `onCommit` must not throw, because the caller would mistake its error for a failed commit. Node's
 * SQLite has no update hook, so temporary triggers, which are not stored in the file, record the writes.
 */
export function observeCommits(db: Database, onCommit: OnCommit): Database {
  let noted = nothing();
  let isWithinCommit = false;

  db.define('note_write', (isNew, table, jobId) => {
    noted.tables.add(table as Table);
    if (isNew === 1) noted.grown.add(table as Table);
    if (typeof jobId === 'number') noted.jobIds.add(jobId);
    return null;
  });
  db.exec(triggers().join(';'));

  /** Runs `work` as one commit, either a transaction or a single statement, and reports the commit. */
  const commit = <T>(work: () => T): T => {
    if (isWithinCommit) return work();
    isWithinCommit = true;
    let result: T;
    try {
      result = work();
    } catch (error) {
      noted = nothing();
      throw error;
    } finally {
      isWithinCommit = false;
    }
    if (noted.tables.size > 0) {
      const made = noted;
      noted = nothing();
      onCommit(made);
    }
    return result;
  };

  return {
    ...db,
    run: (sql, ...values) => commit(() => db.run(sql, ...values)),
    insert: (sql, ...values) => commit(() => db.insert(sql, ...values)),
    get: <Row>(...asked: Parameters<Database['get']>) => commit(() => db.get<Row>(...asked)),
    all: <Row>(...asked: Parameters<Database['all']>) => commit(() => db.all<Row>(...asked)),
    exec: (sql) => commit(() => db.exec(sql)),
    transaction: (work) => commit(() => db.transaction(work)),
  };
}

const nothing = () => ({
  tables: new Set<Table>(),
  grown: new Set<Table>(),
  jobIds: new Set<number>(),
});

/** Returns the SQL of triggers that call `note_write` for every written row. */
function triggers(): string[] {
  return Object.entries<string | null>(jobOf).flatMap(([table, job]) =>
    ['INSERT', 'UPDATE', 'DELETE'].map((operation) => {
      const row = operation === 'DELETE' ? 'old.' : 'new.';
      const isNew = operation === 'INSERT' ? 1 : 0;
      const jobId = job?.replace('row.', row) ?? 'NULL';
      return `CREATE TEMP TRIGGER note_${operation}_${table} AFTER ${operation} ON main.${table}
        BEGIN SELECT note_write(${isNew}, '${table}', ${jobId}); END`;
    }),
  );
}
