import { problemOf } from '#shared/failure.ts';
import type { ExecutionRow } from '../../adapters/ledger/executions.ts';
import type { Job } from '../../adapters/ledger/jobs.ts';
import { eachLimit, limitKinds, limitNames } from '#shared/spending-limits.ts';
import { intentOf } from './ordered.ts';
import type { Ledger } from '../../adapters/ledger/open.ts';
import type { Station, StationAnswer } from '../station/station.ts';
import type { Parts } from './parts.ts';
import { advanced, type Report } from './report.ts';
import { plannedRun, refusalOf } from './spending.ts';

/**
 * Claims the current run of a job in the shared studio; returns the report that ends the step if the run may not be
 * bought now, and null if it may. `left`: the job's earlier INTENT, which was not sent. Problems: bought-elsewhere,
 * claimed-elsewhere, spending-limit, limit-too-low, price-missing, those of `Station.claim`.
 */
export async function claimRun(
  parts: Parts,
  job: Job,
  left: ExecutionRow | null,
): Promise<Report | null> {
  const { station, ledger, random } = parts;
  if (station === undefined) return null;
  const { images, taskId: task } = intentOf(job);
  const identity = ledger.claims.identityOf(job.id);
  const { cost } = plannedRun(ledger, job);
  const ids = { job: job.id, jobRun: job.runs, task };
  const answer = await station.claim({
    ...ids,
    ...identity,
    settled: settledTasks(ledger, job),
    images,
    cost,
    folder: sharedFolderOf(ledger, job),
  });
  if (!answer.ok) return { kind: 'studio', problem: answer.problem };
  const { name } = job;
  switch (answer.value.kind) {
    case 'granted':
    case 'adopt':
      return take(parts, job, answer.value, left);
    case 'elsewhere': {
      const { needsPerson, station: at } = answer.value;
      const code = needsPerson ? 'claimed-elsewhere.held' : 'claimed-elsewhere';
      const problem = problemOf(code, { name, station: at }, { about: name });
      return { kind: 'await', ms: ELSEWHERE, problem };
    }
    case 'bought': {
      const values = { name, station: answer.value.station };
      return { kind: 'hold', problem: problemOf('bought-elsewhere', values, { about: name }) };
    }
    case 'busy': {
      const ms = BUSY + random() * BUSY;
      return { kind: 'await', ms, problem: problemOf('studio-busy') };
    }
    case 'no-lease':
      return { kind: 'studio', problem: problemOf('station-lease-lost') };
    case 'lost':
      throw new Error('Only custom models and scenes are lost with their station.');
    case 'limit':
      return limited(parts, answer.value.reached, job);
  }
}

/**
 * Returns the tasks of a job's current run with which nothing was bought: the service refused the requests, or the job
 * has given them up. Such a task may be deleted, so the claim needs the job's new task.
 */
function settledTasks({ executions }: Pick<Ledger, 'executions'>, job: Job): string[] {
  const ofRun = executions.ofJob(job.id).filter(({ run }) => run === job.runs);
  const tasks = new Set(ofRun.map(({ taskId }) => taskId));
  for (const { taskId, state } of ofRun) {
    if (state !== 'rejected' && state !== 'void') tasks.delete(taskId);
  }
  return [...tasks];
}

/**
 * Returns the hot folder of a job with its limits, which count the purchases of all stations; null if the folder is
 * not shared.
 */
function sharedFolderOf(
  { sharedDocuments, hotFolders }: Pick<Ledger, 'sharedDocuments' | 'hotFolders'>,
  { hotFolderId }: Pick<Job, 'hotFolderId'>,
): ClaimRequest['folder'] {
  if (hotFolderId === null) return null;
  const key = sharedDocuments.keyOf('hot-folder', hotFolderId);
  const folder = hotFolders.get(hotFolderId);
  if (key === undefined || folder === undefined) return null;
  return { key, limits: eachLimit((name) => folder[name]) };
}

/** Time in ms between two checks of a purchase that another station has claimed, without notifications. */
const ELSEWHERE = 15_000;
/**
 * Minimum time in ms between two attempts while the account's concurrency limit is reached; the maximum is twice as
 * long.
 */
const BUSY = 5000;

type ClaimRequest = Parameters<Station['claim']>[0];
type TakenClaim = Extract<StationAnswer, { kind: 'granted' | 'adopt' }>;

/**
 * Records a claim. If the claim names another task (`adopt`), the job takes over that task, which another station or
 * an earlier job may have executed. An execution of that task is recorded as in doubt, and the service is queried
 * about it until the doubt window ends, so that nothing is sent in the meantime.
 */
function take(
  { ledger }: Parts,
  job: Job,
  answer: TakenClaim,
  left: ExecutionRow | null,
): Report | null {
  const { claim, fence } = answer;
  return ledger.transaction(() => {
    ledger.claims.set({ jobId: job.id, run: job.runs, claim, fence });
    if (answer.kind === 'granted') return null;
    const { jobs, executions } = ledger;
    if (left !== null) executions.giveUp(left.id, 'another task was claimed before');
    jobs.created(job.id, answer.task);
    const id = executions.intend({ ...intentOf(job), taskId: answer.task });
    executions.sending(id);
    executions.doubt(id, problemOf('claim-taken-over', { station: answer.from ?? '' }));
    return advanced;
  });
}

function limited(
  { ledger: { hotFolders, spending } }: Parts,
  {
    of,
    per,
    unit,
    verdict,
    allowed: amount,
    currency,
  }: Extract<StationAnswer, { kind: 'limit' }>['reached'],
  job: Job,
): Report {
  const name = limitNames.find(
    (one) => limitKinds[one].per === per && limitKinds[one].unit === unit,
  );
  if (name === undefined) throw new Error(`There is no limit of ${unit} per ${per}.`);
  const objection = {
    limit: { name, per, unit, amount },
    of: of === 'studio' ? ('stations' as const) : of,
    folder: hotFolders.get(job.hotFolderId ?? 0)?.path ?? '',
    verdict,
    currency: currency ?? spending.prices().currency,
  };
  return refusalOf(objection, job, plannedRun({ spending }, job));
}
