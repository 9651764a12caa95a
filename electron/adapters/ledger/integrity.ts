import type { Tables } from './rows.ts';

/** Returns the errors that SQLite finds in the file, and descriptions of stored sums that do not match their rows. */
export function integrityOf(db: Tables): string[] {
  const pages = db.column<string>('PRAGMA integrity_check');
  const strays = db.all<{ table: string; rowid: number }>('PRAGMA foreign_key_check');
  return [
    ...pages.filter((said) => said !== 'ok'),
    ...wrongSums(db),
    ...strays.map(({ table, rowid }) => `row ${rowid} of ${table} refers to nothing`),
  ];
}

/** Returns the stored sums that do not match their rows. */
function wrongSums(db: Tables): string[] {
  const jobs = db.all(
    `SELECT coalesce(hot_folder_id, 0) AS folder, state, count(*) AS n FROM jobs GROUP BY 1, 2
     EXCEPT SELECT * FROM job_counts`,
  );
  const images = db.all(
    `SELECT e.day, coalesce(j.hot_folder_id, 0) AS folder, coalesce(e.currency, '') AS currency,
       sum(e.images) AS images, coalesce(sum(e.images * e.price), 0) AS minor
     FROM executions e JOIN jobs j ON j.id = e.job_id
     WHERE e.state NOT IN ('rejected', 'void') GROUP BY 1, 2, 3 EXCEPT SELECT * FROM spent`,
  );
  return [
    ...(jobs.length > 0 ? ['the sums in job_counts are not those of jobs'] : []),
    ...(images.length > 0 ? ['the sums in spent are not those of executions'] : []),
  ];
}
