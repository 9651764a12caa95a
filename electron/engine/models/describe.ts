import { customModelKinds } from '#shared/custom-models.ts';
import type { CustomModelRow } from '../../adapters/ledger/custom-models.ts';
import { isNo } from '../../adapters/service/failure-problem.ts';
import { learn } from './claims.ts';
import type { CustomModelContext } from './context.ts';
import { operationsOf } from './kinds.ts';

/** Number of queries at the same time. */
const AT_ONCE = 4;
/** Time in ms before an unanswered query is repeated. */
const REPEAT_AFTER = 60_000;
/** Length of one sleep in ms; new work ends it early. */
const LONGEST_SLEEP = 3_600_000;

/**
 * Queries, once for each model or scene made elsewhere, the photos from which it was created, because no list
 * contains them. Runs until aborted.
 */
export async function describeAll(context: CustomModelContext, signal: AbortSignal): Promise<void> {
  const { customModels } = context.ledger;
  const rest = context.news.listen();
  /** Models and scenes about which the service refused a query in this run of the program. */
  const untold = new Set<string>();
  const isPlain = ({ kind, id, images, presence, status }: CustomModelRow) =>
    images === null &&
    presence === 'there' &&
    (status === 'complete' || status === 'failed') &&
    !untold.has(`${kind} ${id}`);

  const describe = async ({ kind, id }: CustomModelRow): Promise<boolean> => {
    const answer = await operationsOf(context.service, kind).query(id, { signal });
    if (answer.ok) learn(context, kind, answer.value);
    else if (isNo(answer.failure)) untold.add(`${kind} ${id}`);
    else return false;
    context.tell();
    return true;
  };

  while (!signal.aborted) {
    const rows = customModelKinds.flatMap((kind) => customModels.all(kind)).filter(isPlain);
    let isAnswered = true;
    for (let at = 0; at < rows.length && isAnswered && !signal.aborted; at += AT_ONCE) {
      const answers = await Promise.all(rows.slice(at, at + AT_ONCE).map(describe));
      isAnswered = !answers.includes(false);
    }
    await rest(isAnswered ? LONGEST_SLEEP : REPEAT_AFTER, signal);
  }
}
