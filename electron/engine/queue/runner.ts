import type { Problem } from '#shared/problem.ts';
import type { Job } from '../../adapters/ledger/jobs.ts';
import { createDeleter } from './deletions.ts';
import { nextQuestion } from './doubt.ts';
import { mayBeBought } from './answers.ts';
import { createFlights } from './flights.ts';
import { createGates } from './gates.ts';
import { goOnWithTold } from './hints.ts';
import { fileOf } from './job-file.ts';
import { judge, ledgerPause, type Verdict } from './judge.ts';
import { keepLooking } from './late.ts';
import { estimate, noPace, observe } from './pace.ts';
import type { Parts } from './parts.ts';
import { plan, type JobFile, type Step, type Timing } from './plan.ts';
import { createPolling } from './polling.ts';
import { recover, SET_BACK } from './recovery.ts';
import type { LimitOf, Report } from './report.ts';
import { isPaidFor } from './paid-for.ts';
import { createSleepers } from './sleepers.ts';
import type { QueueEvent, Runner } from './runner-types.ts';
import { createSteps, gatesOf, mistake, shownOpen, type Task } from './steps.ts';

/** A job in hand. */
interface Carried {
  readonly done: Promise<void>;
  readonly end: AbortController;
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

  /** Who listens may be mistaken; that stops no photo, and who cannot be told so is not told. */
  const tell = (event: QueueEvent) => {
    try {
      emit(event);
    } catch (error) {
      if (event.kind === 'mistake') return;
      tell({ kind: 'mistake', problem: mistake(error, 'what is shown of the queue').problem });
    }
  };

  const gates = createGates(clock, () => tell({ kind: 'gates' }));
  const flights = createFlights(() => limits.inFlight);
  const runStep = createSteps(parts);
  const polling = createPolling(parts, () => flights.waiting() > 0);
  const timing: Timing = {
    pollAt: polling.nextPoll,
    questionAt: nextQuestion,
    deadline: (e) => (e.awaitedMono ?? 0) + limits.executionDeadline,
  };
  const carried = new Map<number, Carried>();
  const sleepers = createSleepers(clock);
  const looks = createSleepers(clock);
  const resting = new Set<number>();
  /** Jobs that have not been executed yet: no more are opened than soon find a place. */
  const ahead = new Set<number>();
  const lookahead = () => limits.inFlight + limits.cores;
  /** Jobs that are not to be taken up, by how many changes to them are waited for. */
  const kept = new Map<number, number>();
  /** Jobs that a daily limit stands against, with their hot folder; 0 for photos a person gave. */
  const parked = new Map<number, { readonly folder: number; readonly of: LimitOf }>();
  /** Jobs in hand that were sent to the service. */
  const atService = new Set<number>();
  let pace = noPace;
  let isBegun = false;
  let begun = Promise.resolve();
  let again: Promise<void> | null = null;

  /** A ledger that takes no commit closes its gate, for one notice; anything else is a mistake. */
  const complain = (error: unknown, where: string) => {
    const { kind, problem } = mistake(error, where);
    if (kind === 'trouble') tell({ kind: 'mistake', problem });
    else gates.close('ledger', problem, ledgerPause(gates.tries('ledger'), random));
  };

  const deleter = createDeleter(parts, gates, complain);

  const begin = async () => {
    const { signal } = stopping;
    isBegun = await recover(parts, gates, complain, signal);
    fill();
    await Promise.all([
      keepLooking(parts, gates, { rest: (ms, end) => looks.sleep(0, ms, end), complain }, signal),
      deleter.run(signal),
    ]);
  };

  const fill = () => {
    if (!isBegun || again !== null || stopping.signal.aborted) return;
    try {
      takeUp();
    } catch (error) {
      complain(error, 'the list of jobs');
      again = fillLater();
    }
  };

  const fillLater = async () => {
    await clock.sleep(SET_BACK, stopping.signal);
    again = null;
    fill();
  };

  const takeUp = () => {
    const room = lookahead() - ahead.size;
    if (room <= 0) return;
    for (const id of ledger.jobs.next(
      room,
      new Set([...carried.keys(), ...kept.keys()]),
      atLimit(),
    )) {
      ahead.add(id);
      const end = new AbortController();
      const { signal } = end;
      // not at once: what a job sets off must find it among the carried ones
      const done = Promise.resolve()
        .then(() => carry(id, signal))
        .catch((error: unknown) => setBack(id, error, signal))
        .finally(() => {
          carried.delete(id);
          resting.delete(id);
          ahead.delete(id);
          parked.delete(id);
          leaveService(id);
          flights.leave(id);
          tell({ kind: 'in-hand', jobId: id });
          fill();
        });
      carried.set(id, { done, end });
      tell({ kind: 'in-hand', jobId: id });
    }
  };

