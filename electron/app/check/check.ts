import type { JobState } from '#shared/job.ts';
import { jobStates } from '#shared/job.ts';
import { failure } from '#shared/failure.ts';
import { success, type Outcome } from '#shared/problem.ts';
import { listBackups } from '../../adapters/ledger/backup.ts';
import { purchaseLogFile } from '../../adapters/ledger/files.ts';
import type { OpenLedger } from '../../adapters/ledger/open.ts';
import { readPurchases } from '../../adapters/ledger/purchases.ts';
import { verify } from '../../adapters/ledger/verify.ts';
import { failureProblem } from '../../adapters/service/failure-problem.ts';
import type { Service } from '../../adapters/service/types.ts';
import { resultFindings, unfinishedFindings, workFindings, type Finding } from './files.ts';

export interface CheckScope {
  /** Absolute path of the data folder. */
  readonly folder: string;
  /** Whether to read the content of every result, and also query the tasks of done jobs. */
  readonly deep: boolean;
  /** The service, if the user named one. */
  readonly service: Service | null;
}

/** Counts of what was checked, shown with the findings. */
export interface Figures {
  readonly jobs: Record<JobState, number>;
  readonly admitted: number;
  readonly results: number;
  readonly purchases: number;
  /** Number of tasks that were looked up at the service. */
  readonly tasks: number;
  readonly backups: readonly { readonly file: string; readonly bytes: number }[];
}

export interface CheckReport {
  readonly figures: Figures;
  readonly findings: readonly Finding[];
}

/** Maximum number of jobs to list, in practice unlimited: only their ids are read, which need little memory. */
const EVERY_JOB = 1_000_000_000;

/**
 * Finds everything that a crash, a disk error or a user may have damaged or left behind, and changes nothing. The
 * caller must have locked the data folder, so that files in use are not mistaken for leftovers. Problems: those of the
 * service, if it was queried and cannot be reached.
 */
export async function check(
  ledger: OpenLedger,
  scope: CheckScope,
  signal: AbortSignal,
): Promise<Outcome<CheckReport>> {
  const findings: Finding[] = ledgerFindings(ledger);
  const { purchases, unreadable } = readPurchases(purchaseLogFile(scope.folder));
  if (unreadable > 0) {
    findings.push({ kind: 'purchases-unreadable', lines: unreadable });
  }
  const backups = listBackups(scope.folder);
  for (const { file } of backups) {
    if (verify(file).ok) continue;
    findings.push({ kind: 'backup-damaged', file });
  }
  findings.push(...(await workFindings(ledger, scope.folder)));
  findings.push(...(await unfinishedFindings(ledger, scope.folder)));
  const results = await resultFindings(ledger, scope.deep, signal);
  findings.push(...results.findings);
  const tasks = await taskFindings(ledger, scope, signal);
  if (!tasks.ok) return tasks;
  findings.push(...tasks.value.findings);
  return success({
    findings,
    figures: {
      jobs: ledger.jobs.count(),
      admitted: ledger.history.countAdmitted(),
      results: results.count,
      purchases: purchases.length,
      tasks: tasks.value.count,
      backups: backups.map(({ file, bytes }) => ({ file, bytes })),
    },
  });
}

/** Finds damaged pages in the ledger's file, wrong totals and unreadable rows. */
function ledgerFindings(ledger: OpenLedger): Finding[] {
  const findings: Finding[] = ledger
    .integrity()
    .map((detail) => ({ kind: 'ledger-damaged', detail }));
  const sum = Object.values(ledger.jobs.count()).reduce((a, b) => a + b, 0);
  const admitted = ledger.history.countAdmitted();
  if (sum !== admitted) {
    findings.push({ kind: 'sum-wrong', admitted, listed: sum });
  }
  for (const id of ledger.jobs.list(jobStates, EVERY_JOB)) {
    const job = ledger.jobs.load(id);
    if (job.ok) continue;
    findings.push({ kind: 'job-unreadable', problem: job.problem, job: id });
  }
  return findings;
}

/**
 * Finds tasks that the ledger names but the service does not have: those of jobs that have not ended, or those of all
 * jobs.
 */
async function taskFindings(
  ledger: OpenLedger,
  { service, deep }: CheckScope,
  signal: AbortSignal,
): Promise<Outcome<{ findings: Finding[]; count: number }>> {
  const findings: Finding[] = [];
  let count = 0;
  if (service === null) return success({ findings, count });
  const states = deep ? jobStates : (['waiting', 'running', 'held'] as const);
  for (const id of ledger.jobs.list(states, EVERY_JOB)) {
    const job = ledger.jobs.load(id);
    if (!job.ok || job.value.taskId === null) continue;
    const { taskId, name, state, recipe } = job.value;
    // a recipe with deleteTask has the task deleted when the job is done
    if (state === 'done' && recipe.deleteTask) continue;
    count += 1;
    const answer = await service.query({ taskId }, { signal });
    if (answer.ok) continue;
    if (answer.failure.kind !== 'refused') {
      return failure(failureProblem(answer.failure));
    }
    const words = answer.failure.serviceMessage ?? answer.failure.message;
    findings.push({ kind: 'task-unknown', taskId, name, words, job: id });
  }
  return success({ findings, count });
}
