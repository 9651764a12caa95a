import type { CustomModelKind, ServiceModel } from '#shared/custom-models.ts';
import { failure, success, type Outcome, type Problem } from '#shared/problem.ts';
import type { CustomModelPresence } from '#shared/views/custom-models.ts';
import type { CustomModelRow } from '../../adapters/ledger/custom-models.ts';
import { isNo } from '../../adapters/service/failure-problem.ts';
import type { Service } from '../../adapters/service/types.ts';
import { listAccount, type Listing } from '../../engine/models/account.ts';
import { operationsOf } from '../../engine/models/kinds.ts';

/** One that the account holds, or that is known here and gone from it. */
export interface ListedModel {
  readonly told: ServiceModel;
  /** With the card; null where the ledger does not know it. */
  readonly row: CustomModelRow | null;
  readonly presence: CustomModelPresence;
}

export interface ListedModels {
  readonly models: readonly ListedModel[];
  /** How many the account holds. */
  readonly inAccount: number;
  /** Why the list is not whole. */
  readonly problem: Problem | null;
}

/**
 * Asks the service for all custom models or scenes of the account, joined with what the ledger knows,
 * `rows`. Problems: those of asking; a list that stays incomplete is answered with its problem.
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
 * What the ledger knows and the list does not hold. A list may be behind, so each is asked about: it is
 * gone when the service says so.
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
