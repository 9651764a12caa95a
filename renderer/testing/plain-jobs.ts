import type { Input } from '#shared/ipc.ts';
import { jobStates, personStates } from '#shared/job.ts';
import { success } from '#shared/problem.ts';
import type { JobRow } from '#shared/job-row.ts';
import type { Effects, JobDetail } from '#shared/views/queue.ts';
import { countsOf, quietStatus } from './plain-studio.ts';
import type { Answers, Stage } from './stage.ts';

/** Returns a waiting job of the queue, with the changes that a test needs. */
export function jobRow(id: number, some: Partial<JobRow> = {}): JobRow {
  const name = `A${1000 + id}.jpg`;
  return {
    id,
    name,
    source: `/photos/${name}`,
    recipe: 'White background',
    agent: 'removeBG',
    hotFolderId: null,
    state: 'waiting',
    stage: 'waiting',
    progress: null,
    images: { delivered: 0, bought: 1 },
    attempts: 0,
    isFirst: false,
    problem: null,
    lostAt: null,
    station: null,
    createdAt: 0,
    changedAt: 0,
    endedAt: null,
    ...some,
  };
}

/** The jobs that a test needs. `detail` returns what differs in the details of a job. */
interface Jobs {
  readonly rows: readonly JobRow[];
  readonly detail?: (row: JobRow) => Partial<JobDetail>;
  readonly effects?: Partial<Effects>;
}

/** Creates a studio that lists, cancels and retries these jobs. */
export function studioOfJobs({ rows, detail, effects }: Jobs, told: () => Stage): Answers {
  let jobs = [...rows];
  const named = (which: Input<'queue.act'>['jobs']) =>
    jobs.filter((row) => ('ids' in which ? which.ids.includes(row.id) : isIn(row, which.filter)));
  const counts = (some: readonly JobRow[]) =>
    countsOf(
      Object.fromEntries(
        jobStates.map((state) => [state, some.filter((row) => row.state === state).length]),
      ),
    );
  const needPerson = () => jobs.filter(({ state }) => personStates.includes(state)).length;
  return {
    'status.get': () => success({ ...quietStatus, counts: counts(jobs), needPerson: needPerson() }),
    'queue.page': ({ filter: { states, ...others }, offset, limit }) => {
      const some = jobs.filter((row) => isIn(row, others));
      const listed = some.filter((row) => isIn(row, { states }));
      return success({
        total: listed.length,
        counts: counts(some),
        needPerson: needPerson(),
        offset,
        rows: listed.slice(offset, offset + limit),
      });
    },
    'queue.effects': ({ jobs: which }) => {
      const count = named(which).length;
      const all = { retry: count, 'send-again': count, cancel: count, pause: count };
      return success({ ...all, 'to-front': count, pad: 0, 'changed-recipe': 0, ...effects });
    },
    'queue.act': ({ jobs: which, action }) => {
      const ids = named(which).map(({ id }) => id);
      const state = action === 'cancel' ? 'cancelled' : 'waiting';
      jobs = jobs.map((row) => (ids.includes(row.id) ? { ...row, state } : row));
      told().tell('status');
      const undoable = action === 'cancel' || action === 'pause' ? ids : [];
      return success({ changed: ids.length, refused: 0, problems: [], undoable });
    },
    'queue.job': ({ id }) => {
      const row = jobs.find((one) => one.id === id) ?? jobRow(id);
      return success({
        row,
        fixes: [],
        savedRecipeId: null,
        mayChange: true,
        answers: [],
        taskId: null,
        canDeleteTask: false,
        executions: [],
        results: [],
        history: [],
        ...detail?.(row),
      });
    },
  };
}

function isIn({ state, name }: JobRow, { states, text = '' }: Input<'queue.page'>['filter']) {
  return (states?.includes(state) ?? true) && name.includes(text);
}
