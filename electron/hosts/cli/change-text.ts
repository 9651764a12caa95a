import type { Problem } from '#shared/problem.ts';
import type { CommandEvent } from '#shared/views/command-line.ts';
import type { ChangeMeaning } from '#shared/views/queue.ts';

type JobChanged = Extract<CommandEvent, { kind: 'job-changed' }>;

/** What came of a change to a job, for a person. */
export function changeText({ job, name, means }: JobChanged): string {
  return `Job ${job} (${name}) ${came[means]}`;
}

/** What came of a change, after the words "Job 12 (a.jpg)". */
const came: Readonly<Record<ChangeMeaning, string>> = {
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

/** The problem with the command that helps, where there is one. */
export function withCommand(id: number, problem: Problem): Problem {
  if (problem.code !== 'execution-failed') return problem;
  return { ...problem, message: `${problem.message} See: darkslide retry ${id} --send-again.` };
}
