import { agents } from '#shared/agents/index.ts';
import { spokenWords } from './texts.svelte.ts';

/**
 * Returns a label or help text of the agent catalogue in the current language. The catalogue is in English; an agent
 * without a translation is shown in English.
 */
export function ofCatalogue(english: string): string {
  return spokenWords()?.catalogue[english] ?? english;
}

/**
 * Returns the title of an agent in the current language, followed by the version if the agent has several versions. An
 * agent that is not in the catalogue keeps the name that the service uses.
 */
export function agentTitle(name: string, version?: string): string {
  const known = agents.filter((agent) => agent.name === name);
  const found = known.find((agent) => version === undefined || agent.version === version);
  if (found === undefined) return version === undefined ? name : `${name} ${version}`;
  const title = ofCatalogue(found.title);
  return version === undefined || known.length === 1 ? title : `${title} ${version}`;
}

/**
 * Returns the name of a recipe on screen. A run without a saved recipe has the agent's name as the name of its recipe,
 * and shows the title of the agent.
 */
export function recipeTitle(name: string): string {
  return agentTitle(name);
}
