import { customModelFacts } from '#shared/custom-models.ts';
import { failure } from '#shared/failure.ts';
import { success, type Outcome } from '#shared/problem.ts';
import type { CreationRow } from '../../adapters/ledger/creations.ts';
import { failureProblem } from '../../adapters/service/failure-problem.ts';
import { sendOnce, type OnceRequest, type OnceSignals } from '../once/send.ts';
import { becomes } from './become.ts';
import { claimCreation } from './claim-creation.ts';
import type { CustomModelContext } from './context.ts';
import { operationsOf } from './kinds.ts';
import { fullProblem } from './problems.ts';
import { advanced, reportOf, waitOf, type CreationReport } from './report.ts';
import { lookThrough } from './sync.ts';

/** Number of contradictory lists after which the model or scene is created regardless. */
const INCOMPLETE_LISTS = 3;

/**
 * Creates a custom model or scene, the one step that leaves an entry in the account. The account's
 * list serves as the idempotency key.
 *
 * list the account → (claim in the shared studio) → `sendOnce`, with the ids listed
 *
 * A list that contradicts itself is requested again, but not endlessly: after the third such list,
 * the request is sent, and if its answer is lost, the user resolves the doubt (`resolveDoubt`).
 *
 * @param incompleteLists number of earlier lists that were incomplete although all pages were answered
 */
export async function createOnce(
  context: CustomModelContext,
  creation: CreationRow,
  { signal, sent }: OnceSignals,
  incompleteLists: number,
): Promise<CreationReport> {
  const { kind } = creation;
  const listing = await lookThrough(context, kind, signal);
  if (signal.aborted) return advanced;
  if (listing.problem?.code === 'own-other-account') {
    return { kind: 'stopped', problem: listing.problem };
  }
  const isLastTry = listing.isAnswered && incompleteLists + 1 >= INCOMPLETE_LISTS;
  if (listing.problem !== null && !isLastTry) {
    return { kind: 'waits', problem: listing.problem, ...waitOf(listing) };
  }
  const earlier = listing.found.get(creation.id);
  if (earlier?.kind === 'created') return advanced;
  if (earlier?.kind === 'unclear') return { kind: 'waits', problem: earlier.problem };
  if (listing.rows.length >= customModelFacts[kind].perAccount) {
    return { kind: 'stopped', problem: fullProblem(kind) };
  }
  // an id that the account has ever had cannot be the result of this request, even if an outdated
  // list omits it
  const labels = context.ledger.customModels.labels(kind);
  const known = new Set([...listing.rows, ...labels].map((one) => one.id));
  const claimed = await claimCreation(context, creation);
  if (typeof claimed !== 'function') return claimed;
  const result = await sendOnce(
    requestOf(context, creation, [...known], { signal, mayCreate: claimed }),
    sent,
  );
  if (result.kind === 'barred' && result.problem.code === 'station-lease-lost') {
    return { kind: 'waits', problem: result.problem };
  }
  return result.kind === 'unsent' ? reportOf(result.failure) : advanced;
}

/**
 * Returns the request that creates the model or scene; `known` are the ids in the account before
 * the request.
 */
function requestOf(
  context: CustomModelContext,
  creation: CreationRow,
  known: readonly number[],
  { signal, mayCreate }: { readonly signal: AbortSignal; readonly mayCreate: () => Outcome<void> },
): OnceRequest<number> {
  const { id, kind, name } = creation;
  const { creations } = context.ledger;
  const images = creation.uploads.filter((address) => address !== null);
  return {
    post: (options) => operationsOf(context.service, kind).create(images, name, options),
    sending() {
      // the creation may have been dismissed while the connection was being made
      const permitted = mayCreate();
      if (!permitted.ok) return permitted;
      return !signal.aborted && creations.sending(id, known) ? success() : stopped;
    },
    wasTold: () => false,
    answered(serviceId) {
      becomes(context, creation, { ...unread, id: serviceId, name: name ?? '', images });
    },
    refused: (failure) => creations.stopped(id, failureProblem(failure)),
    unsent: (why) => creations.unsent(id, why),
    doubt: (why) => creations.doubt(id, why),
  };
}

const stopped = failure('aborted');

/** Fields that the answer does not contain; a query for them follows. */
const unread = { cover: '', status: 'prepare' } as const;
