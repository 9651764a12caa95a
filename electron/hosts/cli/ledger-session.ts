import type { Outcome } from '#shared/problem.ts';
import { systemClock } from '../../base/clock.ts';
import type { Ledger, OpenLedger } from '../../adapters/ledger/open.ts';
import { homeOf, ledgerFolderOf, type Context } from './context.ts';
import type { ExitStatus } from './exit.ts';
import { refuse } from './refuse.ts';

/** Opens the ledger to look, beside a running studio. Closed again whatever comes of `work`. */
export async function lookIntoLedger(
  context: Context,
  work: (ledger: Ledger) => ExitStatus | Promise<ExitStatus>,
): Promise<ExitStatus> {
  const { readLedger } = await import('../../adapters/ledger/open.ts');
  return within(context, readLedger(ledgerFolderOf(context), systemClock), work);
}

/** Opens the ledger and holds the data folder's lock. Closed again whatever comes of `work`. */
export async function withLedger(
  context: Context,
  work: (ledger: OpenLedger) => ExitStatus | Promise<ExitStatus>,
): Promise<ExitStatus> {
  const { openLedger } = await import('../../adapters/ledger/open.ts');
  const opened = openLedger(ledgerFolderOf(context), systemClock);
  for (const { code, message } of opened.ok ? opened.value.notices : []) {
    context.out.warn(`${code}: ${message}`);
  }
  return within(context, opened, work);
}

async function within<L extends Ledger>(
  context: Context,
  opened: Outcome<L>,
  work: (ledger: L) => ExitStatus | Promise<ExitStatus>,
): Promise<ExitStatus> {
  if (ledgerFolderOf(context) !== homeOf(context)) {
    context.out.say('Ledger of the demo service; --service names a real one.');
  }
  if (!opened.ok) return refuse(context, opened.problem);
  try {
    return await work(opened.value);
  } finally {
    opened.value.close();
  }
}
