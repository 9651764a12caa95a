import { existsSync } from 'node:fs';
import { success, type Outcome, type Problem } from '#shared/problem.ts';
import { usualPreferences } from '#shared/views/settings.ts';
import { systemClock } from '../../base/clock.ts';
import { ledgerFile } from '../../adapters/ledger/files.ts';
import { holdFolder, openLedger, readLedger, type OpenLedger } from '../../adapters/ledger/open.ts';
import { openConf } from '../../adapters/settings/conf.ts';
import {
  openPreferences,
  readChosen,
  type PreferenceChanges,
} from '../../adapters/settings/preferences.ts';
import type { Access } from '../access.ts';
import { exportSettings } from './settings-file.ts';
import { importSettings, type ImportedSettings } from './transfer.ts';

/** A data folder that no studio works in. */
export interface FolderAtRest {
  /** Absolute; holds the settings. */
  readonly dataFolder: string;
  /** Absolute; of the service's ledger or the demo's. */
  readonly ledgerFolder: string;
  readonly access: Access;
  readonly onTrouble: (problem: Problem) => void;
}

/**
 * Returns the settings, the address of the service and the saved recipes as a file's text, also beside a running
 * studio. Problems: those of reading the ledger.
 */
export function exportSettingsAtRest(place: FolderAtRest): Outcome<string> {
  const { dataFolder, ledgerFolder, access, onTrouble } = place;
  const isThere = existsSync(ledgerFile(ledgerFolder));
  const ledger = isThere ? readLedger(ledgerFolder, systemClock) : null;
  if (ledger?.ok === false) return ledger;
  const recipes = ledger?.value.savedRecipes.all().map(({ recipe }) => recipe) ?? [];
  ledger?.value.close();
  const { chosen, serviceUrl } = readChosen(dataFolder, onTrouble);
  return success(exportSettings(chosen, access.policy?.serviceUrl ?? serviceUrl, recipes));
}

/**
 * Imports a file of settings. Whoever types a command may name any file. Problems: data-folder-locked, those of
 * opening the ledger and of `importSettings`.
 */
export async function importSettingsAtRest(
  place: FolderAtRest,
  text: string,
): Promise<Outcome<ImportedSettings>> {
  const { dataFolder, ledgerFolder } = place;
  // a window holds it, whichever ledger it works with
  const held = ledgerFolder === dataFolder ? null : holdFolder(dataFolder);
  if (held?.ok === false) return held;
  const opened = openLedger(ledgerFolder, systemClock);
  try {
    return opened.ok ? await importInto(place, opened.value, text) : opened;
  } finally {
    if (opened.ok) opened.value.close();
    held?.value.release();
  }
}

function importInto(
  { dataFolder, access, onTrouble }: FolderAtRest,
  ledger: OpenLedger,
  text: string,
): Promise<Outcome<ImportedSettings>> {
  const preferences = openPreferences(
    dataFolder,
    usualPreferences,
    onTrouble,
    openConf,
    access.policy,
  );
  const change = async (changes: PreferenceChanges): Promise<Outcome<void>> => {
    const allowed = await access.settings(changes, preferences.read());
    return allowed.ok ? preferences.change(allowed.value) : allowed;
  };
  const reach = () => Promise.resolve(success());
  const serviceUrl = preferences.serviceUrl();
  return importSettings({ preferences, access, reach, serviceUrl, ledger, change }, text);
}
