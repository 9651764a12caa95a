import { resolve } from 'node:path';
import type { Command } from 'commander';
import { jobStates } from '#shared/job.ts';
import type { Figures } from '../../../app/check/check.ts';
import type { Finding } from '../../../app/check/files.ts';
import type { CheckReport } from '../../../app/check/run.ts';
import type { Context } from '../context.ts';
import { exitStatus, type ExitStatus } from '../exit.ts';
import { addNotes } from '../help.ts';
import type { Perform } from '../perform.ts';
import type { HelpTexts, Speech, Texts } from '../speech.ts';
import { padded } from '../table.ts';
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
    context.out.say(
      setAside === null
        ? context.t('check.restoredNew', { backup })
        : context.t('check.restored', { backup, aside: setAside }),
    );
  }
  const checked = await checkCommand(context, {
    deep: options.deep === true,
    repair: options.repair === true,
  });
  return checked.ok ? tell(context, checked.value) : refuse(context, checked.problem);
}

function tell(context: Context, { figures, findings }: CheckReport): ExitStatus {
  const { out, t } = context;
  for (const finding of findings) {
    const { kind, isRepaired } = finding;
    const message = findingText(context, finding);
    const { job, file } = { job: undefined, file: undefined, ...finding };
    out.result(
      { finding: kind, message, job, file, repaired: isRepaired },
      padded(kind, 21) + (isRepaired ? t('check.removed', { message }) : message),
    );
  }
  const repaired = findings.filter(({ isRepaired }) => isRepaired).length;
  const left = findings.length - repaired;
  out.result({ check: { ...figures, findings: findings.length, repaired } }, textOf(t, figures));
  const good = repaired === 0 ? t('check.good') : t('check.goodAgain', { repaired });
  out.say(left === 0 ? good : t('check.left', { left, repaired }));
  return left === 0 ? exitStatus.done : exitStatus.unfinished;
}

/** Returns a sentence that describes a finding. */
function findingText({ t, told }: Speech, finding: Finding): string {
  switch (finding.kind) {
    case 'ledger-damaged':
      return t('finding.ledger-damaged', { detail: finding.detail });
    case 'sum-wrong':
      return t('finding.sum-wrong', { admitted: finding.admitted, listed: finding.listed });
    case 'job-unreadable':
      return told(finding.problem);
    case 'purchases-unreadable':
      return t('finding.purchases-unreadable', { lines: finding.lines });
    case 'backup-damaged':
    case 'work-left':
    case 'unfinished-file':
      return t(`finding.${finding.kind}`, { file: finding.file });
    case 'result-missing':
    case 'result-changed':
      return t(`finding.${finding.kind}`, { file: finding.file, job: finding.job });
    case 'task-unknown': {
      const { taskId, job, name, words } = finding;
      return t('finding.task-unknown', { taskId, job, name, words });
    }
  }
}

function textOf(t: Texts, { jobs, admitted, results, purchases, tasks, backups }: Figures): string {
  const counts = jobStates.map((state) => t(`count.${state}`, { count: jobs[state] })).join(' + ');
  return [
    t('check.admitted', { admitted, counts }),
    t('check.figures', { results, purchases, tasks }),
    t('check.backups', { count: backups.length }),
    ...backups.map(({ file, bytes }) => {
      const megabytes = (bytes / 1e6).toFixed(1);
      return `  ${t('check.backup', { file, megabytes })}`;
    }),
  ].join('\n');
}
