import { customModelAgent, customModelFacts, type CustomModelKind } from '#shared/custom-models.ts';
import { go } from './place.svelte.ts';

/** A value that another view puts into the panel of an agent. */
export interface PanelValue {
  readonly agent: string;
  readonly version: string;
  readonly parameter: string;
  readonly value: number;
  /** Name of the value; '' if unknown. */
  readonly name: string;
}

let wanted: PanelValue | null = null;

/**
 * Opens Retouch and puts a model or scene into the panel of the agent "AI model"; all other values of the panel stay.
 * `id` is the `fashionModelId` or `locationId` of a custom template or of one of the service's templates.
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
