import { ownAgent, ownFacts, type OwnKind } from '#shared/own.ts';
import { go } from './place.svelte.ts';

/** A value that a person wants in the panel of an agent. */
export interface WantedValue {
  readonly agent: string;
  readonly version: string;
  readonly parameter: string;
  readonly value: number;
  /** What it is called; '' where nobody knows. */
  readonly name: string;
}

let wanted: WantedValue | null = null;

/**
 * Goes to Retouch with a model or a scene in the panel of "AI model", which is otherwise as it was left.
 * Its id is a `fashionModelId` or `locationId`, of the account's own or the service's.
 */
export function useOwn(kind: OwnKind, { id, name }: { id: number; name: string }): void {
  const { agentName: agent, agentVersion: version } = ownAgent;
  wanted = { agent, version, parameter: ownFacts[kind].parameter, value: id, name };
  go('retouch');
}

/** What was wanted in a panel last, once. */
export function takeWanted(): WantedValue | null {
  const taken = wanted;
  wanted = null;
  return taken;
}
