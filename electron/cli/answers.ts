import type { ProblemCode } from '#shared/problem.ts';
import type { ExecutionRow } from '../ledger/executions.ts';

/** What a person can do about a held job, and what it means. */
export interface Answer {
  /** The command without the program's name. */
  readonly command: string;
  readonly means: string;
}

const goOn = 'goes on where it stopped; nothing that was bought is bought again';
const askAgain = 'asks the service again whether it took the request; costs nothing';
const sendAgain = 'sends it again, which buys it twice if the first request did arrive';
const adopt =
  'takes up an execution that you found in the console of the service, once the service has confirmed it; costs nothing';
const keepWaiting = 'goes on waiting for what is paid for';
const giveUp = 'gives up on it; what was charged stays charged';
const look =
  'tells what else cannot be read; with --restore a backup takes the place of the ledger';

/**
 * The answers to why a job is held, the harmless one first. What an answer means follows from what was
 * sent: an execution in doubt may be bought twice, one that was started is paid for.
 */
export function answersTo(
  code: ProblemCode | undefined,
  jobId: number,
  executions: readonly Pick<ExecutionRow, 'state'>[],
): readonly Answer[] {
  const has = (state: ExecutionRow['state']) => executions.some((e) => e.state === state);
  const retry = { command: `retry ${jobId}`, means: goOn };
  const adoption = { command: `adopt ${jobId} <execution>`, means: adopt };
  const cancel = { command: `cancel ${jobId}`, means: giveUp };
  if (code === 'job-unreadable') return [{ command: 'check', means: look }];
  // asking or sending again would meet the same full list
  if (code === 'execution-limit-of-task') return [adoption, cancel];
  if (has('doubt')) {
    return [
      { ...retry, means: askAgain },
      adoption,
      { command: `retry ${jobId} --send-again`, means: sendAgain },
      cancel,
    ];
  }
  if (has('started')) return [{ ...retry, means: keepWaiting }, cancel];
  return [retry, cancel];
}
