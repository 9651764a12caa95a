import type { CustomModelKind } from '#shared/custom-models.ts';
import { failure } from '#shared/failure.ts';
import { success, type Outcome } from '#shared/problem.ts';
import type { Ledger } from '../../adapters/ledger/open.ts';
import type { CustomModelRow } from '../../adapters/ledger/custom-models.ts';
import { failureProblem, isNo } from '../../adapters/service/failure-problem.ts';
import { operationsOf } from '../../engine/models/kinds.ts';
import { unknownProblem } from '../../engine/models/problems.ts';
import type { Studio } from '../../studio.ts';
import { notInAccount } from './problems.ts';

/** Returns a listed model or scene that was not deleted with Darkslide. Problem: own-unknown. */
export function knownCustomModel(
  { customModels }: Pick<Ledger, 'customModels'>,
  kind: CustomModelKind,
  id: number,
): Outcome<CustomModelRow> {
  const row = customModels.get(kind, id);
  if (row !== undefined && row.presence !== 'deleted') return success(row);
  return failure(unknownProblem());
}

/**
 * Returns the account's entry with this id, even if another program created it. Problems: own-unknown,
 * those of querying the service.
 */
export async function findCustomModel(
  { ledger, service }: Pick<Studio, 'ledger' | 'service'>,
  kind: CustomModelKind,
  id: number,
  signal: AbortSignal,
): Promise<Outcome<CustomModelRow>> {
  const answer = await operationsOf(service, kind).query(id, { signal });
  if (!answer.ok) {
    const isUnknown = isNo(answer.failure);
    const { failure: why } = answer;
    return failure(isUnknown ? notInAccount(kind, id, why) : failureProblem(why));
  }
  ledger.customModels.told(kind, [answer.value], false);
  return knownCustomModel(ledger, kind, id);
}
