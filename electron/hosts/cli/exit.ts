import type { Problem, ProblemCode } from '#shared/problem.ts';

/** The exit status of a command. */
export const exitStatus = {
  /** Everything is done. */
  done: 0,
  /** Some photos failed, are held or still wait. */
  unfinished: 1,
  /** The command line is invalid, or the command was refused for another reason than those below. */
  wrongUse: 2,
  /** The data folder is in use or gone, or its ledger or the administrator policy cannot be used. */
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

/** Problems that end a command before its work is finished. */
const unfinished: ReadonlySet<ProblemCode> = new Set([
  'disk-failing',
  'disk-full',
  'internal',
  'interrupted',
  'studio-closing',
  'studio-gone',
  'time-over',
]);

/** Returns the exit status of a command that ended with a problem. */
export function statusOf(problem: Problem): ExitStatus {
  if (refusals.has(problem.code)) return exitStatus.refused;
  return unfinished.has(problem.code) ? exitStatus.unfinished : exitStatus.wrongUse;
}
