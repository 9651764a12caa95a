import type { Command } from 'commander';
import { limitsIn, usedOf, type Limit, type StudioSpending } from '#shared/spending-limits.ts';
import { mapOutcome, success, type Outcome } from '#shared/problem.ts';
import type { Holder, WorkStatus } from '#shared/views/command-line.ts';
import { usualLedgerFolder } from '../../../app/command-line/setup.ts';
import { statusAtRest } from '../../../app/command-line/status.ts';
import type { Context } from '../context.ts';
import { exitStatus, type ExitStatus } from '../exit.ts';
import { firstAnswer } from '../holder.ts';
import { countsText } from '../job-counts.ts';
import { addNotes } from '../help.ts';
import type { Perform } from '../perform.ts';
import type { HelpTexts, Speech, Texts } from '../speech.ts';
import { waitingText } from '../talk.ts';
import { refuse } from '../refuse.ts';

const examples = ['darkslide status', 'darkslide status --json'];

export function addStatus(program: Command, perform: Perform, t: HelpTexts): void {
  const self = program
    .command('status')
    .description(t('status'))
    .action((_options: unknown, command: Command) => perform(command, showStatus));
  addNotes(self, t, { notes: t('status.notes'), examples });
}

/** The Darkslide that is open on a data folder; if it does not answer, only the content of its lock. */
type Open = Partial<Holder> & Pick<Holder, 'pid' | 'since'>;

interface Status {
  readonly open: Open | null;
  readonly dataFolder: string;
  /** Null if there is no ledger yet. */
  readonly work: WorkStatus | null;
}

async function showStatus(context: Context): Promise<ExitStatus> {
  const status = await statusOf(context);
  if (!status.ok) return refuse(context, status.problem);
  context.out.result(jsonOf(status.value), textOf(context, status.value));
  return exitStatus.done;
}

async function statusOf(context: Context): Promise<Outcome<Status>> {
  const answered = await firstAnswer(
    context,
    [usualLedgerFolder(context), context.start.dataFolder],
    () => true,
  );
  if (!answered.ok) return answered;
  if (answered.value === null) return unanswered(context);
  const { holder, client, close } = answered.value;
  try {
    const work = await client.ask('status', {}, context.interrupted);
    if (!work.ok) return work;
    return success({ open: holder, dataFolder: holder.dataFolder, work: work.value });
  } finally {
    close();
  }
}

/** Returns the status from the ledger and its lock, for when no Darkslide answers. */
async function unanswered(context: Context): Promise<Outcome<Status>> {
  return mapOutcome(await statusAtRest(context), ({ holder, ...rest }) => ({
    open: holder,
    ...rest,
  }));
}

function jsonOf({ open, dataFolder, work }: Status): object {
  return {
    darkslide: open && {
      kind: open.kind ?? null,
      pid: open.pid,
      version: open.version ?? null,
      service: open.serviceUrl === undefined ? null : (open.serviceUrl ?? 'demo'),
      since: open.since,
    },
    dataFolder,
    ...(work && {
      jobs: work.jobs,
      needAttention: work.needPerson,
      waitingFor: work.waitingFor.map(({ gate, problem, since }) => ({
        gate,
        code: problem.code,
        message: problem.message,
        since: new Date(since).toISOString(),
      })),
      paused: work.isPaused,
      hotFolders: work.hotFolders.map(({ id, path, isWatched }) => ({
        hotFolder: id,
        folder: path,
        watched: isWatched,
      })),
      today: { images: work.spending.spent.day.images, limit: work.spending.limits.imagesPerDay },
      currency: work.spending.currency,
      spent: work.spending.spent,
      limits: work.spending.limits,
    }),
  };
}

function textOf({ t, told, money }: Speech, { open, dataFolder, work }: Status): string {
  if (work === null) {
    return [openText(t, open), t('status.noLedger', { folder: dataFolder })].join('\n');
  }
  const counts = countsText(t, work.jobs);
  const watched = work.hotFolders.filter(({ isWatched }) => isWatched);
  return [
    openText(t, open),
    t('status.ledger', { folder: dataFolder }),
    counts === '' ? t('status.noJobs') : t('status.jobs', { counts }),
    ...(work.needPerson > 0 ? [t('status.attention', { count: work.needPerson })] : []),
    ...(work.isPaused ? [t('status.paused')] : []),
    ...work.waitingFor.map(({ problem }) => waitingText({ t, told, money }, problem)),
    ...watched.map(({ id, path }) => t('status.watching', { id, path })),
    ...spentLines({ t, money }, work.spending),
  ].join('\n');
}

/** Returns a line for each limit with the amount spent and, unless images per day are limited, a line for today. */
function spentLines(
  { t, money }: Pick<Speech, 't' | 'money'>,
  { currency, spent, limits }: StudioSpending,
): string[] {
  const amount = (unit: Limit['unit'], value: number) =>
    unit === 'images' ? String(value) : money({ currency, minor: value });
  const used = limitsIn(limits).map((limit) =>
    t('status.spent', {
      name: limit.name,
      used: amount(limit.unit, usedOf(limit, spent)),
      limit: amount(limit.unit, limit.amount),
    }),
  );
  const { images, money: minor } = spent.day;
  const today = t('status.today', { images, cost: minor === 0 ? 'none' : amount('money', minor) });
  return limits.imagesPerDay === null ? [today, ...used] : used;
}

function openText(t: Texts, open: Open | null): string {
  if (open === null) return t('status.notOpen');
  const { kind, pid, version = '', serviceUrl, since } = open;
  if (kind === undefined) return t('status.locked', { pid, since });
  const service = serviceUrl ?? t('status.demo');
  return t('status.open', { version, kind: t(`kind.${kind}`), pid, service, since });
}
