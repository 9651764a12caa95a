import type { Problem } from '#shared/problem.ts';
import type { CommandEvent } from '#shared/views/command-line.ts';
import type { ChangeMeaning } from '#shared/views/queue.ts';

type JobChanged = Extract<CommandEvent, { kind: 'job-changed' }>;

/** Returns the line about a changed job. */
export function changeText({ job, name, means }: JobChanged): string {
  return `Job ${job} (${name}) ${came[means]}`;
}

/** The rest of the line, after "Job 12 (a.jpg)". */
const came: Readonly<Record<ChangeMeaning, string>> = {
  'goes-on': 'will be retried; nothing is bought twice.',
  pads: 'will be padded and run again; the saved recipe does not change.',
  'takes-recipe': 'will be run again with the current recipe.',
  'keeps-waiting': 'continues; nothing is bought twice.',
  'asks-again': 'will be checked with the service again; nothing is sent.',
  'sends-again': 'will be sent again; you pay twice if the first request arrived.',
  'buys-again': 'will be sent and charged again.',
  adopts: 'is linked to the execution; nothing was charged.',
  'gives-up': 'is cancelled. Charges are not refunded.',
  'puts-away': 'is dismissed. Charges are not refunded.',
  cancels: 'is cancelled; nothing was charged.',
  paused: 'is paused until you retry it; paid images are safe.',
  'goes-first': 'is next.',
  'deletes-task':
    'no longer has a task at the service; its files stay. Running it again creates a new task.',
};

/** Adds the command that helps to the message, if there is one. */
export function withCommand(id: number, problem: Problem): Problem {
  if (problem.code !== 'execution-failed') return problem;
  return { ...problem, message: `${problem.message} See: darkslide retry ${id} --send-again.` };
}
