import { resolve } from 'node:path';
import type { Command } from 'commander';
import { jobStates } from '#shared/job.ts';
import type { Figures } from '../../../app/check/check.ts';
import type { CheckReport } from '../../../app/check/run.ts';
import type { Context } from '../context.ts';
import { exitStatus, type ExitStatus } from '../exit.ts';
import { addNotes } from '../help.ts';
import type { Perform } from '../perform.ts';
import type { HelpTexts } from '../speech.ts';
import { refuse } from '../refuse.ts';

interface CheckOptions {
  readonly repair?: true;
  readonly restore?: string;
  readonly deep?: true;
}

const examples = [
  'darkslide check',
  'darkslide check --deep --json',
  'darkslide check --restore backups/ledger-2026-05-04T03-00-00.sqlite',
];

export function addCheck(program: Command, perform: Perform, t: HelpTexts): void {
  const self = program
    .command('check')
    .description(t('check'))
    .option('--repair', t('check.repair'))
    .option('--restore <backup>', t('check.restore'))
    .option('--deep', t('check.deep'))
    .action((options: CheckOptions, command: Command) =>
      perform(command, (context) => runCheck(context, options)),
    );
  addNotes(self, t, { notes: t('check.notes'), examples });
}

async function runCheck(context: Context, options: CheckOptions): Promise<ExitStatus> {
  const { checkCommand, restoreCommand } = await import('../../../app/command-line/check.ts');
  if (options.restore !== undefined) {
    const backup = resolve(options.restore);
    const restored = restoreCommand(context, backup);
    if (!restored.ok) return refuse(context, restored.problem);
    const { setAside } = restored.value;
    const before =
      setAside === null ? 'There was no ledger.' : `The previous ledger was moved to ${setAside}.`;
    context.out.say(`Restored ${backup}. ${before}`);
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
      `${kind.padEnd(20)} ${message}${isRepaired ? ' Removed.' : ''}`,
    );
  }
  const repaired = findings.filter(({ isRepaired }) => isRepaired).length;
  const left = findings.length - repaired;
  out.result({ check: { ...figures, findings: findings.length, repaired } }, textOf(figures));
  out.say(
    left === 0
      ? `No problems${repaired > 0 ? ` left; ${repaired} leftovers removed` : ' found'}.`
      : `${left} findings${repaired > 0 ? `, ${repaired} leftovers removed` : ''}.`,
  );
  return left === 0 ? exitStatus.done : exitStatus.unfinished;
}

function textOf({ jobs, admitted, results, purchases, tasks, backups }: Figures): string {
  const states = jobStates.map((state) => `${jobs[state]} ${state}`).join(' + ');
  const asked = tasks === 0 ? '' : `; ${tasks} tasks checked with the service`;
  return [
    `${admitted} admitted = ${states}`,
    `${results} results delivered, ${purchases} purchases logged${asked}`,
    backups.length === 0 ? 'no backups yet' : `${backups.length} backups, newest first:`,
    ...backups.map(({ file, bytes }) => `  ${file} (${(bytes / 1e6).toFixed(1)} MB)`),
  ].join('\n');
}
