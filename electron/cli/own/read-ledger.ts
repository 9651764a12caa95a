import { failure, type Outcome } from '#shared/problem.ts';
import type { Clock } from '../../base/clock.ts';
import { ledgerFile } from '../../ledger/files.ts';
import { readLedger, type Ledger } from '../../ledger/open.ts';
import { migrations } from '../../ledger/schema.ts';
import { verify } from '../../ledger/verify.ts';

/**
 * Opens a ledger to look into its cards, beside a running studio. Problems: those of `readLedger`, and
 * usage where it is from before there were any.
 */
export function readCards(folder: string, clock: Clock): Outcome<Ledger> {
  const opened = readLedger(folder, clock);
  if (!opened.ok) return opened;
  const version = verify(ledgerFile(folder), false);
  if (version.ok && version.value === migrations.length) return opened;
  opened.value.close();
  return failure(
    'usage',
    `The ledger in ${folder} is that of an earlier Darkslide. It is brought up to date when a window is opened, or by darkslide check.`,
    { about: folder },
  );
}
