import type { Outcome } from '#shared/problem.ts';
import { exportSettingsAtRest } from '../settings/at-rest.ts';
import { usualLedgerFolder, type CommandSetup } from './setup.ts';

/**
 * `settings export`: returns the settings and saved recipes as the text of a file. Problems: those of
 * reading the ledger.
 */
export function exportSettings(setup: CommandSetup): Outcome<string> {
  const { dataFolder, access } = setup.start;
  const onTrouble = (problem: Parameters<CommandSetup['giveUp']>[0]) =>
    setup.hear({ kind: 'notice', problem });
  return exportSettingsAtRest({ dataFolder, access, onTrouble }, usualLedgerFolder(setup));
}
