import { mapOutcome, success, type Outcome } from '#shared/problem.ts';
import type { SettingsImport } from '#shared/views/settings.ts';
import type { PreferenceChanges } from '../../adapters/settings/preferences.ts';
import type { Ledger } from '../../adapters/ledger/open.ts';
import type { Studio } from '../../studio.ts';
import { applyChanges, type ChangeSession } from './change.ts';
import {
  exportSettings,
  planImport,
  type CheckReach,
  type ImportSession,
} from './settings-file.ts';
import { settingsView } from './view.ts';

/** The values that an import has changed, and those that it has skipped. */
export type ImportedSettings = Omit<SettingsImport, 'settings'>;

/** Where settings are imported to: an open studio, or files that no studio is using. */
export interface ImportPlace extends Omit<ImportSession, 'recipes'> {
  readonly ledger: Pick<Ledger, 'savedRecipes' | 'transaction'>;
  change(preferences: PreferenceChanges): Promise<Outcome<void>>;
}

/** Returns the settings, the address of the service and the saved recipes as the text of a file. */
export async function exportSettingsOf(
  session: Pick<ChangeSession, 'ready' | 'preferences' | 'service'>,
): Promise<Outcome<string>> {
  return mapOutcome(await session.ready(), ({ ledger }) => {
    const recipes = ledger.savedRecipes.all().map(({ recipe }) => recipe);
    return exportSettings(session.preferences.chosen(), session.service().url, recipes);
  });
}

/** Imports settings from a file that the user interface sent. Problems: those of `importSettings`. */
export async function importSettingsOf(
  session: ChangeSession,
  reach: CheckReach,
  text: string,
): Promise<Outcome<SettingsImport>> {
  const studio = await session.ready();
  if (!studio.ok) return studio;
  const imported = await importSettings(settingsOf(session, studio.value, reach), text);
  return mapOutcome(imported, (what) => ({ settings: settingsView(session), ...what }));
}

/** Allows any path, because a user at the command line may name any file. */
export const anywhere: CheckReach = () => Promise.resolve(success(undefined));

/** Returns the `ImportPlace` of an open studio. */
export function settingsOf(
  session: ChangeSession,
  { ledger }: Pick<Studio, 'ledger'>,
  reach: CheckReach,
): ImportPlace {
  const { preferences, access } = session;
  return {
    preferences,
    access,
    reach,
    serviceUrl: session.service().url,
    ledger,
    change: (changes) => applyChanges(session, changes),
  };
}

/**
 * Imports settings and recipes from a file. Problems: settings-file-invalid, those of the change.
 */
export async function importSettings(
  { ledger, change, ...session }: ImportPlace,
  text: string,
): Promise<Outcome<ImportedSettings>> {
  const { savedRecipes } = ledger;
  const plan = await planImport(text, { ...session, recipes: savedRecipes });
  if (!plan.ok) return plan;
  const { preferences, taken, recipes, left } = plan.value;
  const changed = await change(preferences);
  if (!changed.ok) return changed;
  ledger.transaction(() => recipes.forEach((recipe) => savedRecipes.add(recipe)));
  return success({
    preferences: taken.length,
    recipes: recipes.length,
    taken,
    added: recipes.map(({ name }) => name),
    left,
  });
}
