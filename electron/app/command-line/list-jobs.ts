import { jobStates, type JobState, type StateCounts } from '#shared/job.ts';
import { success, type Outcome } from '#shared/problem.ts';
import type { JobLine } from '#shared/views/command-line.ts';
import { jobLine } from './job-line.ts';
import type { ListedJob } from '../../adapters/ledger/queue.ts';
import { lookIntoLedger } from './meant-ledger.ts';
import type { CommandSetup } from './setup.ts';

/** Which jobs to list: the latest `limit` jobs in `state`, or in any state if `state` is absent. */
interface JobList {
  readonly state?: JobState;
  readonly limit: number;
}

interface ListedJobs {
  readonly rows: readonly ListedJob[];
  readonly counts: StateCounts;
}

/** Maximum number of jobs to list, in practice unlimited: only their ids are read, which need little memory. */
const EVERY_JOB = 1_000_000_000;

/** `jobs`: returns the latest jobs, oldest first. Problems: those of reading the ledger. */
export function listJobs(setup: CommandSetup, list: JobList): Promise<Outcome<ListedJobs>> {
  return lookIntoLedger(setup, (ledger) =>
    success({ rows: ledger.queue.rows(latest(ledger, list)), counts: ledger.jobs.count() }),
  );
}

/** `jobs --json`: writes one line per job, in the format of a run; only one line is in memory at a time. */
export function tellJobs(
  setup: CommandSetup,
  list: JobList,
  tell: (job: number, line: JobLine) => void,
): Promise<Outcome<null>> {
  return lookIntoLedger(setup, (ledger) => {
    for (const id of latest(ledger, list)) tell(id, jobLine(ledger, id).line);
    return success(null);
  });
}

function latest(
  { jobs }: { readonly jobs: { list(states: readonly JobState[], most: number): number[] } },
  { state, limit }: JobList,
): number[] {
  return jobs.list(state === undefined ? jobStates : [state], EVERY_JOB).slice(-limit);
}
