import type { Outcome } from '#shared/problem.ts';
import { restoreBackup } from '../check/restore.ts';
import { checkDataFolder, type CheckReport, type CheckRequest } from '../check/run.ts';
import { withOpenLedger } from './meant-ledger.ts';
import { serviceOf, usualLedgerFolder, surroundingsOf, type CommandSetup } from './setup.ts';

/**
 * `check`: checks the command's ledger, and repairs what it can. Problems: those of the service's
 * address and key, of opening the ledger and of `checkDataFolder`.
 */
export async function checkCommand(
  setup: CommandSetup,
  options: Pick<CheckRequest, 'deep' | 'repair'>,
): Promise<Outcome<CheckReport>> {
  const service = serviceOf(setup);
  if (!service.ok) return service;
  const folder = usualLedgerFolder(setup);
  const { access } = setup.start;
  const choice = service.value;
  const tools =
    choice === null
      ? null
      : { dataFolder: folder, service: choice, access, ...surroundingsOf(setup) };
  return withOpenLedger(setup, (ledger) =>
    checkDataFolder(ledger, { folder, ...options, tools }, setup.interrupted),
  );
}

/**
 * `check --restore`: replaces the command's ledger with a backup. Problems: those of the service and of
 * `restoreBackup`.
 */
export function restoreCommand(
  setup: CommandSetup,
  backup: string,
): ReturnType<typeof restoreBackup> {
  const service = serviceOf(setup);
  return service.ok ? restoreBackup(usualLedgerFolder(setup), backup) : service;
}
