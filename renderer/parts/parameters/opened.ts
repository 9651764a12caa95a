import { SvelteSet } from 'svelte/reactivity';

/** Returns the names of the agents whose rarely changed parameters are open; empty in a new window. */
export const opened = (): SvelteSet<string> => new SvelteSet<string>();
