import { resolve } from 'node:path';
import type { Command } from 'commander';
import { jobStates } from '#shared/job.ts';
import { systemClock } from '../../../base/clock.ts';
import { check, type CheckReport, type Figures } from '../check.ts';
import { repair } from '../check-files.ts';
import { ledgerFolderOf, serviceOf, waysOutOf, type Context } from '../context.ts';
import { exitStatus, type ExitStatus } from '../exit.ts';
import { withLedger } from '../ledger-session.ts';
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
  const service = serviceOf(context);
  if (!service.ok) return refuse(context, service.problem);
  if (options.restore !== undefined) {
    const refused = await putBack(context, resolve(options.restore));
    if (refused !== null) return refused;
  }
  const folder = ledgerFolderOf(context);
  const choice = service.value;
  return withLedger(context, async (ledger) => {
    const own = choice === null ? null : ledger.owner.check(new URL(choice.url).origin);
    if (own?.ok === false) return refuse(context, own.problem);
    const { openTools } = await import('../../../studio-tools.ts');
    const { access } = context.start;
    const reach = { dataFolder: folder, service: choice, access, ...waysOutOf(context) };
    const tools = choice === null ? null : await openTools(reach);
    if (tools?.ok === false) return refuse(context, tools.problem);
    try {
      const wish = {
        folder,
        deep: options.deep === true,
        service: tools?.value.service ?? null,
      };
      const checked = await check(ledger, wish, context.interrupted);
      if (!checked.ok) return refuse(context, checked.problem);
      return await tell(context, checked.value, options.repair === true);
    } finally {
      await tools?.value.close();
    }
  });
}

/** Null when the backup is in place. */
async function putBack(context: Context, backup: string): Promise<ExitStatus | null> {
  const { holdFolder } = await import('../../../adapters/ledger/open.ts');
  const { restore } = await import('../../../adapters/ledger/restore.ts');
  const folder = ledgerFolderOf(context);
  const lock = holdFolder(folder);
  if (!lock.ok) return refuse(context, lock.problem);
  try {
    const restored = restore(folder, backup, systemClock.wall());
    if (!restored.ok) return refuse(context, restored.problem);
    const { setAside } = restored.value;
    const before =
      setAside === null ? 'There was no ledger.' : `The ledger is kept as ${setAside}.`;
    context.out.say(`${backup} is in place. ${before}`);
    return null;
  } finally {
    lock.value.release();
  }
}

async function tell(
  { out }: Context,
  { figures, findings }: CheckReport,
  mayRepair: boolean,
): Promise<ExitStatus> {
  let repaired = 0;
  for (const finding of findings) {
    const { kind, message, job, file } = finding;
    const isRepaired = mayRepair && (await repair(finding));
    if (isRepaired) repaired += 1;
    out.result(
      { finding: kind, message, job, file, repaired: isRepaired },
      `${kind.padEnd(20)} ${message}${isRepaired ? ' It was removed.' : ''}`,
    );
  }
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
