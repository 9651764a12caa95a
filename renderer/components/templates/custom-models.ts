import type { AgentVersion } from '#shared/agents/index.ts';
import {
  customModelAgent,
  customModelFacts,
  customModelKinds,
  type CustomModelKind,
} from '#shared/custom-models.ts';
import type { PictureList } from '#shared/views/templates.ts';

/** What of a list an account can make of its own photos; null where it can make none. */
export function customModelKindOf(
  { name, version }: Pick<AgentVersion, 'name' | 'version'>,
  list: PictureList,
): CustomModelKind | null {
  if (name !== customModelAgent.agentName || version !== customModelAgent.agentVersion) return null;
  return customModelKinds.find((kind) => customModelFacts[kind].list === list) ?? null;
}

/** What the room of models and scenes is asked for by its address, to show those of a kind. */
export function customModelAddress(
  kind: CustomModelKind,
  opened: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string | undefined>> {
  return { shelf: kind === 'model' ? undefined : 'scenes', ...opened };
}
