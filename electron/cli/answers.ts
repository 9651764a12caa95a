import type { ProblemCode } from '#shared/problem.ts';

/** What a person can do about a held job, and what it means. */
export interface Answer {
  /** The command without the program's name. */
  readonly command: string;
  readonly means: string;
}

const goOn = 'goes on where it stopped; nothing that was bought is bought again';
const askAgain = 'asks the service again whether it took the request; costs nothing';
const sendAgain = 'sends it again, which buys it twice if the first request did arrive';
const keepWaiting = 'goes on waiting for what is paid for';
const giveUp = 'gives up on it; what was charged stays charged';

/** What `retry` means where it is not simply going on; empty where it would change nothing. */
const retries: Partial<Record<ProblemCode, readonly { flag: string; means: string }[]>> = {
  'execution-unknown': [
    { flag: '', means: askAgain },
    { flag: ' --send-again', means: sendAgain },
  ],
  'execution-deadline': [{ flag: '', means: keepWaiting }],
  'execution-limit-of-task': [],
  'job-unreadable': [],
};

/** The answers to why a job is held, the harmless one first. */
export function answersTo(code: ProblemCode | undefined, jobId: number): readonly Answer[] {
  const ways = (code === undefined ? undefined : retries[code]) ?? [{ flag: '', means: goOn }];
  return [
    ...ways.map(({ flag, means }) => ({ command: `retry ${jobId}${flag}`, means })),
    ...(code === 'job-unreadable' ? [] : [{ command: `cancel ${jobId}`, means: giveUp }]),
  ];
}
