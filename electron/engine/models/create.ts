import { ownFacts } from '#shared/own.ts';
import { failureProblem, isNo } from '../../adapters/service/failure-problem.ts';
import type { CreationRow } from '../../adapters/ledger/own-creations.ts';
import { becomes } from './become.ts';
import type { OwnContext } from './context.ts';
import { operationsOf } from './kinds.ts';
import { fullProblem } from './problems.ts';
import { advanced, reportOf, waitOf, type Report } from './report.ts';
import { lookThrough } from './sync.ts';

export interface CreateSignals {
  /** The program stops, or a person put it away: nothing new is begun. */
  readonly signal: AbortSignal;
  /** The patience with a request that is on its way has ended; that leaves a doubt. */
  readonly sent: AbortSignal;
}

/** Lists that contradict themselves before the model or scene is created all the same. */
const INCOMPLETE_LISTS = 3;

/** It was put away, or its ledger is gone, while the connection was made: nothing is sent. */
class NotToBeSent extends Error {}

/**
 * The one step that leaves something in the account. The service takes no idempotency key, so a request
 * that may have arrived is never sent again by itself; the account's list stands in for the key.
 *
 *   list the account → fresh connection → SENDING, with the ids listed → one POST
 *     → CREATED | back to PREPARING (provably not sent) | STOPPED (the service's own no) | DOUBT
 *
 * A list that contradicts itself is asked for again, but not for ever: after the third the request is
 * sent, and if its answer is lost, the doubt ends with a person (`resolveDoubt`).
 *
 * Each arrow is a commit. A crash at any point leaves a row from which the same function, or
 * `resolveDoubt`, goes on without making it twice.
 *
 * @param incompleteLists answered lists before this one that were not whole.
 */
export async function createOnce(
  context: OwnContext,
  creation: CreationRow,
  { signal, sent }: CreateSignals,
  incompleteLists = 0,
): Promise<Report> {
  const { id, kind, name } = creation;
  const { creations, own } = context.ledger;
  const images = creation.uploads.filter((address) => address !== null);

  const listing = await lookThrough(context, kind, signal);
  if (signal.aborted) return advanced;
  if (listing.problem?.code === 'own-other-account') {
    return { kind: 'stopped', problem: listing.problem };
  }
  const isLastTry = listing.isAnswered && incompleteLists + 1 >= INCOMPLETE_LISTS;
  if (listing.problem !== null && !isLastTry) {
    return { kind: 'waits', problem: listing.problem, ...waitOf(listing) };
  }
  if (listing.rows.length >= ownFacts[kind].perAccount) {
    return { kind: 'stopped', problem: fullProblem(kind) };
  }
  // what was in the account at any time is not what this request makes, though a list may lag
  const known = new Set([...listing.rows, ...own.labels(kind)].map((one) => one.id));

  const beforeFirstByte = () => {
    if (signal.aborted || !creations.sending(id, [...known])) throw new NotToBeSent();
  };
  try {
    const answer = await operationsOf(context.service, kind).create(images, name, {
      signal: sent,
      beforeFirstByte,
    });
    if (answer.ok) {
      becomes(context, creation, { ...unread, id: answer.value, name: name ?? '', images });
      return advanced;
    }
    if (answer.failure.mayHaveBeenProcessed) {
      creations.doubt(id, failureProblem(answer.failure));
      return advanced;
    }
    if (isNo(answer.failure)) return reportOf(answer.failure);
    creations.unsent(id, failureProblem(answer.failure));
    return reportOf(answer.failure);
  } catch (error) {
    if (error instanceof NotToBeSent) return advanced;
    throw error;
  }
}

/** What the answer does not tell; a query follows. */
const unread = { cover: '', status: 'prepare' } as const;
