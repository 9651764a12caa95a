import type { CustomModelKind } from '#shared/custom-models.ts';
import { failureProblem, isNo } from '../../adapters/service/failure-problem.ts';
import type { CustomModelRow } from '../../adapters/ledger/custom-models.ts';
import type { CustomModelContext } from './context.ts';
import { operationsOf } from './kinds.ts';
import { pauseBefore } from './pause.ts';
import { lookThrough } from './sync.ts';

/** Length of one sleep in ms; new work ends it early. */
const LONGEST_SLEEP = 3_600_000;

/**
 * Deletes from the service the entries that the ledger lists for deletion, until each is gone or the service has
 * refused to delete it.
 */
export async function removeAll(context: CustomModelContext, signal: AbortSignal): Promise<void> {
  const rest = context.news.listen();
  let tries = 0;
  while (!signal.aborted) {
    let isLeft = false;
    for (const row of context.ledger.customModels.toDelete()) {
      if (signal.aborted) return;
      if ((await endRemoval(context, row, signal)) === 'later') isLeft = true;
    }
    tries = isLeft ? tries + 1 : 0;
    await rest(isLeft ? pauseBefore(tries) : LONGEST_SLEEP, signal);
  }
}

/**
 * Asks the service to delete one entry and records its answer. Repeating the request does no harm:
 * an entry that the service does not have, and that the account does not list, counts as deleted.
 * `later`: no reliable answer.
 */
async function endRemoval(
  context: CustomModelContext,
  { kind, id }: CustomModelRow,
  signal: AbortSignal,
): Promise<'ended' | 'later'> {
  const { customModels } = context.ledger;
  const operations = operationsOf(context.service, kind);
  const answer = await operations.remove(id, { signal });
  if (answer.ok) {
    customModels.deleted(kind, id);
  } else {
    if (!isNo(answer.failure)) return 'later';
    // the service does not document its codes, so only a query shows whether the entry still exists
    const asked = await operations.query(id, { signal });
    if (asked.ok) customModels.kept(kind, id, failureProblem(answer.failure));
    else if (!isNo(asked.failure) || !(await isUnlisted(context, kind, id, signal))) return 'later';
  }
  context.changed(kind);
  return 'ended';
}

/**
 * Returns whether a sync of the account has shown that the entry is gone. A service that refuses
 * everything proves nothing.
 */
async function isUnlisted(
  context: CustomModelContext,
  kind: CustomModelKind,
  id: number,
  signal: AbortSignal,
): Promise<boolean> {
  await lookThrough(context, kind, signal);
  return context.ledger.customModels.get(kind, id)?.presence === 'deleted';
}
