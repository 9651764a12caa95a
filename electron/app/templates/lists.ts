import { findAgent, type AgentVersion } from '#shared/agents/index.ts';
import type { Input } from '#shared/ipc.ts';
import { success, type Outcome } from '#shared/problem.ts';
import type { NamedTemplates, TemplatePage } from '#shared/views/templates.ts';
import type { Studio } from '../../studio.ts';
import { labelled, labelsOf, localNames } from '../custom-models/labels.ts';

type TemplateStudio = Pick<Studio, 'templates' | 'ledger'>;

/** Returns a page of a list of templates, as a picker shows it. Problems: agent-unknown, version-unknown. */
export async function templatePage(
  { templates, ledger }: TemplateStudio,
  asked: Input<'templates.page'>,
  signal: AbortSignal,
): Promise<Outcome<TemplatePage>> {
  const agent = agentOf(asked);
  if (!agent.ok) return agent;
  const labels = labelsOf(ledger, agent.value, asked.list);
  const called = localNames(labels);
  const page = await templates.page({ ...asked, agent: agent.value, called }, signal);
  if (!page.ok) return page;
  const rows = page.value.rows.map((row) => labelled(row, labels));
  return success({ ...page.value, rows });
}

/** Returns the templates with the ids in a recipe. Problems: agent-unknown, version-unknown. */
export async function namedTemplates(
  { templates, ledger }: TemplateStudio,
  asked: Input<'templates.named'>,
  signal: AbortSignal,
): Promise<Outcome<NamedTemplates>> {
  const agent = agentOf(asked);
  if (!agent.ok) return agent;
  const named = await templates.named(agent.value, asked.list, asked.ids, signal);
  if (!named.ok) return named;
  const labels = labelsOf(ledger, agent.value, asked.list);
  const cards = named.value.cards.map((card) => card && labelled(card, labels));
  return success({ ...named.value, cards });
}

/** Downloads a list of templates again. Problems: agent-unknown, version-unknown. */
export function refreshTemplates(
  { templates }: Pick<Studio, 'templates'>,
  asked: Input<'templates.refresh'>,
) {
  const agent = agentOf(asked);
  return agent.ok ? templates.refresh(agent.value, asked.list) : agent;
}

function agentOf(asked: {
  readonly agent: string;
  readonly version: string;
}): Outcome<AgentVersion> {
  return findAgent(asked.agent, asked.version);
}
