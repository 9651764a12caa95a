import { causeText } from '#shared/problem.ts';
import { errorCode } from '../base/files.ts';

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
export class LedgerGone extends Error {
  constructor(file: string) {
    super(`The ledger ${file} is no longer there.`);
    this.name = 'LedgerGone';
  }
}

export function faultOf(error: unknown): Fault {
  if (error instanceof LedgerGone) return 'gone';
  const code = errorCode(error);
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'full';
  if (code === 'EROFS' || code === 'EACCES' || code === 'EPERM') return 'unwritable';
  const { errcode } = error as { errcode?: unknown };
  if (typeof errcode === 'number') return codes[errcode & 0xff] ?? 'other';
  return /database or disk is full/.test(causeText(error)) ? 'full' : 'other';
}
