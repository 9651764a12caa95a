import type { Problem } from '#shared/problem.ts';
import type { Ledger } from '../../adapters/ledger/open.ts';
import type { Change, Made } from '../../engine/queue/change-jobs.ts';
import type { Context } from './context.ts';
import { exitStatus, type ExitStatus } from './exit.ts';

/** Makes the change to each job, prints a line each; the others go on when one is refused. */
export function changeJobs(
  { out }: Context,
  ledger: Ledger,
  ids: readonly number[],
  change: Change,
): ExitStatus {
  let status: ExitStatus = exitStatus.done;
  for (const id of ids) {
    const changed = ledger.transaction(() => change(ledger, id));
    if (changed.ok) {
      const job = ledger.jobs.load(id);
      out.result(
        { job: id, state: job.ok ? job.value.state : 'cancelled' },
        sentence(changed.value),
      );
    } else {
      out.problem(withCommand(id, changed.problem));
      status = exitStatus.unfinished;
    }
  }
  if (ids.length === 0) out.say('There is no such job.');
  return status;
}

function sentence({ job: { id, name }, means }: Made): string {
  return `Job ${id} (${name}) ${came[means]}`;
}

/** What came of a change, after the words "Job 12 (a.jpg)". */
const came: Readonly<Record<Made['means'], string>> = {
  'goes-on': 'is tried again; nothing that was bought is bought again.',
  pads: 'is padded and run again; the saved recipe stays as it is.',
  'takes-recipe': 'is run again with the recipe as it is now.',
  'keeps-waiting': 'goes on; nothing that was bought is bought again.',
  'asks-again': 'asks the service again; nothing is sent.',
  'sends-again': 'will be sent again; if the first request did arrive, it is bought twice.',
  'buys-again': 'will be bought once more.',
  adopts: 'takes up the execution; nothing was bought.',
  'gives-up': 'is cancelled. What was charged for it stays charged.',
  'puts-away': 'is dismissed. What was charged for it stays charged.',
  cancels: 'is cancelled; nothing was bought for it.',
  paused: 'is paused until you retry it; nothing that was bought is lost.',
  'goes-first': 'goes before the others.',
  'deletes-task': 'lets its task go; its files stay, and to run it again makes a new task.',
};

function withCommand(id: number, problem: Problem): Problem {
  if (problem.code !== 'execution-failed') return problem;
  return { ...problem, message: `${problem.message} See: darkslide retry ${id} --send-again.` };
}
