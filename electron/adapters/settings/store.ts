/** Writes the settings of a data folder, completely or not at all. Throws file system errors. */
export interface SettingsStore {
  set(values: Readonly<Record<string, unknown>>): void;
}

/** Opens the store in a data folder, which must exist. */
export type OpenSettingsStore = (folder: string) => SettingsStore;

/** The name of the file without `.json`, the same for every host. */
export const storeName = 'settings';

/** Options that the stores of all hosts share. */
export const storeOptions = {
  clearInvalidConfig: true,
  accessPropertiesByDotNotation: false,
} as const;
