import { findAgent, type AgentVersion } from '#shared/agents/index.ts';
import type { SharedValue, StudioConflict } from '#shared/views/stations.ts';
import { agentTitle, ofCatalogue } from '../../texts/catalogue.ts';
import { fieldLabel } from '../../texts/problems.ts';
import { t, type PlainTextKey } from '../../texts/texts.svelte.ts';

/** Labels of the fields of recipes, hot folders, prices and cards. */
const labels: Readonly<Record<string, PlainTextKey>> = {
  'prepare.gps': 'recipes.gps',
  'delivery.psd': 'recipes.psd',
  'delivery.metadata': 'recipes.metadata',
  'delivery.feather': 'recipes.feather',
  onDoubt: 'recipes.onDoubt',
  deleteTask: 'recipes.deleteTask',
  'path.path': 'folders.path',
  'outFolder.path': 'folders.step.results',
  after: 'folders.after',
  subFolders: 'folders.subFolders',
  settleMs: 'folders.settle',
  rescanMs: 'folders.rescan',
  client: 'folders.client',
  needsTickets: 'folders.tickets',
  asksDrops: 'folders.largeDrops',
  currency: 'settingName.prices.currency',
  perImage: 'settingName.prices.perImage',
  taxNote: 'settingName.prices.taxNote',
  localName: 'models.field.localName',
  notes: 'models.field.notes',
  tags: 'models.field.tags',
  expires: 'models.field.expires',
  clients: 'models.field.clients',
  folders: 'models.field.folders',
  'release.name': 'models.card.releaseFile',
};

/** The words for values that are no names, by field. */
const words: Readonly<Record<string, Readonly<Record<string, PlainTextKey>>>> = {
  'prepare.gps': { keep: 'retouch.yes', remove: 'retouch.no' },
  'delivery.metadata': { keep: 'retouch.yes', none: 'retouch.no' },
  onDoubt: { hold: 'recipes.onDoubt.hold', resend: 'recipes.onDoubt.resend' },
};

/** Returns the label of a field, given its path in the item; the path itself for a field that no form shows. */
export function fieldName({ agent }: StudioConflict, field: string): string {
  const key = labels[field];
  if (key !== undefined) return t(key);
  return fieldLabel(parameterIn(field), versionsOf(agent));
}

/** Returns a value in words, with the label of a choice. */
export function valueText({ agent }: StudioConflict, field: string, value: SharedValue): string {
  if (value === null || value === '') return t('settings.stations.notSet');
  if (typeof value === 'boolean') return t(value ? 'retouch.yes' : 'retouch.no');
  const word = words[field]?.[String(value)];
  if (word !== undefined) return t(word);
  if (field === 'agent') return agentTitle(String(value));
  const choice = versionsOf(agent)
    .flatMap(({ params }) => params.filter(({ name }) => name === parameterIn(field)))
    .flatMap(({ kind }) => (kind.type === 'choice' ? kind.choices : []))
    .find((one) => one.value === value);
  return choice === undefined ? String(value) : ofCatalogue(choice.label);
}

function versionsOf(agent: StudioConflict['agent']): readonly AgentVersion[] {
  if (agent === null) return [];
  const found = findAgent(agent.name, agent.version);
  return found.ok ? [found.value] : [];
}

/** Returns the name of an agent's parameter; other fields keep their path. */
function parameterIn(field: string): string {
  return field.replace(/^(?:params|init)\./u, '');
}
