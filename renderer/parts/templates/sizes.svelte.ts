import type { AgentVersion } from '#shared/agents/index.ts';
import { type Live, about, live } from '../../data/live.svelte.ts';
import type { Studio } from '../../data/studio.svelte.ts';
import type { TemplatePage } from '#shared/views/templates.ts';

/** Number of sizes to request; more than any list contains. */
const MOST = 500;

/** Returns the reference sizes of an agent, kept current. Must be called while a component is initialised. */
export function sizesOf(studio: Studio, agent: () => AgentVersion): Live<TemplatePage> {
  return live(
    studio,
    'templates.page',
    () => ({
      agent: agent().name,
      version: agent().version,
      list: 'dimensions',
      filter: {},
      offset: 0,
      limit: MOST,
    }),
    about('templates'),
  );
}
