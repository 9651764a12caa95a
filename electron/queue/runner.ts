import { causeText, type Problem } from '#shared/problem.ts';
import type { Job } from '../ledger/jobs.ts';
import { nextQuestion } from './doubt.ts';
import { executeOnce, resolveDoubt } from './execute.ts';
import { createFlights, createPool } from './flights.ts';
import { createGates, type ClosedGate, type GateName } from './gates.ts';
import { createTask, prepareInputs, uploadInputs } from './inputs.ts';
import { judge, type Verdict } from './judge.ts';
import {
  fetchResult,
  finishJob,
  placeResult,
  pollExecution,
  pollPsd,
  requestPsd,
} from './outcome.ts';
import type { Parts } from './parts.ts';
import { plan, type JobFile, type Step, type Timing } from './plan.ts';
import { advanced, type Report } from './report.ts';
import { createPolling } from './polling.ts';

export type QueueEvent =
  /** A job's row changed; `ended` when it came to done, failed or held. */
  | { readonly kind: 'job'; readonly jobId: number; readonly ended: boolean }
  /** A gate opened or closed. */
  | { readonly kind: 'gates' };

export interface Runner {
  /** Takes up what the ledger holds, at once and whenever `wake` says that there is more. */
  start(): void;
  wake(): void;
  /** No new step begins; resolves when those under way have come to a safe end. */
  stop(): Promise<void>;
  /** Gates that are closed now, each with its one notice. */
  closed(): ClosedGate[];
  /** A person has removed the reason: a new key, money on the account. */
  reopen(): void;
  /** Jobs in hand that something is being done about: not those at a closed gate or a limit. */
  moving(): number;
}

/** ms a job may sleep before another one is taken up in its place. */
const LONG_SLEEP = 5000;

/** ms that a request to execute may take to be answered after the program was told to stop. */
const STOP_PATIENCE = 10_000;

/**
 * Carries jobs through their steps: as many at once as the stages' pools allow, each by the same
 * loop — read the ledger, plan, run one step, judge its report, write it down. There is no other
 * state than the ledger's, so stopping anywhere loses nothing.
 */
