import { Option, type Command } from 'commander';
import { jobStates, type JobState } from '#shared/job.ts';
import { printedFields, type JobRow } from '#shared/job-row.ts';
import type { Context } from '../context.ts';
import { exitStatus, type ExitStatus } from '../exit.ts';
import { listJobs, tellJobs } from '../../../app/command-line/list-jobs.ts';
import { addNotes } from '../help.ts';
import type { Perform } from '../perform.ts';
import type { HelpTexts } from '../speech.ts';
import { refuse } from '../refuse.ts';
import { table } from '../table.ts';
import { countsText } from '../job-counts.ts';
import { count } from '../values.ts';

interface JobsOptions {
  readonly state?: JobState;
  readonly limit: number;
}

const examples = ['darkslide jobs', 'darkslide jobs --state failed --limit 200 --json'];

export function addJobs(program: Command, perform: Perform, t: HelpTexts): void {
  const self = program
    .command('jobs')
    .description(t('jobs'))
    .addOption(new Option('--state <state>', t('jobs.state')).choices(jobStates))
    .option('--limit <n>', t('jobs.limit'), count, 50)
    .action((options: JobsOptions, command: Command) =>
      perform(command, (context) => showJobs(context, options)),
    );
  addNotes(self, t, { notes: t('jobs.notes'), examples });
}

async function showJobs(context: Context, list: JobsOptions): Promise<ExitStatus> {
  const { out, t } = context;
  if (out.json) {
    const told = await tellJobs(context, list, (job, line) => out.result({ job, ...line }, ''));
    return told.ok ? exitStatus.done : refuse(context, told.problem);
  }
  const listed = await listJobs(context, list);
  if (!listed.ok) return refuse(context, listed.problem);
  const { rows, counts } = listed.value;
  const cells = rows.map((row) =>
    printedFields.map((name) => (name === 'state' ? t(`state.${row.state}`) : cellText(row[name]))),
  );
  const total = countsText(t, counts);
  const headings = printedFields.map((name) => t(`jobs.heading.${name}`));
  if (cells.length > 0) out.say(table(headings, cells));
  if (cells.length > 0) out.say('');
  out.say(total === '' ? t('jobs.none') : t('jobs.total', { counts: total }));
  return exitStatus.done;
}

/** Returns the text of a table cell: for images the number of delivered images, for a problem its code. */
function cellText(value: JobRow[(typeof printedFields)[number]]): string {
  if (value === null) return '';
  if (typeof value !== 'object') return String(value);
  return 'code' in value ? value.code : String(value.delivered);
}
