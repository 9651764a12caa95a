import { causeText, failure, type Problem } from '#shared/problem.ts';
import { errorCode } from '../../base/files.ts';
import { ProblemError } from '../../base/problem-error.ts';

/** What kind of trouble SQLite or the system has with a file of the ledger. */
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

/** The ledger's file is not where it was opened: what is written now would be lost with it. */
export function ledgerGone(file: string): ProblemError {
  const message =
    'The data folder is no longer there. Nothing more is sent; bring it back and start Darkslide again.';
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

/** Why the ledger takes no commit, for a person; null for a bug. */
export function troubleOf(error: unknown): Problem | null {
  if (error instanceof ProblemError) return error.problem;
  const problem = ledgerTrouble[faultOf(error)];
  return problem === undefined ? null : { ...problem, detail: causeText(error) };
}

const ledgerTrouble: Readonly<Partial<Record<Fault, Problem>>> = {
  full: {
    code: 'disk-full',
    message:
      'The disk of the data folder is full. Everything waits; make room and it goes on by itself.',
  },
  busy: {
    code: 'ledger-busy',
    message:
      'Another program, a backup tool perhaps, holds the ledger. Everything waits until it is done.',
  },
  unwritable: {
    code: 'data-folder-unusable',
    message:
      'The ledger cannot be written. Everything waits; check that its disk is writable and works.',
  },
  damaged: {
    code: 'ledger-damaged',
    message: 'The ledger is damaged. Nothing more is sent; stop Darkslide and run darkslide check.',
  },
};
