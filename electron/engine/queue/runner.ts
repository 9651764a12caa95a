import { createAlarm } from '../../base/alarm.ts';
import { Semaphore } from '../../base/semaphore.ts';
import type { Job } from '../../adapters/ledger/jobs.ts';
import { Activity } from './activity.ts';
import { Admission } from './admission.ts';
import { createDeleter } from './deletions.ts';
import { createGates, type Gates } from './gates.ts';
import { goOnWithTold } from './hints.ts';
import { JobWorker, type WorkerParts } from './job-worker.ts';
import { ledgerPause } from './judge.ts';
import { keepLooking } from './late.ts';
import type { Parts } from './parts.ts';
import { createPolling } from './polling.ts';
import { recover, type Complain } from './recovery.ts';
import { isPaidFor } from './paid-for.ts';
import type { QueueEvent, Runner } from './runner-types.ts';
import { checkSpending } from './spending.ts';
import { createSteps, mistake } from './steps.ts';
import { Supervisor } from './supervisor.ts';

/** Time in ms for which a program that is stopping still waits for the answer to an execute request. */
const STOP_TIMEOUT = 10_000;

/** Time in ms in which several notifications of freed claims are combined. */
const FREED_REST = 300;

/** Wires the queue without starting it. */
export function createRunner(parts: Parts, emit: (event: QueueEvent) => void): Runner {
  const { ledger, clock, limits } = parts;
  const stopping = new AbortController();
  const impatient = new AbortController();
  const tell = safely(emit);
  const gates = createGates(clock, () => tell({ kind: 'gates' }));
  const complain = complaints(parts, gates, tell);
  const executing = new Semaphore<number>(() => limits.inFlight);
  const admission = new Admission(parts);
  const activity = new Activity(clock);
  const workerParts: WorkerParts = {
    ...parts,
    gates,
    executing,
    admission,
    activity,
    polling: createPolling(parts, () => executing.waiting() > 0),
    runStep: createSteps(parts),
    tell,
    complain,
    sent: impatient.signal,
  };
  const jobs = new Supervisor({
    clock,
    admission,
    carry: (job, supervisor) => new JobWorker(workerParts, job, supervisor).run(),
    onInHand: (jobId) => tell({ kind: 'in-hand', jobId }),
    complain,
    stopping: stopping.signal,
  });
  const deleter = createDeleter(parts, gates, complain);
  /** Wakes the search for late executions when a notification arrives for a job that has ended. */
  const late = createAlarm(clock);
  const running: Promise<unknown>[] = [];

  const work = async () => {
    heedLimits(limits, gates, executing);
    const { signal } = stopping;
    if (!(await recover(parts, gates, complain, signal))) return;
    jobs.begin();
    const looking = keepLooking(parts, gates, { rest: late.listen(), complain }, signal);
    await Promise.all([looking, deleter.run(signal)]);
  };

  /** Starts these jobs again now, even waiting ones. A job that ended with its last step keeps its problem. */
  const beginAnew = (ids: readonly number[]) =>
    jobs.change(ids, () => {
      for (const id of ids) if (openJob(ledger, id) !== null) ledger.jobs.advanced(id);
    });

  return {
    start: () => void running.push(work()),
    wake: () => jobs.fill(),
    hint(jobId) {
      jobs.wake(jobId);
      if (jobId === undefined || jobs.has(jobId)) return;
      try {
        if (!goOnWithTold(ledger, jobId)) late.ring();
        jobs.fill();
      } catch (error) {
        complain(error, `job ${jobId}`);
      }
    },
    deleteTasks: deleter.wake,
    async stop() {
      stopping.abort();
      const arrived = new AbortController();
      void clock.sleep(STOP_TIMEOUT, arrived.signal).then(() => impatient.abort());
      await Promise.all([...running, jobs.stop()]);
      arrived.abort();
    },
    closed: gates.closed,
    async reopen(only) {
      const closed = gates.closed().filter(({ gate }) => only === undefined || gate === only);
      if (closed.length === 0) return;
      for (const { gate } of closed) gates.open(gate);
      late.ring();
      deleter.wake();
      await beginAnew(postponedIn(ledger, jobs.ids(), clock.mono()));
    },
    moving: () => jobs.ids().length - activity.resting(),
    isInHand: (id) => jobs.has(id),
    inHand: () => jobs.ids(),
    limited: () => admission.limited(),
    parked: () => admission.parked(),
    estimate: (left) => (gates.closed().length > 0 ? null : activity.estimate(left)),
    change: (jobIds, change) => jobs.change(jobIds, change),
    async standStill() {
      const unpaid = jobs.ids().filter((id) => !isPaidFor(ledger, id));
      await jobs.change(unpaid, () => {}).catch((error: unknown) => complain(error, 'a pause'));
    },
    async limitsChanged() {
      heedLimits(limits, gates, executing);
      await beginAnew(admission.parked());
    },
    claimsFreed: gathered(clock, stopping.signal, () => beginAnew(queuedIn(parts, jobs.ids()))),
  };
}

