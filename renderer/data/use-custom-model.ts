import { customModelAgent, customModelFacts, type CustomModelKind } from '#shared/custom-models.ts';
import { go } from './place.svelte.ts';

/** A value that another view wants in the panel of an agent. */
export interface PanelValue {
  readonly agent: string;
  readonly version: string;
  readonly parameter: string;
  readonly value: number;
  /** Its name; '' where unknown. */
  readonly name: string;
}

let wanted: PanelValue | null = null;

/**
 * Opens Retouch with a model or a scene in the panel of "AI model"; other values stay. Its id is a `fashionModelId` or
 * `locationId`, of the account's own or the service's.
 */
export function useCustomModel(
  kind: CustomModelKind,
  { id, name }: { id: number; name: string },
): void {
  const { agentName: agent, agentVersion: version } = customModelAgent;
  wanted = { agent, version, parameter: customModelFacts[kind].parameter, value: id, name };
  go('retouch');
}

/** Returns the requested panel value and clears it. */
export function takePanelValue(): PanelValue | null {
  const taken = wanted;
  wanted = null;
  return taken;
}
