import { describe, expect, it } from 'vitest';
import type { ExecutionState } from '#electron/adapters/ledger/executions.ts';
import type { Ledger } from '#electron/adapters/ledger/open.ts';
import { freshLedger, takeIn } from '../../../test/fixtures/fresh-ledger.ts';
import { valueOf } from '../../../test/fixtures/values.ts';
import { effectsOn } from './effects.ts';
import { cancel, pause, retry, toFront } from './change-jobs.ts';

const openedLedger = async () => (await freshLedger()).ledger;

/** Adds a job in the given state, with an execution in its own state or without one. */
function jobWith(
  ledger: Ledger,
  state: 'waiting' | 'held' | 'failed' | 'cancelled' | 'done',
  execution: Extract<ExecutionState, 'intent' | 'doubt' | 'started' | 'finished'> | null,
): number {
  const id = takeIn(ledger);
  if (execution !== null) {
    const intent = { jobId: id, run: 1, taskId: 'task', agent: 'removeBG', images: 4 };
    const row = ledger.executions.intend(intent);
    if (execution !== 'intent') ledger.executions.sending(row);
    if (execution === 'doubt') ledger.executions.doubt(row, 'lost');
    if (execution === 'started' || execution === 'finished') ledger.executions.started(row, 'e-1');
    if (execution === 'finished') ledger.executions.finished(row, 'Success');
  }
  if (state !== 'waiting') ledger.jobs.end(id, state, null);
  return id;
}

const jobOf = (ledger: Ledger, id: number) => valueOf(ledger.jobs.load(id));
const stateOf = (ledger: Ledger, id: number) => jobOf(ledger, id).state;

describe('the counts on the buttons of a selection', () => {
  it('B9 match the effect of the change', async () => {
    for (const state of ['waiting', 'held', 'failed', 'cancelled', 'done'] as const) {
      for (const execution of [null, 'doubt', 'finished'] as const) {
        const ledger = await openedLedger();
        const id = jobWith(ledger, state, execution);
        // a job in doubt is only waiting after the user resumed it, and then it queries the service
        if (state === 'waiting' && execution === 'doubt') continue;
        // a job that was paid for is running
        if (state === 'waiting' && execution === 'finished') continue;
        const effects = effectsOn(ledger.queue.jobCounts([id]));
        const changes = {
          retry: retry(false),
          cancel,
          pause,
          'to-front': toFront(0),
        };
        for (const [action, change] of Object.entries(changes)) {
          let isChanged = false;
          const undo = () =>
            ledger.transaction(() => {
              isChanged = change(ledger, id).ok;
              throw new Error('undone');
            });
          expect(undo).toThrow('undone');
          const expected = effects[action as keyof typeof changes] === 1;
          expect(isChanged, `${action} ${state} ${execution}`).toBe(expected);
        }
      }
    }
  });

  it('B9 exclude a photo that can’t succeed, with the reason', async () => {
    const ledger = await openedLedger();
    const id = jobWith(ledger, 'failed', null);
    const problem = { code: 'photo-too-small', message: 'It has 300 px.', about: 'a.jpg' } as const;
    ledger.jobs.end(id, 'failed', problem);
    expect(effectsOn(ledger.queue.jobCounts([id]))).toMatchObject({ retry: 0, cancel: 1 });
    expect(retry(false)(ledger, id)).toEqual({ ok: false, problem });
    expect(stateOf(ledger, id)).toBe('failed');
  });
});

describe('retry', () => {
  it('queries an execution in doubt again and sends nothing', async () => {
    const ledger = await openedLedger();
    const id = jobWith(ledger, 'held', 'doubt');
    expect(retry(false)(ledger, id)).toMatchObject({ ok: true });
    expect(stateOf(ledger, id)).toBe('waiting');
    expect(ledger.executions.ofJob(id)).toMatchObject([{ state: 'doubt', doubtQueries: 0 }]);
    expect(ledger.spending.today()).toBe(4);
  });

  it('treats an execution in doubt as not bought only when sending again', async () => {
    const ledger = await openedLedger();
    const id = jobWith(ledger, 'held', 'doubt');
    expect(retry(true)(ledger, id)).toMatchObject({ ok: true });
    expect(ledger.executions.ofJob(id)).toMatchObject([{ state: 'void' }]);
    expect(ledger.spending.today()).toBe(0);
  });

  it('sends again on a new task if the service doesn’t know the old one', async () => {
    const ledger = await openedLedger();
    const id = jobWith(ledger, 'waiting', 'doubt');
    ledger.jobs.created(id, 'task');
    ledger.jobs.end(id, 'held', { code: 'service-refused', message: 'There is no such task.' });
    const taskOf = () => jobOf(ledger, id).taskId;
    expect(retry(false)(ledger, id)).toMatchObject({ ok: true });
    expect(taskOf()).toBe('task');
    ledger.jobs.end(id, 'held', { code: 'service-refused', message: 'There is no such task.' });
    expect(retry(true)(ledger, id)).toMatchObject({ ok: true });
    expect(taskOf()).toBeNull();
  });

  it.each(['waiting', 'done'] as const)('leaves a job that is %s unchanged', async (state) => {
    const ledger = await openedLedger();
    const id = jobWith(ledger, state, null);
    expect(retry(true)(ledger, id)).toMatchObject({ problem: { code: 'job-not-retryable' } });
    expect(stateOf(ledger, id)).toBe(state);
  });
});

