import type { Problem, ProblemCode } from '#shared/problem.ts';
import type { JobDetail } from '#shared/views/queue.ts';
import type { Clock } from '../../base/clock.ts';
import type { Database } from './sqlite.ts';

export type HistoryEntry = JobDetail['history'][number];

interface Row {
  at: number;
  what: string;
  detail: string | null;
  code: ProblemCode | null;
  about: string | null;
}

/** What happened to each job, in order: for the person who asks why, and for support. */
export interface HistoryRepository {
  /** `more`: data such as an id or a path, or the problem that led to it. */
  note(jobId: number, what: string, more?: string | Problem): void;
  of(jobId: number): HistoryEntry[];
  /** Jobs whose admission was written down. */
  countAdmitted(): number;
}

export function historyRepository(db: Database, clock: Clock): HistoryRepository {
  return {
    note(jobId, what, more) {
      const problem = typeof more === 'object' ? more : null;
      db.run(
        'INSERT INTO history (job_id, at, what, detail, code, about) VALUES (?, ?, ?, ?, ?, ?)',
        jobId,
        clock.wall(),
        what,
        problem?.message ?? (more as string | undefined) ?? null,
        problem?.code ?? null,
        problem?.about ?? null,
      );
    },
    of: (jobId) =>
      db
        .all<Row>(
          'SELECT at, what, detail, code, about FROM history WHERE job_id = ? ORDER BY id',
          jobId,
        )
        .map(({ at, what, detail, code, about }) => {
          const problem = readProblem(code, detail, about);
          return { at, what, detail: problem === null ? detail : null, problem };
        }),
    countAdmitted: () =>
      db.get<{ n: number }>(
        "SELECT count(DISTINCT job_id) AS n FROM history WHERE what = 'admitted'",
      )?.n ?? 0,
  };
}

/** A problem as it was written down, with what a screen needs to say it in its language. */
export function readProblem(
  code: ProblemCode | null,
  message: string | null,
  about: string | null,
): Problem | null {
  if (code === null) return null;
  return { code, message: message ?? '', ...(about === null ? {} : { about }) };
}
