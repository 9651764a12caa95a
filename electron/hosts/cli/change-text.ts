import type { Problem } from '#shared/problem.ts';
import type { CommandEvent } from '#shared/views/command-line.ts';
import type { Speech, Texts } from './speech.ts';

type JobChanged = Extract<CommandEvent, { kind: 'job-changed' }>;

/** Returns the output line for a changed job. */
export function changeText(t: Texts, { job, name, means, newJob }: JobChanged): string {
  if (means === 'replaces') return t('changed.replaces', { job, name, newJob: newJob ?? job });
  return t(`changed.${means}`, { job, name });
}

/** Returns the problem with the command that solves it added to its message, if there is one. */
export function withCommand({ t, told }: Speech, id: number, problem: Problem): Problem {
  if (problem.code !== 'execution-failed') return problem;
  const message = t('changed.seeSendAgain', { message: told(problem), id });
  return { code: problem.code, message };
}
