import type { Outcome } from '#shared/problem.ts';
import type { Ledger, OpenLedger } from '../../adapters/ledger/open.ts';
import { systemClock } from '../../base/clock.ts';
import { ledgerOfService, usualLedgerFolder, type CommandSetup } from './setup.ts';

/**
 * Opens the ledger for a command that names no service, without contacting a service. The ledger is locked while `work`
 * runs.
 */
export async function withOpenLedger<R>(
  setup: CommandSetup,
  work: (ledger: OpenLedger) => Promise<Outcome<R>>,
): Promise<Outcome<R>> {
  const { openLedger } = await import('../../adapters/ledger/open.ts');
  const folder = usualLedgerFolder(setup);
  return onLedger(setup, folder, () => openLedger(folder, systemClock), work);
}

/** Opens the ledger of the service that the command names. The ledger is locked while `work` runs. */
export async function withServiceLedger<R>(
  setup: CommandSetup,
  work: (ledger: OpenLedger, folder: string) => Promise<Outcome<R>>,
): Promise<Outcome<R>> {
  const { openLedger } = await import('../../adapters/ledger/open.ts');
  const meant = ledgerOfService(setup);
  if (!meant.ok) return meant;
  const { folder } = meant.value;
  return onLedger(
    setup,
    folder,
    () => openLedger(folder, systemClock),
    (ledger) => work(ledger, folder),
  );
}

/** Reads the ledger for a command that names no service, even while another process uses the ledger. */
export async function lookIntoLedger<R>(
  setup: CommandSetup,
  work: (ledger: Ledger) => Outcome<R> | Promise<Outcome<R>>,
): Promise<Outcome<R>> {
  const { readLedger } = await import('../../adapters/ledger/open.ts');
  const folder = usualLedgerFolder(setup);
  return onLedger(setup, folder, () => readLedger(folder, systemClock), work);
}

async function onLedger<L extends Ledger & Partial<Pick<OpenLedger, 'notices'>>, R>(
  setup: CommandSetup,
  folder: string,
  open: () => Outcome<L>,
  work: (ledger: L) => Outcome<R> | Promise<Outcome<R>>,
): Promise<Outcome<R>> {
  if (folder !== setup.start.dataFolder) setup.hear({ kind: 'demo-ledger' });
  const opened = open();
  if (!opened.ok) return opened;
  const ledger = opened.value;
  for (const problem of ledger.notices ?? []) setup.hear({ kind: 'notice', problem });
  try {
    return await work(ledger);
  } finally {
    ledger.close();
  }
}
