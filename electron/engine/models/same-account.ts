import { ownKinds, type OwnKind } from '#shared/own.ts';
import type { Problem } from '#shared/problem.ts';
import { failureProblem, isNo } from '../../adapters/service/failure-problem.ts';
import type { Listing } from './account.ts';
import type { OwnContext } from './context.ts';
import { operationsOf } from './kinds.ts';
import { otherAccountProblem } from './problems.ts';

/** How many of each kind are asked for, the newest first. */
const ASKED_FOR = 4;

/**
 * Why it is not known that the account is the one whose models and scenes the ledger holds; null where it
 * is. The service tells nothing of accounts, and a key may have been renewed: the account is the same with
 * the key it was last known by, or where it holds any of ours. Else nothing in it may be taken for ours,
 * and nothing missing from it for gone.
 */
export async function accountDoubt(
  context: OwnContext,
  kind: OwnKind,
  { rows: listed, isAnswered }: Listing,
  signal: AbortSignal,
): Promise<Problem | null> {
  const { account } = context;
  const { own, owner } = context.ledger;
  if (account === null || owner.account() === account) return null;
  const ours = (of: OwnKind) => own.all(of).filter(({ presence }) => presence !== 'gone');
  const ids = new Set(listed.map(({ id }) => id));
  const known = ownKinds.flatMap(ours);
  const isSeen = known.length === 0 || ours(kind).some(({ id }) => ids.has(id));
  const doubt = isSeen ? null : await askFor(context, signal);
  // a key that nobody has answered yet may be a wrong one
  if (doubt === null && (isAnswered || listed.length > 0)) owner.setAccount(account);
  return doubt === 'none' ? otherAccountProblem(known.length) : doubt;
}

/** Null where the service knows one of ours, `none` where it knows none of them. */
async function askFor(context: OwnContext, signal: AbortSignal): Promise<Problem | 'none' | null> {
  for (const kind of ownKinds) {
    const rows = context.ledger.own.all(kind).filter(({ presence }) => presence !== 'gone');
    for (const { id } of rows.slice(0, ASKED_FOR)) {
      const answer = await operationsOf(context.service, kind).query(id, { signal });
      if (answer.ok) return null;
      if (!isNo(answer.failure)) return failureProblem(answer.failure);
    }
  }
  return 'none';
}
