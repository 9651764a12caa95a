import type { Problem } from '#shared/problem.ts';
import type { Semaphore } from '../../base/semaphore.ts';
import type { Job } from '../../adapters/ledger/jobs.ts';
import type { Activity } from './activity.ts';
import type { Admission } from './admission.ts';
import { mayBeBought } from './answers.ts';
import { nextQuestion } from './doubt.ts';
import type { Gates } from './gates.ts';
import { fileOf } from './job-file.ts';
import { judge, type Verdict } from './judge.ts';
import type { Parts } from './parts.ts';
import { plan, type JobFile, type Step, type Timing } from './plan.ts';
import type { Polling } from './polling.ts';
import { SET_BACK, type Complain } from './recovery.ts';
import type { Report } from './report.ts';
import type { QueueEvent } from './runner-types.ts';
import { gatesOf, shownOpen, type RunStep, type Task } from './steps.ts';
import type { JobInHand, Supervisor } from './supervisor.ts';

/** The shared parts of all job workers. */
export interface WorkerParts extends Pick<Parts, 'ledger' | 'clock' | 'random' | 'limits'> {
  readonly gates: Gates;
  /** Slots for the executions that the service may process at the same time. */
  readonly executing: Semaphore<number>;
  readonly admission: Admission;
  readonly activity: Activity;
  readonly polling: Polling;
  readonly runStep: RunStep;
  readonly tell: (event: QueueEvent) => void;
  readonly complain: Complain;
  /** Aborts when the answer to an execute request is no longer awaited. */
  readonly sent: AbortSignal;
}

/** Maximum time in ms that a job may sleep before another job may start instead. */
const LONG_SLEEP = 5000;

/** The result of a step; `began` is monotonic ms. */
interface Attempt {
  readonly report: Report;
  readonly began: number;
}

/**
 * Takes one job through its steps, always in the same loop: read the ledger, plan, run one step,
 * judge its report, record the verdict. All state is in the ledger, so stopping anywhere loses
 * nothing.
 */
export class JobWorker {
  readonly #parts: WorkerParts;
  readonly #job: JobInHand;
  readonly #supervisor: Pick<Supervisor, 'fill' | 'wake'>;
  readonly #timing: Timing;

