import type { JobAnswer } from '#shared/views/queue.ts';
import type { HeldElsewhere } from '#shared/views/stations.ts';
import type { Texts } from './speech.ts';

/** An action that the user can choose for a held job, and its effect. */
export interface Answer {
  /** The command, without the name of the program. */
  readonly command: string;
  readonly means: string;
}

const commands: Readonly<Record<JobAnswer['action'], (jobId: number) => string>> = {
  retry: (jobId) => `retry ${jobId}`,
  'changed-recipe': (jobId) => `retry ${jobId} --changed-recipe`,
  'send-again': (jobId) => `retry ${jobId} --send-again`,
  adopt: (jobId) => `adopt ${jobId} <execution>`,
  cancel: (jobId) => `cancel ${jobId}`,
};

/** Returns the commands that answer a held job; for a job that cannot be read, the command that checks the ledger. */
export function commandsFor(
  t: Texts,
  jobId: number,
  answers: readonly JobAnswer[],
): readonly Answer[] {
  if (answers.length === 0) return [{ command: 'check', means: t('answer.check') }];
  return answers.map(({ action, means }) => ({
    command: commands[action](jobId),
    means: t(`answer.${means}`),
  }));
}

/** Returns the commands that answer something that needs attention at another station. */
export function commandsElsewhere(t: Texts, { id, answers }: HeldElsewhere): readonly Answer[] {
  return answers.map(({ action, means }) => ({
    command: `held answer ${id} ${action}`,
    means: t(`answer.${means}`),
  }));
}

/** Returns one line per answer. */
export function answerLines(t: Texts, answers: readonly Answer[]): readonly string[] {
  return answers.map(({ command, means }) => `  ${t('answer.line', { command, means })}`);
}
