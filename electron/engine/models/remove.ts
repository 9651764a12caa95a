import type { OwnKind } from '#shared/own.ts';
import { failureProblem, isNo } from '../../adapters/service/failure-problem.ts';
import type { OwnRow } from '../../adapters/ledger/own.ts';
import type { OwnContext } from './context.ts';
import { operationsOf } from './kinds.ts';
import { pauseBefore } from './pause.ts';
import { lookThrough } from './sync.ts';

/** ms; what is new is woken for, this is only the length of one sleep. */
const LONG = 3_600_000;

/** Deletes at the service what the ledger says, until each is gone or the service keeps it. */
export async function removeAll(context: OwnContext, signal: AbortSignal): Promise<void> {
  const rest = context.news.listen();
  let tries = 0;
  while (!signal.aborted) {
    let isLeft = false;
    for (const row of context.ledger.own.toDelete()) {
      if (signal.aborted) return;
      if ((await endRemoval(context, row, signal)) === 'later') isLeft = true;
    }
    tries = isLeft ? tries + 1 : 0;
    await rest(isLeft ? pauseBefore(tries) : LONG, signal);
  }
}

/**
 * Has the service delete one and writes its answer down. Repeating it does no harm: one that the
 * service does not know, and that the account does not list, is deleted. `later`: no answer to build on.
 */
async function endRemoval(
  context: OwnContext,
  { kind, id }: OwnRow,
  signal: AbortSignal,
): Promise<'ended' | 'later'> {
  const { own } = context.ledger;
  const operations = operationsOf(context.service, kind);
  const answer = await operations.remove(id, { signal });
  if (answer.ok) {
    own.deleted(kind, id);
  } else {
    if (!isNo(answer.failure)) return 'later';
    // what its codes mean is not told, so that only a question says whether it is there
    const asked = await operations.query(id, { signal });
    if (asked.ok) own.kept(kind, id, failureProblem(answer.failure));
    else if (!isNo(asked.failure) || !(await isUnlisted(context, kind, id, signal))) return 'later';
  }
  context.changed(kind);
  return 'ended';
}

/** Whether a look through the account has found that it is not there. A no to everything says nothing. */
async function isUnlisted(
  context: OwnContext,
  kind: OwnKind,
  id: number,
  signal: AbortSignal,
): Promise<boolean> {
  await lookThrough(context, kind, signal);
  return context.ledger.own.get(kind, id)?.presence === 'deleted';
}