  constructor(parts: WorkerParts, job: JobInHand, supervisor: Pick<Supervisor, 'fill' | 'wake'>) {
    this.#parts = parts;
    this.#job = job;
    this.#supervisor = supervisor;
    this.#timing = {
      pollAt: parts.polling.nextPoll,
      questionAt: nextQuestion,
      deadline: (e) => (e.awaitedMono ?? 0) + parts.limits.executionDeadline,
    };
  }

  /** Resolves when the job has ended, or its signal has aborted and no step is running. */
  async run(): Promise<void> {
    const { id, signal } = this.#job;
    const { clock, activity, admission, executing, complain } = this.#parts;
    try {
      await this.#carry();
    } catch (error) {
      // all commits are kept, so the worker simply starts again
      complain(error, `job ${id}`);
      activity.rests(id);
      await clock.sleep(SET_BACK, signal);
    } finally {
      activity.resumes(id);
      admission.passed(id);
      admission.unpark(id);
      activity.left(id);
      executing.leave(id);
    }
  }

  async #carry(): Promise<void> {
    const { id, signal } = this.#job;
    const { ledger, clock } = this.#parts;
    // the limit may have changed since the job was last parked
    if (problemOf(ledger, id) === 'spending-limit') ledger.jobs.advanced(id);
    while (!signal.aborted) {
      const loaded = fileOf(ledger, id);
      if (!loaded.ok) return this.#end('held', loaded.problem);
      const file = loaded.value;
      const step = plan(file, clock.mono(), this.#timing);
      this.#keepState(file);
      if (step.do === 'rest' || (step.do === 'execute' && this.#isPaused(file.job))) return;
      this.#keepPlace(file, step);
      if (step.do === 'sleep') {
        await this.#sleep(file.job, step.until);
        continue;
      }
      if (!(await this.#attempt(file, step))) return;
    }
  }

  /**
   * Sets the job's state: running once it was sent to the service, waiting while it is only being
   * prepared.
   */
  #keepState({ job, executions }: JobFile): void {
    const { ledger, activity } = this.#parts;
    const isSent = executions.some(
      (e) => mayBeBought(e) && (e.state !== 'finished' || e.run === job.runs),
    );
    if (isSent && job.state === 'waiting') ledger.jobs.running(job.id);
    if (!isSent && job.state === 'running') ledger.jobs.waiting(job.id);
    if (isSent) activity.sent(job.id);
    else activity.left(job.id);
  }

  /** Takes or releases the job's slot for the coming step. */
  #keepPlace({ job, executions }: JobFile, step: Step): void {
    const { executing } = this.#parts;
    const isExecuting = executions.some((e) => e.state === 'started' || e.state === 'sending');
    if (isExecuting) executing.hold(job.id);
    else if (step.do !== 'execute') executing.leave(job.id);
    const isEarly =
      step.do === 'prepare' ||
      step.do === 'upload' ||
      step.do === 'create' ||
      step.do === 'execute';
    if (!isEarly) this.#letAnotherIn();
  }

  #letAnotherIn(): void {
    if (this.#parts.admission.passed(this.#job.id)) this.#supervisor.fill();
  }

  /** Sleeps until `until` (monotonic ms), or until the job is woken. */
  async #sleep({ id }: Job, until: number): Promise<void> {
    const { clock, activity, admission } = this.#parts;
    const ms = until - clock.mono();
    if (admission.isParked(id)) activity.rests(id);
    if (ms > LONG_SLEEP) this.#letAnotherIn();
    await this.#job.rest(ms, this.#job.signal);
    activity.resumes(id);
  }

  /**
   * Runs one step behind its gates and records what follows. Waits for the job's slot before it waits for the gates, so
   * that a gate that closes in the meantime also stops jobs that were waiting for a slot. Returns false when the job
   * leaves the queue.
   */
  async #attempt(file: JobFile, step: Task): Promise<boolean> {
    const { id, priority } = file.job;
    const { signal } = this.#job;
    const { activity, executing, gates, clock, runStep, sent } = this.#parts;
    activity.rests(id);
    const isEntered = step.do !== 'execute' || (await executing.enter(id, { priority, signal }));
    const passage = isEntered ? await gates.pass(gatesOf(step), signal) : null;
    activity.resumes(id);
    if (passage === null) return true;
    let hasFailed = false;
    try {
      // if the job was paused while it waited for its slot, the plan must choose the next step
      if (step.do === 'execute' && this.#isPaused(file.job)) return true;
      const began = clock.mono();
      const report = await runStep(file, step, { signal, sent });
      hasFailed = report.kind === 'service' && report.failure.kind !== 'aborted';
      return this.#settle(file.job, step, { report, began });
    } finally {
      // while the service fails, only one photo at a time tests it
      if (!hasFailed) passage.end();
    }
  }

  /** Records what follows from a report. Returns false when the job leaves the queue. */
  #settle(job: Job, step: Task, { report, began }: Attempt): boolean {
    const { ledger, gates, random, admission, polling } = this.#parts;
    const verdict = judge(report, {
      step: step.do,
      attempts: job.attempts,
      tries: gates.tries,
      refusals: report.kind === 'refused' ? ledger.executions.refusedInRow() : 0,
      random,
    });
    for (const gate of shownOpen(step, report)) gates.open(gate, began);
    if (verdict.then !== 'park' && admission.unpark(job.id)) this.#supervisor.fill();
    if (step.do === 'poll' && polling.hasLostTrust(step.execution)) this.#supervisor.wake();
    return this.#apply(job, verdict);
  }

  #apply({ id, attempts, problem, hotFolderId }: Job, verdict: Verdict): boolean {
    const { ledger, clock, gates, admission } = this.#parts;
    const { jobs } = ledger;
    const now = clock.mono();
    switch (verdict.then) {
      case 'go':
        if (attempts > 0 || problem !== null) jobs.advanced(id);
        return true;
      case 'stop':
        return false;
      case 'wait':
        jobs.wait(id, now + verdict.ms);
        return true;
      case 'park':
        admission.park(id, hotFolderId, verdict.of);
        jobs.park(id, now + verdict.ms, verdict.problem);
        return true;
      case 'await':
        jobs.park(id, now + verdict.ms, verdict.problem);
        return true;
      case 'postpone':
        jobs.postpone(id, now + verdict.ms, verdict.problem);
        return true;
      case 'close':
        gates.close(verdict.gate, verdict.problem, verdict.ms);
        if (verdict.aside !== undefined) jobs.postpone(id, now + verdict.aside, verdict.problem);
        return true;
      case 'end':
        this.#end(verdict.state, verdict.problem);
        return false;
    }
  }

  #end(state: 'done' | 'failed' | 'held', problem: Problem | null): void {
    const { id } = this.#job;
    const { ledger, activity, tell } = this.#parts;
    ledger.jobs.end(id, state, problem);
    activity.left(id, 1);
    tell({ kind: 'ended', jobId: id });
  }

  #isPaused(job: Job): boolean {
    return this.#parts.ledger.pauses.holds(job);
  }
}

function problemOf({ jobs }: Parts['ledger'], id: number) {
  const job = jobs.load(id);
  return job.ok ? job.value.problem?.code : undefined;
}
