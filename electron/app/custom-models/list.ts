import type { CustomModelKind, ServiceModel } from '#shared/custom-models.ts';
import { failure } from '#shared/failure.ts';
import { success, type Outcome, type Problem } from '#shared/problem.ts';
import type { CustomModelPresence } from '#shared/views/custom-models.ts';
import type { CustomModelRow } from '../../adapters/ledger/custom-models.ts';
import { isNo } from '../../adapters/service/failure-problem.ts';
import type { Service } from '../../adapters/service/types.ts';
import { listAccount, type Listing } from '../../engine/models/account.ts';
import { operationsOf } from '../../engine/models/kinds.ts';

/** An entry in the account, or a known entry that is no longer in it. */
export interface ListedModel {
  readonly told: ServiceModel;
  /** Row of the ledger with the card; null if the ledger has none. */
  readonly row: CustomModelRow | null;
  readonly presence: CustomModelPresence;
}

export interface ListedModels {
  readonly models: readonly ListedModel[];
  /** Number of entries in the account. */
  readonly inAccount: number;
  /** The reason the list is incomplete; null if it is complete. */
  readonly problem: Problem | null;
}

/**
 * Lists all custom models or scenes in the account with the rows of the ledger. Problems: those of querying the
 * service; a list that stays incomplete is returned with its problem.
 */
export async function listCustomModels(
  service: Service,
  kind: CustomModelKind,
  rows: readonly CustomModelRow[],
  signal: AbortSignal,
): Promise<Outcome<ListedModels>> {
  const { rows: told, problem } = await listAccount(service, kind, signal);
  const isPart = problem?.code === 'templates-incomplete';
  if (problem !== null && !isPart) return failure(problem);
  const gone = isPart ? [] : await missing(service, kind, told, rows, signal);
  return success({ models: [...joined(told, rows), ...gone], inAccount: told.length, problem });
}

function joined(told: Listing['rows'], rows: readonly CustomModelRow[]): ListedModel[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return told.map(({ id, name, image, status }) => {
    const row = byId.get(id) ?? null;
    const now = status ?? row?.status ?? 'Unknown';
    return listed({ id, name, cover: image, images: null, status: now }, row);
  });
}

function listed(told: ServiceModel, row: CustomModelRow | null): ListedModel {
  const images = told.images ?? row?.images ?? null;
  const presence = row?.presence === 'deleting' ? 'deleting' : 'there';
  return { told: { ...told, images }, row, presence };
}

/**
 * Returns the ledger's entries that the list does not contain. A list may lag behind, so each entry is
 * queried and counts as gone only if the service confirms it.
 */
async function missing(
  service: Service,
  kind: CustomModelKind,
  told: Listing['rows'],
  rows: readonly CustomModelRow[],
  signal: AbortSignal,
): Promise<ListedModel[]> {
  const there = new Set(told.map(({ id }) => id));
  const models: ListedModel[] = [];
  for (const row of rows) {
    if (there.has(row.id)) continue;
    const answer =
      row.presence === 'gone' ? null : await operationsOf(service, kind).query(row.id, { signal });
    const isGone = answer === null || (!answer.ok && isNo(answer.failure));
    if (isGone) models.push({ told: row, row, presence: 'gone' });
    else models.push(listed(answer.ok ? answer.value : row, row));
  }
  return models;
}
