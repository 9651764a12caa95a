import { Option, type Command } from 'commander';
import { jobStates, type JobState } from '#shared/job.ts';
import { jobHeadings, type JobRow } from '#shared/job-row.ts';
import type { Context } from '../context.ts';
import { exitStatus, type ExitStatus } from '../exit.ts';
import { jobLine } from '../../../app/command-line/job-line.ts';
import { lookIntoLedger } from '../ledger-session.ts';
import type { Perform } from '../perform.ts';
import { table } from '../table.ts';
import { count } from '../values.ts';

interface JobsOptions {
  readonly state?: JobState;
  readonly limit: number;
}

const HELP = `
It can be asked beside a running watch.

Examples:
  darkslide jobs
  darkslide jobs --state failed --limit 200 --json`;

export function addJobs(program: Command, perform: Perform): void {
  program
    .command('jobs')
    .description('the jobs that the ledger holds, the latest last')
    .addOption(new Option('--state <state>', 'only these').choices(jobStates))
    .option('--limit <n>', 'at most so many, the latest ones', count, 50)
    .addHelpText('after', HELP)
    .action((options: JobsOptions, command: Command) =>
      perform(command, (context) => listJobs(context, options)),
    );
}

/** Ids alone are read of all of them. */
const EVERY_JOB = 1_000_000_000;

function listJobs(context: Context, { state, limit }: JobsOptions): Promise<ExitStatus> {
  const { out } = context;
  return lookIntoLedger(context, (ledger) => {
    const states = state === undefined ? jobStates : [state];
    const latest = ledger.jobs.list(states, EVERY_JOB).slice(-limit);
    if (out.json) {
      for (const id of latest) out.result({ job: id, ...jobLine(ledger, id) }, '');
      return exitStatus.done;
    }
    const rows = ledger.queue
      .rows(latest)
      .map((row) => jobHeadings.map(({ name }) => cellText(row[name])));
    const counts = ledger.jobs.count();
    const total = jobStates
      .filter((one) => counts[one] > 0)
      .map((one) => `${counts[one]} ${one}`)
      .join(', ');
    const headings = jobHeadings.map(({ heading }) => heading);
    if (rows.length > 0) out.say(table(headings, rows));
    out.say(`${rows.length > 0 ? '\n' : ''}In the ledger: ${total === '' ? 'no jobs' : total}`);
    return exitStatus.done;
  });
}

/** Of images those that were delivered, of a problem its code. */
function cellText(value: JobRow[(typeof jobHeadings)[number]['name']]): string {
  if (value === null) return '';
  if (typeof value !== 'object') return String(value);
  return 'code' in value ? value.code : String(value.delivered);
}
