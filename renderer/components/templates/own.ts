import type { AgentVersion } from '#shared/agents/index.ts';
import { ownAgent, ownFacts, ownKinds, type OwnKind } from '#shared/own.ts';
import type { PictureList } from '#shared/views/templates.ts';

/** What of a list an account can make of its own photos; null where it can make none. */
export function ownKindOf(
  { name, version }: Pick<AgentVersion, 'name' | 'version'>,
  list: PictureList,
): OwnKind | null {
  if (name !== ownAgent.agentName || version !== ownAgent.agentVersion) return null;
  return ownKinds.find((kind) => ownFacts[kind].list === list) ?? null;
}

/** What the room of models and scenes is asked for by its address, to show those of a kind. */
export function ownAddress(
  kind: OwnKind,
  opened: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string | undefined>> {
  return { shelf: kind === 'model' ? undefined : 'scenes', ...opened };
}
