import { customModelAgent, customModelFacts, type CustomModelKind } from '#shared/custom-models.ts';
import { go } from './place.svelte.ts';

/** A value that a person wants in the panel of an agent. */
export interface PanelValue {
  readonly agent: string;
  readonly version: string;
  readonly parameter: string;
  readonly value: number;
  /** What it is called; '' where nobody knows. */
  readonly name: string;
}

let wanted: PanelValue | null = null;

/**
 * Goes to Retouch with a model or a scene in the panel of "AI model", which is otherwise as it was left.
 * Its id is a `fashionModelId` or `locationId`, of the account's own or the service's.
 */
export function useCustomModel(
  kind: CustomModelKind,
  { id, name }: { id: number; name: string },
): void {
  const { agentName: agent, agentVersion: version } = customModelAgent;
  wanted = { agent, version, parameter: customModelFacts[kind].parameter, value: id, name };
  go('retouch');
}

/** What was wanted in a panel last, once. */
export function takePanelValue(): PanelValue | null {
  const taken = wanted;
  wanted = null;
  return taken;
}