export function createRunner(parts: Parts, emit: (event: QueueEvent) => void): Runner {
  const { ledger, clock, limits, random } = parts;
  const stopping = new AbortController();
  const impatient = new AbortController();
  const gates = createGates(clock, () => emit({ kind: 'gates' }));
  const flights = createFlights(limits.inFlight);
  const pools = {
    prepare: createPool(limits.cores),
    upload: createPool(4),
    fetch: createPool(4),
    place: createPool(2),
  };
  const polling = createPolling(parts, () => flights.waiting() > 0);
  const timing: Timing = {
    pollAt: polling.nextPoll,
    questionAt: nextQuestion,
    deadline: (e) => (e.startedMono ?? polling.takenUpAt(e)) + limits.executionDeadline,
  };
  const carried = new Map<number, Promise<void>>();
  const resting = new Set<number>();
  /** Jobs that have not been executed yet: no more are opened than soon find a place. */
  const ahead = new Set<number>();
  const lookahead = limits.inFlight + limits.cores;
  let refusals = 0;

  const fill = () => {
    if (stopping.signal.aborted) return;
    const room = lookahead - ahead.size;
    if (room <= 0) return;
    if (isSpent(limits.imagesPerDay, () => ledger.spending.today()) && carried.size > 0) return;
    const spentFolders = ledger.hotFolders
      .all()
      .filter((folder) => isSpent(folder.imagesPerDay, () => ledger.spending.todayOf(folder.id)))
      .map((folder) => folder.id);
    for (const id of ledger.jobs.next(room, new Set(carried.keys()), spentFolders)) {
      ahead.add(id);
      // not at once: what a job sets off must find it among the carried ones
      const done = Promise.resolve()
        .then(() => carry(id))
        .finally(() => {
          carried.delete(id);
          resting.delete(id);
          ahead.delete(id);
          flights.leave(id);
          fill();
        });
      carried.set(id, done);
    }
  };

  const load = (id: number): JobFile | null => {
    const job = ledger.jobs.load(id);
    if (job.ok) {
      return {
        job: job.value,
        executions: ledger.executions.ofJob(id),
        results: ledger.results.ofJob(id),
      };
    }
    ledger.jobs.end(id, 'held', job.problem);
    emit({ kind: 'job', jobId: id, ended: true });
    return null;
  };

  const carry = async (id: number): Promise<void> => {
    const signal = stopping.signal;
    ledger.jobs.running(id);
    emit({ kind: 'job', jobId: id, ended: false });
    while (!signal.aborted) {
      const file = load(id);
      if (file === null) return;
      const step = plan(file, clock.mono(), timing);
      if (step.do === 'rest') return;
      keepPlace(file, step);
      if (step.do === 'sleep') {
        await sleepUntil(file, step.until, signal);
        continue;
      }
      const report = await attempt(file, step, signal);
      if (report === null) continue;
      if (!settle(file, step, report)) return;
      emit({ kind: 'job', jobId: id, ended: false });
    }
  };

  /** Which of the bounded places a job holds follows from its step. */
  const keepPlace = ({ job, executions }: JobFile, step: Step) => {
    const flying = executions.some((e) => e.state === 'started' || e.state === 'sending');
    if (flying) flights.assume(job.id);
    else if (step.do !== 'execute') flights.leave(job.id);
    const early =
      step.do === 'prepare' ||
      step.do === 'upload' ||
      step.do === 'create' ||
      step.do === 'execute';
    if (!early && ahead.delete(job.id)) fill();
  };

  const sleepUntil = async ({ job }: JobFile, until: number, signal: AbortSignal) => {
    const ms = until - clock.mono();
    if (job.problem?.code === 'spending-limit') resting.add(job.id);
    if (ms > LONG_SLEEP && ahead.delete(job.id)) fill();
    await clock.sleep(ms, signal);
    resting.delete(job.id);
  };

  /** Runs one step behind its gates; null when the program stops before it began. */
  const attempt = async (
    file: JobFile,
    step: Step,
    signal: AbortSignal,
  ): Promise<Report | null> => {
    const { id } = file.job;
    resting.add(id);
    const through = await gates.pass(gatesOf(step), signal);
    const entered =
      through && (step.do !== 'execute' || (await flights.enter(id, file.job.priority, signal)));
    resting.delete(id);
    if (!entered) return null;
    try {
      return await run(file, step, signal);
    } catch (error) {
      return brokenDown(error, file);
    }
  };

  const run = (file: JobFile, step: Step, signal: AbortSignal): Promise<Report> => {
    const { job } = file;
    switch (step.do) {
      case 'prepare':
        return pools.prepare.run(() => prepareInputs(parts, job, signal));
      case 'upload':
        return pools.upload.run(() => uploadInputs(parts, job, signal));
      case 'create':
        return createTask(parts, job, signal);
      case 'execute':
        return executeOnce(parts, file, step.intent, { signal, sent: impatient.signal });
      case 'resolve':
        return resolveDoubt(parts, file, step.execution, signal);
      case 'poll':
        return pollExecution(parts, file, step.execution, signal);
      case 'expire':
        return Promise.resolve({ kind: 'hold', problem: notEnded(file, limits.executionDeadline) });
      case 'fetch':
        return pools.fetch.run(() => fetchResult(parts, job, step.result, signal));
      case 'place':
        return pools.place.run(() => placeResult(parts, file, step.execution, step.result, signal));
      case 'psd-want':
        ledger.results.wantPsd(step.execution.id);
        return Promise.resolve(advanced);
      case 'psd-request':
        return requestPsd(parts, step.execution, step.result, signal);
      case 'psd-poll':
        return pollPsd(parts, job, step.execution, step.result, signal);
      case 'finish':
        return finishJob(parts, file, signal);
      case 'rest':
      case 'sleep':
        throw new Error(`"${step.do}" is not a step to run.`);
    }
  };

  /** Writes down what follows from a report. False when the job is no longer carried. */
  const settle = ({ job }: JobFile, step: Step, report: Report): boolean => {
    const verdict = judge(report, {
      step: step.do,
      attempts: job.attempts,
      tries: gates.tries,
      refusals,
      random,
    });
    if (step.do === 'execute' && report.kind === 'advanced') refusals = 0;
    if (report.kind === 'refused') refusals += 1;
    if (report.kind === 'advanced' || report.kind === 'wait') {
      for (const gate of opensBy(step)) gates.open(gate);
    }
    return apply(job, verdict);
  };

  const apply = ({ id, attempts, problem }: Job, verdict: Verdict): boolean => {
    switch (verdict.then) {
      case 'go':
        if (attempts > 0 || problem !== null) ledger.jobs.advanced(id);
        return true;
      case 'stop':
        return false;
      case 'wait':
        ledger.jobs.wait(id, clock.mono() + verdict.ms);
        return true;
      case 'postpone':
        ledger.jobs.postpone(id, clock.mono() + verdict.ms, verdict.problem);
        return true;
      case 'close':
        gates.close(verdict.gate, verdict.problem, verdict.ms);
        return true;
      case 'end':
        ledger.jobs.end(id, verdict.state, verdict.problem);
        emit({ kind: 'job', jobId: id, ended: true });
        return false;
    }
  };

  /** A bug, or the ledger itself: one photo is held with the reason, the others go on. */
  const brokenDown = (error: unknown, { job }: JobFile): Report => {
    const detail = causeText(error);
    if (/SQLITE_FULL|database or disk is full|ENOSPC/.test(detail)) {
      const message =
        'The disk of the data folder is full. Everything waits; make room and it goes on by itself.';
      return { kind: 'trouble', then: 'later', problem: { code: 'disk-full', message, detail } };
    }
    const problem: Problem = {
      code: 'internal',
      message: `Darkslide made a mistake with ${job.name}. The photo is untouched and the job is kept; please report it.`,
      detail: error instanceof Error ? (error.stack ?? detail) : detail,
    };
    ledger.history.note(job.id, 'mistake', problem.detail);
    return { kind: 'hold', problem };
  };

  return {
    start() {
      ledger.transaction(() => {
        ledger.jobs.recover();
        ledger.executions.recover();
      });
      fill();
    },
    wake: fill,
    async stop() {
      stopping.abort();
      const arrived = new AbortController();
      void clock.sleep(STOP_PATIENCE, arrived.signal).then(() => impatient.abort());
      await Promise.all(carried.values());
      arrived.abort();
    },
    closed: gates.closed,
    reopen() {
      for (const { gate } of gates.closed()) gates.open(gate);
    },
    moving: () => carried.size - resting.size,
  };
}

