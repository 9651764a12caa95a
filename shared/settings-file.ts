/** Maximum characters of a settings file; far more than an export with 5,000 recipes has. */
export const longestSettingsFile = 10_000_000;
