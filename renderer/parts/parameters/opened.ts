import { SvelteSet } from 'svelte/reactivity';

/**
 * Returns what the user has opened, none in a new window: rarely changed parameters by the name of their agent, and
 * parameters beside a picker by agent and name.
 */
export const opened = (): SvelteSet<string> => new SvelteSet<string>();