describe('cancel', () => {
  it('returns the reserved images of a job that was not sent', async () => {
    const ledger = await openedLedger();
    const id = jobWith(ledger, 'waiting', 'intent');
    expect(cancel(ledger, id)).toMatchObject({ ok: true });
    expect(stateOf(ledger, id)).toBe('cancelled');
    expect(ledger.spending.today()).toBe(0);
  });

  it.each(['doubt', 'started', 'finished'] as const)(
    'refuses a job whose execution is %s, unless it is held',
    async (execution) => {
      const ledger = await openedLedger();
      const id = jobWith(ledger, 'waiting', execution);
      expect(cancel(ledger, id)).toMatchObject({ problem: { code: 'job-paid' } });
      ledger.jobs.end(id, 'held', null);
      expect(cancel(ledger, id)).toMatchObject({ value: { means: 'gives-up' } });
      expect(ledger.spending.today()).toBe(4);
    },
  );

  it.each([null, 'finished'] as const)(
    'dismisses a failed job (execution: %s)',
    async (execution) => {
      const ledger = await openedLedger();
      const id = jobWith(ledger, 'waiting', execution);
      ledger.jobs.end(id, 'failed', { code: 'photo-damaged', message: '' });
      const spent = ledger.spending.today();
      expect(cancel(ledger, id)).toMatchObject({ value: { means: 'puts-away' } });
      expect(stateOf(ledger, id)).toBe('cancelled');
      expect(ledger.spending.today()).toBe(spent);
      expect(cancel(ledger, id)).toMatchObject({ problem: { code: 'job-ended' } });
    },
  );

  it('reports an unknown job', async () => {
    const ledger = await openedLedger();
    expect(cancel(ledger, 7)).toMatchObject({ problem: { code: 'job-not-found' } });
  });
});

describe('pause', () => {
  it.each([null, 'intent', 'doubt', 'started', 'finished'] as const)(
    'holds a job whose execution is %s, and a retry resumes it',
    async (execution) => {
      const ledger = await openedLedger();
      const id = jobWith(ledger, 'waiting', execution);
      const spent = ledger.spending.today();
      expect(pause(ledger, id)).toMatchObject({ value: { means: 'paused' } });
      expect(jobOf(ledger, id)).toMatchObject({ state: 'held', problem: { code: 'paused' } });
      expect(ledger.spending.today()).toBe(spent);
      if (execution === 'finished') return;
      expect(retry(false)(ledger, id)).toMatchObject({ ok: true });
      expect(stateOf(ledger, id)).toBe('waiting');
    },
  );

  it.each(['done', 'failed', 'held'] as const)(
    'leaves a job that is %s unchanged',
    async (state) => {
      const ledger = await openedLedger();
      const id = jobWith(ledger, state, null);
      expect(pause(ledger, id)).toMatchObject({ problem: { code: 'job-not-pausable' } });
      expect(stateOf(ledger, id)).toBe(state);
    },
  );
});

describe('moving to the front', () => {
  it('puts a job ahead of jobs that were moved earlier', async () => {
    const ledger = await openedLedger();
    const id = jobWith(ledger, 'waiting', null);
    expect(ledger.queue.rows([id])[0]?.isFirst).toBe(false);
    for (let last = 0; last < 2; last += 1) {
      const highest = ledger.queue.highestPriority();
      expect(toFront(highest)(ledger, id)).toMatchObject({ value: { means: 'goes-first' } });
      expect(jobOf(ledger, id).priority).toBeGreaterThan(highest);
      expect(ledger.queue.rows([id])[0]?.isFirst).toBe(true);
    }
  });

  it.each(['done', 'held'] as const)('does nothing for a job that is %s', async (state) => {
    const ledger = await openedLedger();
    expect(toFront(0)(ledger, jobWith(ledger, state, null))).toMatchObject({ ok: false });
  });
});
