import { customModelKinds, type CustomModelKind } from '#shared/custom-models.ts';
import { failure } from '#shared/failure.ts';
import { success, type Outcome } from '#shared/problem.ts';
import { failureProblem, isNo } from '../../adapters/service/failure-problem.ts';
import type { Listing } from './account.ts';
import type { CustomModelContext } from './context.ts';
import { operationsOf } from './kinds.ts';
import { otherAccountProblem } from './problems.ts';

/** Maximum number of entries of each kind that are queried, the newest first. */
const MOST_QUERIED = 4;

/**
 * Checks that the account is the one whose models and scenes the ledger contains. The service does
 * not identify accounts, and a key may have been renewed, so the account counts as the same if it
 * is used with the last known key or has any of the known entries. In another account, no entry may
 * be mistaken for a known one, and no missing entry counts as deleted. Problems: own-other-account,
 * those of the service.
 */
export async function checkAccount(
  context: CustomModelContext,
  kind: CustomModelKind,
  { rows: listed, isAnswered }: Listing,
  signal: AbortSignal,
): Promise<Outcome<void>> {
  const { account } = context;
  const { customModels, owner } = context.ledger;
  if (account === null || owner.account() === account) return success();
  const ours = (of: CustomModelKind) =>
    customModels.all(of).filter(({ presence }) => presence !== 'gone');
  const ids = new Set(listed.map(({ id }) => id));
  const known = customModelKinds.flatMap(ours);
  const isSeen = known.length === 0 || ours(kind).some(({ id }) => ids.has(id));
  const checked = isSeen ? success() : await checkKnown(context, known.length, signal);
  // a key that the service has not accepted yet may be wrong
  if (checked.ok && (isAnswered || listed.length > 0)) owner.setAccount(account);
  return checked;
}

/** Checks that the service has at least one of the `count` known entries. */
async function checkKnown(
  context: CustomModelContext,
  count: number,
  signal: AbortSignal,
): Promise<Outcome<void>> {
  for (const kind of customModelKinds) {
    const rows = context.ledger.customModels
      .all(kind)
      .filter(({ presence }) => presence !== 'gone');
    for (const { id } of rows.slice(0, MOST_QUERIED)) {
      const answer = await operationsOf(context.service, kind).query(id, { signal });
      if (answer.ok) return success();
      if (!isNo(answer.failure)) return failure(failureProblem(answer.failure));
    }
  }
  return failure(otherAccountProblem(count));
}