  /**
   * Whose jobs are not opened for now, because some of them are parked: those look again by
   * themselves, the others of a hot folder cost the same. What a person gave may cost less. And those
   * that a person has paused.
   */
  const atLimit = (): number[] => {
    const all = [...parked.values()].map(({ folder }) => folder);
    const folders = new Set(all);
    if (all.filter((folder) => folder === 0).length < lookahead()) folders.delete(0);
    return [...folders, ...ledger.pauses.folders()];
  };

  const isPaused = ({ hotFolderId }: Job) => ledger.pauses.folders().includes(hotFolderId ?? 0);

  /** Running is what was sent to the service; what is only made ready for it still waits. */
  const keepState = ({ job, executions }: JobFile) => {
    const isSent = executions.some(
      (e) => mayBeBought(e) && (e.state !== 'finished' || e.run === job.runs),
    );
    if (isSent && job.state === 'waiting') ledger.jobs.running(job.id);
    if (!isSent && job.state === 'running') ledger.jobs.waiting(job.id);
    if (!isSent) return leaveService(job.id);
    atService.add(job.id);
    pace = observe(pace, clock.mono(), atService.size);
  };

  const leaveService = (id: number, ended = 0) => {
    if (!atService.delete(id)) return;
    pace = observe(pace, clock.mono(), atService.size, ended);
  };

  const end = (id: number, state: 'done' | 'failed' | 'held', problem: Problem | null) => {
    ledger.jobs.end(id, state, problem);
    leaveService(id, 1);
    tell({ kind: 'ended', jobId: id });
  };

  const carry = async (id: number, signal: AbortSignal): Promise<void> => {
    // the limit may be another one than when it was let go
    if (problemOf(id) === 'spending-limit') ledger.jobs.advanced(id);
    while (!signal.aborted) {
      const loaded = fileOf(ledger, id);
      if (!loaded.ok) return end(id, 'held', loaded.problem);
      const file = loaded.value;
      const step = plan(file, clock.mono(), timing);
      keepState(file);
      if (step.do === 'rest' || (step.do === 'execute' && isPaused(file.job))) return;
      keepPlace(file, step);
      if (step.do === 'sleep') {
        await sleepUntil(file, step.until, signal);
        continue;
      }
      const made = await attempt(file, step, signal);
      if (made === null) continue;
      if (!settle(file, step, made)) return;
    }
  };

  /** Carrying itself failed: nothing was lost that a commit had acknowledged, so it begins anew. */
  const setBack = async (id: number, error: unknown, signal: AbortSignal) => {
    complain(error, `job ${id}`);
    resting.add(id);
    await clock.sleep(SET_BACK, signal);
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
    await sleepers.sleep(job.id, ms, signal);
    resting.delete(job.id);
  };

  /**
   * Runs one step behind its gates; null when the program stops before it began. The place is waited
   * for first: a gate that closes meanwhile holds those up that waited for a place, too.
   */
  const attempt = async (
    file: JobFile,
    step: Task,
    signal: AbortSignal,
  ): Promise<{ readonly report: Report; readonly began: number } | null> => {
    const { id, priority } = file.job;
    resting.add(id);
    const entered =
      (step.do !== 'execute' || (await flights.enter(id, priority, signal))) &&
      (await gates.pass(gatesOf(step), signal));
    resting.delete(id);
    // paused while it waited for its place: only the plan knows what that means
    if (!entered || (step.do === 'execute' && isPaused(file.job))) return null;
    const began = clock.mono();
    return { report: await runStep(file, step, { signal, sent: impatient.signal }), began };
  };

  /** Writes down what follows from a report. False when the job is no longer carried. */
  const settle = (
    { job }: JobFile,
    step: Task,
    { report, began }: { readonly report: Report; readonly began: number },
  ): boolean => {
    const verdict = judge(report, {
      step: step.do,
      attempts: job.attempts,
      tries: gates.tries,
      refusals: report.kind === 'refused' ? ledger.executions.refusedInRow() : 0,
      random,
    });
    for (const gate of shownOpen(step, report)) gates.open(gate, began);
    if (verdict.then !== 'park' && parked.delete(job.id)) fill();
    if (step.do === 'poll' && polling.hasLostTrust(step.execution)) sleepers.wake();
    return apply(job, verdict);
  };

