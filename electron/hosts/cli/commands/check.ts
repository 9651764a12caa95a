import { resolve } from 'node:path';
import type { Command } from 'commander';
import { jobStates } from '#shared/job.ts';
import type { Figures } from '../../../app/check/check.ts';
import type { CheckReport } from '../../../app/check/run.ts';
import type { Context } from '../context.ts';
import { exitStatus, type ExitStatus } from '../exit.ts';
import type { Perform } from '../perform.ts';
import { refuse } from '../refuse.ts';

interface CheckOptions {
  readonly repair?: true;
  readonly restore?: string;
  readonly deep?: true;
}

const HELP = `
It needs the data folder for itself. With --service, or DARKSLIDE_SERVICE_URL, the service is asked
about the tasks of the jobs that have not ended. --repair removes copies in the data folder that no
job needs and unfinished files; never a photo, a result or a row. Exit status 0: nothing was found
that is still there.

--restore sets the ledger aside and puts a backup in its place. What was bought since is in the log of
purchases: the service is asked about it before anything is sent.

Examples:
  darkslide check
  darkslide check --deep --json
  darkslide check --restore backups/ledger-2026-05-04T03-00-00.sqlite`;

export function addCheck(program: Command, perform: Perform): void {
  program
    .command('check')
    .description('look for damage and for what was left over; list the backups of the ledger')
    .option('--repair', 'remove what was left over')
    .option('--restore <backup>', 'first put this backup in the place of the ledger')
    .option('--deep', 'read the content of every result, ask about the tasks of all jobs')
    .addHelpText('after', HELP)
    .action((options: CheckOptions, command: Command) =>
      perform(command, (context) => runCheck(context, options)),
    );
}

async function runCheck(context: Context, options: CheckOptions): Promise<ExitStatus> {
  const { checkCommand, restoreCommand } = await import('../../../app/command-line/check.ts');
  if (options.restore !== undefined) {
    const backup = resolve(options.restore);
    const restored = restoreCommand(context, backup);
    if (!restored.ok) return refuse(context, restored.problem);
    const { setAside } = restored.value;
    const before =
      setAside === null ? 'There was no ledger.' : `The ledger is kept as ${setAside}.`;
    context.out.say(`${backup} is in place. ${before}`);
  }
  const checked = await checkCommand(context, {
    deep: options.deep === true,
    repair: options.repair === true,
  });
  return checked.ok ? tell(context, checked.value) : refuse(context, checked.problem);
}

function tell({ out }: Context, { figures, findings }: CheckReport): ExitStatus {
  for (const { kind, message, job, file, isRepaired } of findings) {
    out.result(
      { finding: kind, message, job, file, repaired: isRepaired },
      `${kind.padEnd(20)} ${message}${isRepaired ? ' It was removed.' : ''}`,
    );
  }
  const repaired = findings.filter(({ isRepaired }) => isRepaired).length;
  const left = findings.length - repaired;
  out.result({ check: { ...figures, findings: findings.length, repaired } }, textOf(figures));
  out.say(
    left === 0
      ? `Nothing is wrong${repaired > 0 ? ` any more; ${repaired} things were removed` : ''}.`
      : `${left} findings${repaired > 0 ? `, ${repaired} things were removed` : ''}.`,
  );
  return left === 0 ? exitStatus.done : exitStatus.unfinished;
}

function textOf({ jobs, admitted, results, purchases, tasks, backups }: Figures): string {
  const states = jobStates.map((state) => `${jobs[state]} ${state}`).join(' + ');
  const asked = tasks === 0 ? '' : `; the service was asked about ${tasks} tasks`;
  return [
    `${admitted} taken in = ${states}`,
    `${results} results delivered, ${purchases} purchases in the log${asked}`,
    backups.length === 0 ? 'no backups yet' : `${backups.length} backups, the newest first:`,
    ...backups.map(({ file, bytes }) => `  ${file} (${(bytes / 1e6).toFixed(1)} MB)`),
  ].join('\n');
}
