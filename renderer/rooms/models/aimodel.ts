import { findAgent, type AgentVersion } from '#shared/agents/index.ts';
import { ownAgent } from '#shared/own.ts';

/** The agent that takes own models and scenes, as the catalogue has it. */
export const aimodel: AgentVersion = known();

function known(): AgentVersion {
  const found = findAgent(ownAgent.agentName, ownAgent.agentVersion);
  if (!found.ok) throw new Error(found.problem.message);
  return found.value;
}