  const apply = (job: Job, verdict: Verdict): boolean => {
    const { id, attempts, problem } = job;
    switch (verdict.then) {
      case 'go':
        if (attempts > 0 || problem !== null) ledger.jobs.advanced(id);
        return true;
      case 'stop':
        return false;
      case 'wait':
        ledger.jobs.wait(id, clock.mono() + verdict.ms);
        return true;
      case 'park':
        parked.set(id, { folder: job.hotFolderId ?? 0, of: verdict.of });
        ledger.jobs.park(id, clock.mono() + verdict.ms, verdict.problem);
        return true;
      case 'postpone':
        ledger.jobs.postpone(id, clock.mono() + verdict.ms, verdict.problem);
        return true;
      case 'close':
        gates.close(verdict.gate, verdict.problem, verdict.ms);
        if (verdict.aside !== undefined) {
          ledger.jobs.postpone(id, clock.mono() + verdict.aside, verdict.problem);
        }
        return true;
      case 'end':
        end(id, verdict.state, verdict.problem);
        return false;
    }
  };

  return {
    start() {
      begun = begin();
    },
    wake: fill,
    hint(jobId) {
      sleepers.wake(jobId);
      if (jobId === undefined || carried.has(jobId)) return;
      try {
        if (!goOnWithTold(ledger, jobId)) looks.wake();
        fill();
      } catch (error) {
        complain(error, `job ${jobId}`);
      }
    },
    deleteTasks: deleter.wake,
    async stop() {
      stopping.abort();
      const arrived = new AbortController();
      void clock.sleep(STOP_PATIENCE, arrived.signal).then(() => impatient.abort());
      await Promise.all([begun, again, letGo([...carried.values()])]);
      arrived.abort();
    },
    closed: gates.closed,
    async reopen(only) {
      const closed = gates.closed().filter(({ gate }) => only === undefined || gate === only);
      if (closed.length === 0) return;
      for (const { gate } of closed) gates.open(gate);
      looks.wake();
      deleter.wake();
      // also those that wait longer than their gate
      await beginAnew([...carried.keys()].filter(isPostponed));
    },
    moving: () => carried.size - resting.size,
    isInHand: (id) => carried.has(id),
    inHand: () => [...carried.keys()],
    limited: () => new Map([...parked.values()].map(({ folder, of }) => [folder, of])),
    estimate: (left) => (gates.closed().length > 0 ? null : estimate(pace, clock.mono(), left)),
    change,
    async standStill() {
      const unpaid = [...carried.keys()].filter((id) => !isPaidFor(ledger, id));
      await change(unpaid, () => {}).catch((error: unknown) => complain(error, 'a pause'));
    },
    async limitsChanged() {
      flights.limitChanged();
      await beginAnew([...parked.keys()]);
    },
  };

  function problemOf(id: number) {
    const job = ledger.jobs.load(id);
    return job.ok ? job.value.problem?.code : undefined;
  }

  function isPostponed(id: number): boolean {
    const job = ledger.jobs.load(id);
    return job.ok && job.value.problem !== null && job.value.notBefore > clock.mono();
  }

  /** Takes these jobs up again now, whatever they wait for. */
  function beginAnew(waiting: readonly number[]): Promise<void> {
    return change(waiting, () => waiting.forEach((id) => ledger.jobs.advanced(id)));
  }

  async function change<T>(jobIds: readonly number[], make: () => T | Promise<T>): Promise<T> {
    for (const id of jobIds) kept.set(id, (kept.get(id) ?? 0) + 1);
    await letGo(jobIds.flatMap((id) => carried.get(id) ?? []));
    try {
      return await make();
    } finally {
      for (const id of jobIds) release(id);
      fill();
    }
  }

  function release(id: number): void {
    const others = (kept.get(id) ?? 1) - 1;
    if (others > 0) kept.set(id, others);
    else kept.delete(id);
  }
}

/** Begins no new step of these jobs; resolves when what is under way has come to a safe end. */
async function letGo(jobs: readonly Carried[]): Promise<void> {
  for (const { end } of jobs) end.abort();
  await Promise.all(jobs.map(({ done }) => done));
}
