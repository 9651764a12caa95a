import type { Problem, ProblemCode } from '#shared/problem.ts';
import type { JobDetail } from '#shared/views/queue.ts';
import type { Clock } from '../../base/clock.ts';
import { problemColumns, storedProblem, type Tables } from './rows.ts';

export type HistoryEntry = JobDetail['history'][number];

interface Row {
  at: number;
  what: string;
  detail: string | null;
  code: ProblemCode | null;
  about: string | null;
  said: string | null;
}

/** The events of each job, in order. They tell users and support how a result came about. */
export interface HistoryRepository {
  /** Adds an event. `more`: data such as an id or a path, or the problem that caused the event. */
  note(jobId: number, what: string, more?: string | Problem): void;
  of(jobId: number): HistoryEntry[];
  /** Returns the id of the last event of this kind; 0 if there is none. */
  last(jobId: number, what: string): number;
  /** Returns the number of jobs whose admission was recorded. */
  countAdmitted(): number;
}

export function historyRepository(db: Tables, clock: Clock): HistoryRepository {
  return {
    note(jobId, what, more) {
      const problem = typeof more === 'object' ? more : null;
      const { code, message, about, said } = problemColumns(problem);
      const detail = message ?? (more as string | undefined) ?? null;
      db.insertRow('history', { jobId, at: clock.wall(), what, detail, code, about, said });
    },
    of: (jobId) =>
      db
        .all<Row>(
          'SELECT at, what, detail, code, about, said FROM history WHERE job_id = ? ORDER BY id',
          jobId,
        )
        .map(({ at, what, detail, code, about, said }) => {
          const problem = storedProblem({ code, message: detail, about, said });
          return { at, what, detail: problem === null ? detail : null, problem };
        }),
    last: (jobId, what) =>
      db.value('SELECT max(id) FROM history WHERE job_id = ? AND what = ?', jobId, what) ?? 0,
    countAdmitted: () =>
      db.value<number>("SELECT count(DISTINCT job_id) FROM history WHERE what = 'admitted'") ?? 0,
  };
}