/** Applies the limit of executions at a time, and lets nothing be bought while the spending limits are not known. */
function heedLimits(
  { unreadable }: Parts['limits'],
  gates: Gates,
  executing: Semaphore<number>,
): void {
  executing.admit();
  const isShut = gates.closed().some(({ problem }) => problem.code === 'limits-unreadable');
  if (unreadable !== null) gates.close('execute', unreadable, null);
  else if (isShut) gates.open('execute');
}

/** Returns a job that has not ended. */
function openJob({ jobs }: Parts['ledger'], id: number): Job | null {
  const job = jobs.load(id);
  return job.ok && (job.value.state === 'waiting' || job.value.state === 'running')
    ? job.value
    : null;
}

/** Returns the jobs that wait for their own next attempt, which may be later than the opening of a gate. */
function postponedIn(ledger: Parts['ledger'], ids: readonly number[], now: number): number[] {
  return ids.filter((id) => {
    const job = openJob(ledger, id);
    return job !== null && job.problem !== null && job.notBefore > now;
  });
}

/** Returns a function that acts once for all its calls within `FREED_REST`, unless `signal` is aborted. */
function gathered(
  clock: Parts['clock'],
  signal: AbortSignal,
  act: () => Promise<void>,
): () => Promise<void> {
  let isGathering = false;
  return async () => {
    if (isGathering) return;
    isGathering = true;
    await clock.sleep(FREED_REST, signal);
    isGathering = false;
    if (!signal.aborted) await act();
  };
}

/** Returns the jobs that wait for a claim of another station, for a slot or for a limit of the shared studio. */
function queuedIn(parts: Parts, ids: readonly number[]): number[] {
  const { ledger } = parts;
  return ids.filter((id) => {
    const job = openJob(ledger, id);
    const code = job?.problem?.code;
    if (code === 'studio-busy' || code === 'claimed-elsewhere') return true;
    if (job === null || code !== 'spending-limit') return false;
    // a limit of this station alone does not change when another station's claim does
    const intent = ledger.executions.ofJob(id).find(({ state }) => state === 'intent');
    return checkSpending(parts, job, intent ?? null) === null;
  });
}

/**
 * Wraps a listener so that its errors stop no photo: they are reported as bugs, except an error in reporting a bug.
 */
function safely(emit: (event: QueueEvent) => void): (event: QueueEvent) => void {
  return function tell(event) {
    try {
      emit(event);
    } catch (error) {
      if (event.kind === 'mistake') return;
      tell({ kind: 'mistake', problem: mistake(error, 'the display of the queue').problem });
    }
  };
}

/**
 * Handles errors: an error of a ledger that accepts no commit closes the ledger's gate, with one
 * notice; any other error is reported as a bug.
 */
function complaints({ random }: Parts, gates: Gates, tell: (event: QueueEvent) => void): Complain {
  return (error, where) => {
    const { kind, problem } = mistake(error, where);
    if (kind === 'trouble') tell({ kind: 'mistake', problem });
    else gates.close('ledger', problem, ledgerPause(gates.tries('ledger'), random));
  };
}
