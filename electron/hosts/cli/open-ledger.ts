import { success, type Outcome } from '#shared/problem.ts';
import { ledgerAtRest, type JobPlace } from '../../app/jobs/place.ts';
import { systemClock } from '../../base/clock.ts';
import { homeOf, ledgerFolderOf, type Context } from './context.ts';
import type { Opened, Place } from './operate.ts';

/** The ledger that a command means which changes it without the service. */
export function ledgerPlace(context: Context): Place {
  return { folder: ledgerFolderOf(context) };
}

/** Opens that ledger and holds its folder's lock. Problems: those of `openLedger`. */
export async function openLedgerHere(context: Context): Promise<Outcome<Opened<JobPlace>>> {
  const { openLedger } = await import('../../adapters/ledger/open.ts');
  const folder = ledgerFolderOf(context);
  const opened = openLedger(folder, systemClock);
  if (!opened.ok) return opened;
  for (const { code, message } of opened.value.notices) context.out.warn(`${code}: ${message}`);
  if (folder !== homeOf(context)) {
    context.out.say('Ledger of the demo service; --service names a real one.');
  }
  const close = () => Promise.resolve(opened.value.close());
  return success({ parts: ledgerAtRest(opened.value), close });
}
