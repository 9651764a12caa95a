import { failure, problemOf } from '#shared/failure.ts';
import { causeText, type Problem } from '#shared/problem.ts';
import { errorCode } from '../../base/files.ts';
import { ProblemError } from '../../base/problem-error.ts';

/** Kinds of errors that SQLite or the system reports for a ledger's file. */
export type Fault = 'damaged' | 'busy' | 'full' | 'unwritable' | 'gone' | 'other';

/** Primary result codes of SQLite. */
const codes: Readonly<Record<number, Fault>> = {
  5: 'busy',
  6: 'busy',
  3: 'unwritable',
  8: 'unwritable',
  10: 'unwritable',
  11: 'damaged',
  13: 'full',
  14: 'unwritable',
  26: 'damaged',
};

/**
 * Returns the error for a ledger whose file was moved or deleted while open: new commits would be
 * written to that file and lost.
 */
export function ledgerGone(file: string): ProblemError {
  return new ProblemError(
    failure('data-folder-gone', {}, { detail: `The ledger ${file} is no longer there.` }),
  );
}

export function faultOf(error: unknown): Fault {
  if (error instanceof ProblemError) return 'gone';
  const code = errorCode(error);
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'full';
  const { errcode } = error as { errcode?: unknown };
  if (typeof errcode === 'number') return codes[errcode & 0xff] ?? 'other';
  return /database or disk is full/.test(causeText(error)) ? 'full' : 'other';
}

/** Returns the problem to show when the ledger refuses commits; null if the error is a bug. */
export function troubleOf(error: unknown): Problem | null {
  if (error instanceof ProblemError) return error.problem;
  const problem = ledgerTrouble[faultOf(error)];
  return problem === undefined ? null : { ...problem, detail: causeText(error) };
}

const ledgerTrouble: Readonly<Partial<Record<Fault, Problem>>> = {
  full: problemOf('disk-full.data'),
  busy: problemOf('ledger-busy.waits'),
  unwritable: problemOf('data-folder-unusable.waits'),
  damaged: problemOf('ledger-damaged'),
};
