import { findAgent, type AgentVersion } from '#shared/agents/index.ts';
import { customModelAgent } from '#shared/custom-models.ts';

/** The agent in the catalogue that uses custom models and scenes. */
export const aimodel: AgentVersion = known();

function known(): AgentVersion {
  const found = findAgent(customModelAgent.agentName, customModelAgent.agentVersion);
  if (!found.ok) throw new Error(found.problem.message);
  return found.value;
}
