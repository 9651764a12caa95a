import { existsSync } from 'node:fs';
import { success, type Outcome, type Problem } from '#shared/problem.ts';
import { usualPreferences } from '#shared/views/settings.ts';
import { systemClock } from '../../base/clock.ts';
import { ledgerFile } from '../../adapters/ledger/files.ts';
import { readLedger } from '../../adapters/ledger/open.ts';
import { openConf } from '../../adapters/settings/conf.ts';
import { openPreferences, readChosen } from '../../adapters/settings/preferences.ts';
import type { PriceStore } from '../../engine/station/documents/prices.ts';
import type { Access } from '../access.ts';
import { exportSettings } from './settings-file.ts';
import { sharedPrices } from './shared-prices.ts';
import { anywhere, type ImportPlace } from './transfer.ts';

/** A data folder that no window has open. */
export interface FolderAtRest {
  /** Absolute path of the folder that contains the settings. */
  readonly dataFolder: string;
  readonly access: Access;
  readonly onTrouble: (problem: Problem) => void;
}

/**
 * Returns the settings, the address of the service and the saved recipes as the text of a file, even
 * while a studio is running. `ledgerFolder` is the absolute folder of the service's or the demo's ledger.
 * Problems: those of reading the ledger.
 */
export function exportSettingsAtRest(
  { dataFolder, access, onTrouble }: FolderAtRest,
  ledgerFolder: string,
): Outcome<string> {
  const isThere = existsSync(ledgerFile(ledgerFolder));
  const ledger = isThere ? readLedger(ledgerFolder, systemClock) : null;
  if (ledger?.ok === false) return ledger;
  const recipes = ledger?.value.savedRecipes.all().map(({ recipe }) => recipe) ?? [];
  ledger?.value.close();
  const { chosen, serviceUrl } = readChosen(dataFolder, onTrouble);
  return success(exportSettings(chosen, access.policy?.serviceUrl ?? serviceUrl, recipes));
}

/** Returns the prices that the station of a data folder shares; this process must hold the lock of the folder. */
export function pricesAtRest({ dataFolder, access, onTrouble }: FolderAtRest): PriceStore | null {
  const { policy } = access;
  return sharedPrices(
    openPreferences(dataFolder, usualPreferences, onTrouble, openConf, policy),
    access,
  );
}

/** Returns the `ImportPlace` of the files of a data folder, whose lock this process must hold. */
export function settingsAtRest(
  { dataFolder, access, onTrouble }: FolderAtRest,
  ledger: ImportPlace['ledger'],
): ImportPlace {
  const preferences = openPreferences(
    dataFolder,
    usualPreferences,
    onTrouble,
    openConf,
    access.policy,
  );
  return {
    preferences,
    access,
    reach: anywhere,
    serviceUrl: preferences.serviceUrl(),
    ledger,
    async change(changes) {
      const allowed = await access.settings(changes, preferences.read());
      return allowed.ok ? preferences.change(allowed.value) : allowed;
    },
  };
}
