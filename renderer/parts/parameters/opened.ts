import { SvelteSet } from 'svelte/reactivity';

/**
 * Returns the sections that the user has opened; empty in a new window. The rarely changed parameters of an
 * agent are listed by the name of the agent, and parameters beside a picker by agent and parameter.
 */
export const opened = (): SvelteSet<string> => new SvelteSet<string>();
