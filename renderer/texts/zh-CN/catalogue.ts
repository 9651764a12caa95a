/** The words of the catalogue of agents, by the English ones. */
export const catalogue: Readonly<Record<string, string>> = {};
