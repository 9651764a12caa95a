import type { AgentVersion, InfoList } from '#shared/agents/index.ts';
import {
  customModelAgent,
  customModelFacts,
  customModelKinds,
  releaseStatus,
} from '#shared/custom-models.ts';
import { localDay } from '#shared/day.ts';
import type { TemplateCard } from '#shared/views/templates.ts';
import { systemClock } from '../../base/clock.ts';
import type { Ledger } from '../../adapters/ledger/open.ts';
import type { CustomModelLabel } from '../../adapters/ledger/custom-models.ts';

type Labels = ReadonlyMap<number, CustomModelLabel>;

/** Returns the user's labels for custom models in a list of templates, by id; empty for other lists. */
export function labelsOf(
  { customModels }: Pick<Ledger, 'customModels'>,
  { name, version }: AgentVersion,
  list: InfoList,
): Labels {
  const isOwn = name === customModelAgent.agentName && version === customModelAgent.agentVersion;
  const kind = isOwn
    ? customModelKinds.find((one) => customModelFacts[one].list === list)
    : undefined;
  return new Map(
    kind === undefined ? [] : customModels.labels(kind).map((label) => [label.id, label]),
  );
}

/** Returns the user's names for custom models, by id. */
export function localNames(labels: Labels): ReadonlyMap<number, string> {
  return new Map(
    [...labels].flatMap(([id, { localName }]) => (localName === null ? [] : [[id, localName]])),
  );
}

/**
 * Returns a template with the user's name and the ledger's status. The ledger's status is newer than the list's and
 * decides whether jobs may use the template.
 */
export function labelled(card: TemplateCard, labels: Labels): TemplateCard {
  const label = card.owner === 'Yours' ? labels.get(card.id) : undefined;
  if (label === undefined) return card;
  const { localName, status, presence, expires } = label;
  const validity = releaseStatus(expires, localDay(systemClock.wall()));
  return {
    ...card,
    name: localName ?? card.name,
    status: presence === 'there' ? status : 'Unknown',
    release: expires === null ? null : { validity, expires },
  };
}
