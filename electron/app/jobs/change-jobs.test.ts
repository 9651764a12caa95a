import { expect, it } from 'vitest';
import { problemOf } from '#shared/failure.ts';
import type { Outcome } from '#shared/problem.ts';
import { freshLedger, takeIn } from '../../../test/fixtures/fresh-ledger.ts';
import { valueOf } from '../../../test/fixtures/values.ts';
import { answersFor } from '../../engine/queue/answers-for.ts';
import { heldJobs } from './answers.ts';
import { changeChosenJobs, changeJobs } from './change-jobs.ts';
import { ledgerAtRest } from './place.ts';
import { jobsNotBought, jobsToRetry } from './select.ts';

const never = new AbortController().signal;

async function jobs(count: number) {
  const { ledger } = await freshLedger();
  const ids = ledger.transaction(() =>
    Array.from({ length: count }, (_, n) => takeIn(ledger, { sha256: `${n}` })),
  );
  const told: string[] = [];
  const onDone = (id: number, done: Outcome<{ readonly means: string }>) =>
    told.push(`${id} ${done.ok ? done.value.means : done.problem.code}`);
  return { ledger, ids, told, onDone, place: ledgerAtRest(ledger) };
}

it('changes each job once, and reports each result in the requested order', async () => {
  const { ledger, ids, told, onDone, place } = await jobs(3);
  const [first = 0, second = 0, third = 0] = ids;
  ledger.jobs.end(second, 'done', null);
  const asked = { ids: [third, second, first, third, 99], action: 'cancel' } as const;
  const acted = valueOf(await changeJobs(place, asked, never, onDone));
  expect(acted).toMatchObject({ changed: 2, refused: 2 });
  expect(acted.problems.map(({ code }) => code)).toEqual(['job-ended', 'job-not-found']);
  const said = [`${third} cancels`, `${second} job-ended`, `${first} cancels`, '99 job-not-found'];
  expect(told).toEqual(said);
  expect(ledger.jobs.count()).toMatchObject({ cancelled: 2, done: 1 });
});

it.each(['pause', 'cancel'] as const)(
  'an undo of "%s" starts only the jobs that it stopped',
  async (action) => {
    const { ledger, ids, place } = await jobs(4);
    const [, failed = 0, paused = 0, cancelled = 0] = ids;
    ledger.jobs.end(failed, 'failed', problemOf('photo-damaged', { name: 'b.jpg' }));
    ledger.jobs.end(paused, 'held', problemOf('paused'));
    ledger.jobs.end(cancelled, 'cancelled', problemOf('cancelled'));
    const acted = valueOf(await changeChosenJobs(place, { jobs: { ids }, action }, never));
    expect(acted.undoable).toEqual(ids.slice(0, 1));
    await changeChosenJobs(place, { jobs: { ids: [...acted.undoable] }, action: 'retry' }, never);
    expect(ledger.jobs.count()).toMatchObject({ waiting: 1 });
  },
);

it('reports a result only after its commit, and skips the rest after an abort', async () => {
  const { ledger, ids, place } = await jobs(250);
  const stop = new AbortController();
  const counted: number[] = [];
  const onDone = () => {
    counted.push(ledger.jobs.count().cancelled);
    stop.abort();
  };
  const acted = await changeJobs(place, { ids, action: 'cancel' }, stop.signal, onDone);
  expect(acted).toMatchObject({ ok: true, value: { changed: 100, refused: 0 } });
  expect(new Set(counted)).toEqual(new Set([100]));
  expect(ledger.jobs.count()).toMatchObject({ cancelled: 100, waiting: 150 });
});

it('reports that the studio stopped before all jobs were changed', async () => {
  const { ledger, ids, place } = await jobs(101);
  const ending = new AbortController();
  const onDone = () => ending.abort();
  const studio = { ...place, ending: ending.signal };
  const acted = await changeJobs(studio, { ids, action: 'cancel' }, never, onDone);
  expect(acted).toMatchObject({ problem: { code: 'interrupted', about: '100 / 101' } });
  expect(ledger.jobs.count()).toMatchObject({ cancelled: 100, waiting: 1 });
});

it('asks the service to delete tasks only after it has recorded a deletion', async () => {
  const { ledger, ids, place, onDone } = await jobs(1);
  let asked = 0;
  const studio = { ...place, deleteTasks: () => void (asked += 1) };
  for (const id of ids) ledger.jobs.created(id, 'task-1');
  await changeJobs(studio, { ids, action: 'cancel' }, never, onDone);
  expect(asked).toBe(0);
  await changeJobs(studio, { ids, action: 'delete-task' }, never, onDone);
  expect(asked).toBe(1);
  expect(ledger.deletions.open(10)).toMatchObject([{ taskId: 'task-1' }]);
});

it('selects jobs by state and problem', async () => {
  const { ledger, ids } = await jobs(3);
  const [long = 0, other = 0, waiting = 0] = ids;
  ledger.jobs.end(long, 'failed', { code: 'photo-too-long', message: 'It is too long.' });
  ledger.jobs.end(other, 'failed', { code: 'photo-too-small', message: 'It is too small.' });
  expect(jobsToRetry(ledger, ['failed'], 'retry')).toEqual([long, other]);
  expect(jobsToRetry(ledger, ['failed'], 'pad')).toEqual([long]);
  expect(jobsToRetry(ledger, ['held'], 'send-again')).toEqual([]);
  expect(jobsNotBought(ledger)).toEqual([waiting]);
  ledger.jobs.created(waiting, 'task-1');
  const intent = { jobId: waiting, run: 1, taskId: 'task-1', agent: 'removeBG', images: 1 };
  ledger.executions.sending(ledger.executions.intend(intent));
  expect(jobsNotBought(ledger)).toEqual([]);
});

it('lists jobs that need attention with the available answers, which depend on what was sent', async () => {
  const { ledger, ids } = await jobs(1);
  const [id = 0] = ids;
  expect(answersFor(ledger, id)).toEqual([{ action: 'cancel', means: 'cancels' }]);
  ledger.jobs.created(id, 'task-1');
  const intent = { jobId: id, run: 1, taskId: 'task-1', agent: 'removeBG', images: 1 };
  const row = ledger.executions.intend(intent);
  ledger.executions.sending(row);
  ledger.executions.doubt(row, 'no answer');
  const problem = { code: 'execution-unknown', message: 'Nobody knows.' } as const;
  ledger.jobs.end(id, 'held', problem);
  const answers = ['retry', 'adopt', 'send-again', 'cancel'];
  expect(answersFor(ledger, id).map(({ action }) => action)).toEqual(answers);
  expect(heldJobs(ledger, 10)).toMatchObject([{ id, problem: { code: problem.code } }]);
  expect(answersFor(ledger, 99)).toEqual([]);
});
