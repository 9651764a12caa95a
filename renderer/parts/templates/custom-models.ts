import type { AgentVersion } from '#shared/agents/index.ts';
import {
  customModelAgent,
  customModelFacts,
  customModelKinds,
  type CustomModelKind,
} from '#shared/custom-models.ts';
import type { PictureList } from '#shared/views/templates.ts';

/** Returns the kind of custom model that an account can create for a list; null if none. */
export function customModelKindOf(
  { name, version }: Pick<AgentVersion, 'name' | 'version'>,
  list: PictureList,
): CustomModelKind | null {
  if (name !== customModelAgent.agentName || version !== customModelAgent.agentVersion) return null;
  return customModelKinds.find((kind) => customModelFacts[kind].list === list) ?? null;
}

/** Returns the address of the Models & scenes view for a kind. */
export function customModelAddress(
  kind: CustomModelKind,
  opened: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string | undefined>> {
  return { shelf: kind === 'model' ? undefined : 'scenes', ...opened };
}
