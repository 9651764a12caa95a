import { findAgent, type AgentVersion } from '#shared/agents/index.ts';
import type { Outcome } from '#shared/problem.ts';
import type { Studio } from '../studio.ts';
import type { Desk } from './desk.ts';
import type { HandlersOf } from './handlers-of.ts';

/** The lists of templates: what a picker shows, and what the ids of a recipe stand for. */
export function templateHandlers(desk: Pick<Desk, 'ready'>): HandlersOf<'templates'> {
  /** Does the work with the agent in its version. Problems: agent-unknown, version-unknown. */
  const withAgent = async <T>(
    { agent, version }: { readonly agent: string; readonly version: string },
    work: (studio: Studio, agent: AgentVersion) => Promise<Outcome<T>> | Outcome<T>,
  ): Promise<Outcome<T>> => {
    const studio = await desk.ready();
    if (!studio.ok) return studio;
    const found = findAgent(agent, version);
    return found.ok ? work(studio.value, found.value) : found;
  };

  return {
    'templates.page': (input, signal) =>
      withAgent(input, ({ templates }, agent) => templates.page({ ...input, agent }, signal)),
    'templates.named': (input, signal) =>
      withAgent(input, ({ templates }, agent) =>
        templates.named(agent, input.list, input.ids, signal),
      ),
    'templates.refresh': (input) =>
      withAgent(input, ({ templates }, agent) => templates.refresh(agent, input.list)),
  };
}
