/** Writes the settings of a data folder, whole or not at all. Throws what the disk says. */
export interface SettingsStore {
  set(values: Readonly<Record<string, unknown>>): void;
}

/** Opens the store in a data folder, which must exist. */
export type OpenSettingsStore = (folder: string) => SettingsStore;

/** The name of the file without `.json`, the same under every host. */
export const storeName = 'settings';

/** What each host's store has in common. */
export const storeOptions = {
  clearInvalidConfig: true,
  accessPropertiesByDotNotation: false,
} as const;
