import { createHash } from 'node:crypto';
import { localDay } from '#shared/day.ts';
import { success, type Outcome } from '#shared/problem.ts';
import type { CreationRow } from '../../adapters/ledger/creations.ts';
import type { Ledger } from '../../adapters/ledger/open.ts';
import type { ClaimRequest, ClaimState, SharedStudio } from '../../adapters/shared-studio/types.ts';

type CreationLedger = Pick<Ledger, 'creations'>;

/**
 * Returns the request to claim a creation. The shared studio identifies a custom model or scene by its kind and its
 * photos, in any order.
 */
export function creationRequest({ id, run, kind, photos }: CreationRow): ClaimRequest {
  const contents = photos.map(({ sha256 }) => sha256).toSorted();
  return {
    job: id,
    jobRun: run,
    photo: createHash('sha256').update(contents.join(' ')).digest('hex'),
    purchase: `custom ${kind}`,
    task: '',
    settled: [],
    images: 0,
    cost: null,
    folder: null,
  };
}

/**
 * Returns the state of a creation's claim, judging by the ledger alone. A creation that was sent and then stopped,
 * without evidence of its outcome, keeps its claim, because the account may contain the model or scene.
 */
function creationClaimState(creation: CreationRow | undefined): ClaimState {
  switch (creation?.state) {
    case 'preparing':
      return 'open';
    case 'sending':
    case 'doubt':
      return 'started';
    case 'created':
      return 'bought';
    case 'stopped':
      return creation.known === null ? 'released' : 'started';
    case 'away':
    case undefined:
      return 'released';
  }
}

/** The claims of custom models and scenes. The shared studio stores them, so the ledger does not. */
export class CreationClaims {
  /** The claims that can still change, by id: the id of the creation, and the state that was last reported. */
  readonly #open = new Map<number, { readonly id: number; readonly reported: ClaimState }>();

  granted(claim: number, id: number): void {
    this.#open.set(claim, { id, reported: 'open' });
  }

  /**
   * Reads the station's claims again, and records creations that have no claim, because the station sent them before
   * it joined, or because the database was restored from a backup.
   */
  async getReady(shared: SharedStudio, { creations }: CreationLedger): Promise<Outcome<void>> {
    const listed = await shared.mine();
    if (!listed.ok) return listed;
    const claims = listed.value.filter(({ images }) => images === 0);
    this.#open.clear();
    for (const { claim, job, state } of claims) {
      if (state !== 'bought') this.#open.set(claim, { id: job, reported: state });
    }
    const known = new Set(claims.map(({ job, jobRun }) => `${job} ${jobRun}`));
    const missing = creations.sent().filter(({ id, run }) => !known.has(`${id} ${run}`));
    for (const creation of missing) {
      const state = creationClaimState(creation);
      const executions = creation.serviceId === null ? [] : [String(creation.serviceId)];
      const day = localDay(creation.createdAt);
      const request = { ...creationRequest(creation), folder: null, day };
      const recorded = await shared.record({ ...request, state, executions });
      if (!recorded.ok) return recorded;
      if (state !== 'bought' && recorded.value !== null)
        this.#open.set(recorded.value.claim, { id: creation.id, reported: state });
    }
    return success();
  }

  /** Reports the claims whose state has changed. */
  async report(shared: SharedStudio, { creations }: CreationLedger): Promise<Outcome<void>> {
    for (const [claim, { id, reported }] of this.#open) {
      const creation = creations.get(id);
      const state = creationClaimState(creation);
      if (state === reported) continue;
      const executions = [creation?.serviceId ?? []].flat().map(String);
      const answer = await shared.report({ claim, state, executions });
      if (!answer.ok) return answer;
      if (state === 'bought' || state === 'released') this.#open.delete(claim);
      else this.#open.set(claim, { id, reported: state });
    }
    return success();
  }
}
