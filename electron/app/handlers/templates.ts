import { findAgent, type AgentVersion } from '#shared/agents/index.ts';
import { success, type Outcome } from '#shared/problem.ts';
import type { Studio } from '../../studio.ts';
import type { Desk } from './desk.ts';
import type { HandlersOf } from './handlers-of.ts';
import { labelled, labelsOf, localNames } from './own-labels.ts';

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
      withAgent(input, async ({ templates, ledger }, agent) => {
        const labels = labelsOf(ledger, agent, input.list);
        const called = localNames(labels);
        const page = await templates.page({ ...input, agent, called }, signal);
        if (!page.ok) return page;
        const rows = page.value.rows.map((row) => labelled(row, labels));
        return success({ ...page.value, rows });
      }),
    'templates.named': (input, signal) =>
      withAgent(input, async ({ templates, ledger }, agent) => {
        const named = await templates.named(agent, input.list, input.ids, signal);
        if (!named.ok) return named;
        const labels = labelsOf(ledger, agent, input.list);
        const cards = named.value.cards.map((card) => card && labelled(card, labels));
        return success({ ...named.value, cards });
      }),
    'templates.refresh': (input) =>
      withAgent(input, ({ templates }, agent) => templates.refresh(agent, input.list)),
  };
}
