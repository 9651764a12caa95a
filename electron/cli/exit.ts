import type { Problem, ProblemCode } from '#shared/problem.ts';

/** What the command says to the shell when it ends. */
export const exitStatus = {
  /** All is done. */
  done: 0,
  /** Some photos failed, are held or still wait. */
  unfinished: 1,
  /** The command cannot be carried out as it was given. */
  wrongUse: 2,
  /** The data folder is taken or gone, or its ledger or the computer's policy cannot be used. */
  refused: 3,
} as const;

export type ExitStatus = (typeof exitStatus)[keyof typeof exitStatus];

const refusals: ReadonlySet<ProblemCode> = new Set([
  'data-folder-locked',
  'data-folder-on-share',
  'data-folder-unusable',
  'data-folder-gone',
  'ledger-busy',
  'ledger-disk-full',
  'ledger-elsewhere',
  'ledger-newer',
  'ledger-damaged',
  'policy-invalid',
  'policy-unsafe',
  'restore-failed',
  'settings-unwritable',
]);

/** The status of a command that one problem ended before it did anything. */
export function statusOf(problem: Problem): ExitStatus {
  if (refusals.has(problem.code)) return exitStatus.refused;
  return problem.code === 'internal' ? exitStatus.unfinished : exitStatus.wrongUse;
}
