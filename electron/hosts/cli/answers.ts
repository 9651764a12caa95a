import type { AnswerMeaning, JobAnswer } from '#shared/views/queue.ts';

/** What a user can do about a held job, and its effect. */
export interface Answer {
  /** The command without the program's name. */
  readonly command: string;
  readonly means: string;
}

const meanings: Readonly<Record<AnswerMeaning, string>> = {
  'goes-on': 'retries it; nothing is bought twice',
  'takes-recipe': 'runs it again with the current recipe of its hot folder',
  'asks-again': 'checks again whether the service received the request; free',
  'sends-again': 'sends it again; you pay twice if the first request arrived',
  adopts:
    'links an execution that you found in the console of the service, after the service confirms it; free',
  'keeps-waiting': 'keeps waiting for the paid images',
  'gives-up': 'cancels it; charges are not refunded',
  'puts-away': 'dismisses it; charges are not refunded',
  cancels: 'cancels it; nothing was charged',
  'buys-again': 'sends it again; you pay again',
};

const commands: Readonly<Record<JobAnswer['action'], (jobId: number) => string>> = {
  retry: (jobId) => `retry ${jobId}`,
  'changed-recipe': (jobId) => `retry ${jobId} --changed-recipe`,
  'send-again': (jobId) => `retry ${jobId} --send-again`,
  adopt: (jobId) => `adopt ${jobId} <execution>`,
  cancel: (jobId) => `cancel ${jobId}`,
};

const look: Answer = {
  command: 'check',
  means: 'lists everything that cannot be read; --restore replaces the ledger with a backup',
};

/** Returns the commands that resolve a held job; for an unreadable job, the command that checks the ledger. */
export function commandsFor(jobId: number, answers: readonly JobAnswer[]): readonly Answer[] {
  if (answers.length === 0) return [look];
  return answers.map(({ action, means }) => ({
    command: commands[action](jobId),
    means: meanings[means],
  }));
}
