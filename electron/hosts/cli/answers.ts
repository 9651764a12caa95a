import type { AnswerMeaning, JobAnswer } from '#shared/views/queue.ts';

/** What a person can do about a held job, and what it means. */
export interface Answer {
  /** The command without the program's name. */
  readonly command: string;
  readonly means: string;
}

const meanings: Readonly<Record<AnswerMeaning, string>> = {
  'goes-on': 'tries it again; nothing that was bought is bought again',
  'takes-recipe': 'runs it again with the saved recipe of its hot folder as it is now',
  'asks-again': 'asks the service again whether it took the request; costs nothing',
  'sends-again': 'sends it again, which buys it twice if the first request did arrive',
  adopts:
    'takes up an execution that you found in the console of the service, once the service has confirmed it; costs nothing',
  'keeps-waiting': 'goes on waiting for what is paid for',
  'gives-up': 'cancels it; what was charged stays charged',
  'puts-away': 'dismisses it; what was charged stays charged',
  cancels: 'cancels it; nothing was bought for it',
  'buys-again': 'sends it again, which buys it once more',
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
  means: 'tells what else cannot be read; with --restore a backup takes the place of the ledger',
};

/** The answers to why a job is held, as commands; where it cannot be read, what tells more. */
export function commandsFor(jobId: number, answers: readonly JobAnswer[]): readonly Answer[] {
  if (answers.length === 0) return [look];
  return answers.map(({ action, means }) => ({
    command: commands[action](jobId),
    means: meanings[means],
  }));
}
