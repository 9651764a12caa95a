import { causeText, failure, type Problem } from '#shared/problem.ts';
import { errorCode } from '../../base/files.ts';
import { ProblemError } from '../../base/problem-error.ts';

/** Kinds of errors that SQLite or the system reports for a file of the ledger. */
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
 * Returns the error for a ledger whose file is no longer where it was opened: new commits would be lost with
 * it.
 */
export function ledgerGone(file: string): ProblemError {
  const message =
    'The data folder is missing. Nothing more is sent; reconnect it and restart Darkslide.';
  return new ProblemError(
    failure('data-folder-gone', message, { detail: `The ledger ${file} is no longer there.` }),
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

/** Returns why the ledger accepts no commit, for the user; null for a bug. */
export function troubleOf(error: unknown): Problem | null {
  if (error instanceof ProblemError) return error.problem;
  const problem = ledgerTrouble[faultOf(error)];
  return problem === undefined ? null : { ...problem, detail: causeText(error) };
}

const ledgerTrouble: Readonly<Partial<Record<Fault, Problem>>> = {
  full: {
    code: 'disk-full',
    message:
      'The disk with the data folder is full. All work waits and resumes when there is space.',
  },
  busy: {
    code: 'ledger-busy',
    message:
      'Another program, perhaps a backup tool, is using the ledger. All work waits until it has finished.',
  },
  unwritable: {
    code: 'data-folder-unusable',
    message: 'The ledger cannot be written. All work waits; check that its disk is writable.',
  },
  damaged: {
    code: 'ledger-damaged',
    message:
      'The ledger is damaged. Nothing more is sent; close Darkslide and run darkslide check.',
  },
};
