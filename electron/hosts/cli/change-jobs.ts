import type { Outcome, Problem } from '#shared/problem.ts';
import type { JobAction } from '#shared/views/queue.ts';
import { changeJobs } from '../../app/jobs/change-jobs.ts';
import type { JobPlace } from '../../app/jobs/place.ts';
import type { Made } from '../../engine/queue/change-jobs.ts';
import type { Context } from './context.ts';
import { exitStatus, type ExitStatus } from './exit.ts';
import { refuse } from './refuse.ts';

/** Does this to the jobs and prints a line each; the others go on when one is refused. */
export async function changeCommand(
  context: Context,
  place: JobPlace,
  ids: readonly number[],
  action: JobAction,
): Promise<ExitStatus> {
  const { out, interrupted } = context;
  const print = (id: number, changed: Outcome<Made>) => {
    if (!changed.ok) return out.problem(withCommand(id, changed.problem));
    const job = place.ledger.jobs.load(id);
    const state = job.ok ? job.value.state : 'cancelled';
    out.result({ job: id, state }, sentence(changed.value));
  };
  const acted = await changeJobs(place, { ids, action }, interrupted, print);
  if (!acted.ok) return refuse(context, acted.problem);
  if (ids.length === 0) out.say('There is no such job.');
  const isWhole = acted.value.refused === 0 && !interrupted.aborted;
  return isWhole ? exitStatus.done : exitStatus.unfinished;
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