/** Which gates a step that went well has shown to be open. */
function opensBy(step: Step): readonly GateName[] {
  return step.do === 'fetch' ? ['disk'] : gatesOf(step);
}

function isSpent(limit: number | null, spent: () => number): boolean {
  return limit !== null && spent() >= limit;
}

function gatesOf(step: Step): readonly GateName[] {
  switch (step.do) {
    case 'prepare':
    case 'place':
      return ['disk'];
    case 'fetch':
      // its host is another one, but what cuts off the service cuts off the results as a rule
      return ['disk', 'service'];
    case 'execute':
      return ['disk', 'service', 'execute'];
    case 'finish':
    case 'psd-want':
    case 'expire':
    case 'rest':
    case 'sleep':
      return [];
    case 'upload':
    case 'create':
    case 'resolve':
    case 'poll':
    case 'psd-request':
    case 'psd-poll':
      return ['service'];
  }
}

function notEnded({ job, executions }: JobFile, deadline: number): Problem {
  const last = executions.findLast((e) => e.state === 'started');
  return {
    code: 'execution-deadline',
    message: `The execution of ${job.name} has not ended after ${Math.round(deadline / 60_000)} minutes; its last status was "${last?.status ?? 'unknown'}". It is paid for: retry the job to keep waiting, or cancel it to give up.`,
  };
}
