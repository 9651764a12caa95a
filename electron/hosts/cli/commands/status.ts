import type { Command } from 'commander';
import { jobStates } from '#shared/job.ts';
import { mapOutcome, success, type Outcome } from '#shared/problem.ts';
import type { Holder, WorkStatus } from '#shared/views/command-line.ts';
import { usualLedgerFolder } from '../../../app/command-line/setup.ts';
import { statusAtRest } from '../../../app/command-line/status.ts';
import type { Context } from '../context.ts';
import { exitStatus, type ExitStatus } from '../exit.ts';
import { firstAnswer, kindNames } from '../holder.ts';
import { addNotes } from '../help.ts';
import type { Perform } from '../perform.ts';
import type { HelpTexts } from '../speech.ts';
import { refuse } from '../refuse.ts';

const examples = ['darkslide status', 'darkslide status --json'];

export function addStatus(program: Command, perform: Perform, t: HelpTexts): void {
  const self = program
    .command('status')
    .description(t('status'))
    .action((_options: unknown, command: Command) => perform(command, showStatus));
  addNotes(self, t, { notes: t('status.notes'), examples });
}

/** The Darkslide that is open on a data folder; if it does not answer, only the contents of its lock. */
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
  context.out.result(jsonOf(status.value), textOf(status.value));
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

/** Returns the status from the ledger and its lock, if no Darkslide answers. */
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
      today: work.today,
    }),
  };
}

function textOf({ open, dataFolder, work }: Status): string {
  if (work === null) return `${openText(open)}\nThere is no ledger in ${dataFolder} yet.`;
  const counts = jobStates
    .filter((state) => work.jobs[state] > 0)
    .map((state) => `${work.jobs[state]} ${state}`);
  const { images, limit } = work.today;
  const watched = work.hotFolders.filter(({ isWatched }) => isWatched);
  return [
    openText(open),
    `Ledger: ${dataFolder}`,
    `Jobs: ${counts.length === 0 ? 'none' : counts.join(', ')}`,
    ...(work.needPerson > 0 ? [`Need attention: ${work.needPerson} (see darkslide held)`] : []),
    ...(work.isPaused ? ['All work is paused.'] : []),
    ...work.waitingFor.map(({ problem }) => `Waiting, ${problem.code}: ${problem.message}`),
    ...watched.map(({ id, path }) => `Watching hot folder ${id}, ${path}`),
    `Images today: ${images}${limit === null ? '' : ` of ${limit}`}`,
  ].join('\n');
}

function openText(open: Open | null): string {
  if (open === null) return 'Darkslide is not open on this data folder.';
  const { kind, pid, version, serviceUrl, since } = open;
  if (kind === undefined)
    return `Darkslide is open but does not accept commands: process ${pid}, since ${since}.`;
  return `Darkslide ${version} is open: ${kindNames[kind]}, process ${pid}, ${serviceUrl ?? 'demo service'}, since ${since}.`;
}
