import { SvelteSet } from 'svelte/reactivity';

/**
 * Creates the set of sections that the user has opened in this window. A "More" section is identified by the name of
 * its agent; a section below a picker is identified by agent and parameter.
 */
export const opened = (): SvelteSet<string> => new SvelteSet<string>();
