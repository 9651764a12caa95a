import { releaseStatus } from '#shared/custom-models.ts';
import type { CommandInput, CommandResult } from '#shared/contract/command-line-channels.ts';
import { localDay } from '#shared/day.ts';
import { success, type Outcome } from '#shared/problem.ts';
import type { CardView, ListedModelView } from '#shared/views/command-line.ts';
import type { CustomModelRow } from '../../adapters/ledger/custom-models.ts';
import type { Service } from '../../adapters/service/types.ts';
import { systemClock } from '../../base/clock.ts';
import { listCustomModels, type ListedModel } from '../custom-models/list.ts';
import { creationView, customModelReport } from './models.ts';
import type { CommandPlace, KnownModels } from './place.ts';
import type { Talk } from './talk.ts';

/**
 * `models list` and `scenes list`: lists the account's models or scenes with their cards, and unfinished creations.
 * Without a ledger, there are no cards. Problems: those of `listCustomModels`.
 */
export function listModelsCommand(
  place: CommandPlace,
  input: CommandInput<'list-models'>,
  _talk: Talk,
  signal: AbortSignal,
): Promise<Outcome<CommandResult<'list-models'>>> {
  return place.withTools(({ service, withModels }) =>
    withModels((known) => listWith(service, known, input, signal)),
  );
}

async function listWith(
  service: Service,
  ledger: KnownModels | null,
  { kind }: CommandInput<'list-models'>,
  signal: AbortSignal,
): Promise<Outcome<CommandResult<'list-models'>>> {
  const listed = await listCustomModels(
    service,
    kind,
    ledger?.customModels.all(kind) ?? [],
    signal,
  );
  if (!listed.ok) return listed;
  const { models, inAccount, problem } = listed.value;
  const creations = (ledger?.creations.shown(kind) ?? []).map(creationView);
  return success({ models: models.map(viewOf), creations, inAccount, problem });
}

function viewOf({ told, row, presence }: ListedModel): ListedModelView {
  return {
    told: customModelReport(told),
    presence,
    problem: row?.problem ?? null,
    madeHere: row?.isMadeHere ?? null,
    card: row === null ? null : cardOf(row),
  };
}

function cardOf(row: CustomModelRow): CardView {
  const { localName, notes, tags, expires, clients, folders } = row;
  const release = releaseStatus(expires, localDay(systemClock.wall()));
  const releaseFile = row.release?.name ?? null;
  return { localName, notes, tags, release, expires, releaseFile, clients, folders };
}
