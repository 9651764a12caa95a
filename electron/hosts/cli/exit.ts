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
  'control-not-safe',
  'open-with-other-service',
  'version-differs',
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

/** They end a command in the middle of its work. */
const unfinished: ReadonlySet<ProblemCode> = new Set([
  'internal',
  'interrupted',
  'studio-closing',
  'studio-gone',
  'time-over',
]);

/** The status of a command that one problem ended. */
export function statusOf(problem: Problem): ExitStatus {
  if (refusals.has(problem.code)) return exitStatus.refused;
  return unfinished.has(problem.code) ? exitStatus.unfinished : exitStatus.wrongUse;
}
