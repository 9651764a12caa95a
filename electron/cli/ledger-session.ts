import type { Outcome, Problem } from '#shared/problem.ts';
import { systemClock } from '../base/clock.ts';
import type { Ledger } from '../ledger/open.ts';
import { dataFolderOf, type Context } from './context.ts';
import type { ExitStatus } from './exit.ts';
import { refuse } from './refuse.ts';

/**
 * Opens the ledger alone: `look` reads it beside a running studio, `change` holds the data folder's
 * lock. Closed again whatever comes of `work`.
 */
export async function withLedger(
  context: Context,
  purpose: 'look' | 'change',
  work: (ledger: Ledger) => ExitStatus | Promise<ExitStatus>,
): Promise<ExitStatus> {
  const { openLedger, readLedger } = await import('../ledger/open.ts');
  const tell = ({ notices }: { readonly notices: readonly Problem[] }) => {
    for (const { code, message } of notices) context.out.warn(`${code}: ${message}`);
  };
  const open = (folder: string): Outcome<Ledger> => {
    if (purpose === 'look') return readLedger(folder, systemClock);
    const opened = openLedger(folder, systemClock);
    if (opened.ok) tell(opened.value);
    return opened;
  };
  const opened = open(dataFolderOf(context));
  if (!opened.ok) return refuse(context, opened.problem);
  try {
    return await work(opened.value);
  } finally {
    opened.value.close();
  }
}
