import type { Clock } from '../base/clock.ts';
import type { Database } from './sqlite.ts';

export interface HistoryEntry {
  /** Wall-clock ms. */
  readonly at: number;
  readonly what: string;
  readonly detail: string | null;
}

/** What happened to each job, in order: for the person who asks why, and for support. */
export interface HistoryBooks {
  note(jobId: number, what: string, detail?: string): void;
  of(jobId: number): HistoryEntry[];
  /** Jobs whose admission was written down. */
  countAdmitted(): number;
}

export function historyBooks(db: Database, clock: Clock): HistoryBooks {
  return {
    note(jobId, what, detail) {
      db.run(
        'INSERT INTO history (job_id, at, what, detail) VALUES (?, ?, ?, ?)',
        jobId,
        clock.wall(),
        what,
        detail ?? null,
      );
    },
    of: (jobId) =>
      db.all<HistoryEntry>(
        'SELECT at, what, detail FROM history WHERE job_id = ? ORDER BY id',
        jobId,
      ),
    countAdmitted: () =>
      db.get<{ n: number }>(
        "SELECT count(DISTINCT job_id) AS n FROM history WHERE what = 'admitted'",
      )?.n ?? 0,
  };
}
