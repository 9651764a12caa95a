import { failure, problemOf } from '#shared/failure.ts';
import { success, type Outcome, type Problem } from '#shared/problem.ts';
import type { JobState } from '#shared/job.ts';
import type { Job } from '../../../adapters/ledger/jobs.ts';
import type { SharedJob } from '../../../adapters/ledger/shared-work.ts';
import {
  keyOf,
  type OfferedWork,
  type UnreadableWork,
  type WorkKey,
} from '../../../adapters/shared-studio/shared-work.ts';
import type { Lease } from '../../../adapters/shared-studio/types.ts';
import { outcomeOf } from './changes.ts';
import type { WorkParts } from './parts.ts';
import { stoppedWork } from './stopped.ts';
import { Unreached } from './unreached.ts';

/** Time in ms for which no photo is taken after a photo could not be reached, so that many such photos cost little. */
const REST = 2000;

/** Takes photos of shared hot folders, and gives up those that another station has taken over. */
export class Takes {
  readonly #parts: WorkParts;
  /** Whether the station takes no more photos. */
  #isDraining = false;
  /** Monotonic ms before which no photo is taken, because a photo could not be reached. */
  #notBefore = 0;
  readonly #unreached: Unreached;

  constructor(parts: WorkParts) {
    this.#parts = parts;
    this.#unreached = new Unreached(parts.clock);
  }

  /** Takes as many photos as there is room for. */
  async take(lease: Lease): Promise<Outcome<void>> {
    const { hands, takes, clock, shared } = this.#parts;
    const { folders, kept, left } = stoppedWork(this.#parts);
    const back = left.filter((job) => !this.#isBegun(job));
    if (back.length > 0) {
      await this.#leave(back);
      const given = await shared.giveBack(back.map(({ jobId }) => this.#keyOf(jobId)));
      if (!given.ok) return given;
    }
    const isClosed = this.#isDraining || takes === 'none' || clock.mono() < this.#notBefore;
    const room = hands.room();
    return this.#take(lease, isClosed || room === 0 ? 0 : room + kept, folders);
  }

  /** Gives up the photos that other stations have taken over, and takes none. */
  verify(lease: Lease): Promise<Outcome<void>> {
    return this.#take(lease, 0);
  }

  /** `stopped`: the keys of hot folders of which no photo is taken. */
  async #take(lease: Lease, most: number, stopped: readonly string[] = []): Promise<Outcome<void>> {
    const { shared, ledger, hands, takes, roots } = this.#parts;
    const inHand = ledger.sharedWork.inHand();
    if (most === 0 && inHand.length === 0) return success();
    const folders = this.#parts.folders().map(({ key }) => key);
    const unreached = this.#unreached.folders();
    const except = { folders: [...unreached, ...stopped], photos: this.#unreached.photos() };
    const wanted = { most, roots: Object.keys(roots), own: takes === 'own', folders, except };
    const rows = await shared.take(wanted, lease);
    if (!rows.ok) return rows;
    const given = new Set(rows.value.map(keyOf));
    // other stations have the rest now; a photo whose purchase is claimed here is still delivered here
    const lost = inHand.filter(({ jobId }) => !given.has(keyOf(this.#keyOf(jobId))));
    await this.#leave(lost.filter((job) => !this.#isBegun(job)));
    const here = new Set(inHand.map(({ jobId }) => keyOf(this.#keyOf(jobId))));
    const fresh = rows.value.filter((work) => !here.has(keyOf(work)));
    for (const work of fresh) await this.#begin(work);
    if (fresh.length > 0) hands.wake();
    return success();
  }

  /** Reports the photos that have ended here. */
  async report(): Promise<Outcome<void>> {
    const { shared, ledger, roots } = this.#parts;
    for (const { jobId, run, state } of ledger.sharedWork.toReport()) {
      const job = ledger.jobs.load(jobId);
      const { problem, end } = endOf(job, state);
      const answer = await shared.end(
        { ...this.#keyOf(jobId), run },
        end,
        outcomeOf(problem, roots),
      );
      if (!answer.ok) return answer;
      ledger.sharedWork.ended(jobId, state, run);
    }
    return success();
  }

  /** Takes no more photos and gives back those that have not begun. */
  async drain(): Promise<Outcome<void>> {
    this.#isDraining = true;
    const { ledger, shared } = this.#parts;
    const left = ledger.sharedWork.inHand().filter((job) => !this.#isBegun(job));
    const keys = left.map(({ jobId }) => this.#keyOf(jobId));
    await this.#leave(left);
    const given = await shared.giveBack(keys);
    return given.ok ? success() : given;
  }

  async #begin(work: OfferedWork | UnreadableWork): Promise<void> {
    const { ledger, hands } = this.#parts;
    const { photo, purchase, run, folder } = work;
    const known = ledger.jobs.find(photo, purchase);
    // the database lost the end of this run, which is reported next
    if (known !== undefined && this.#isDone(known, run)) {
      return ledger.sharedWork.taken({ jobId: known, run });
    }
    const earlier = known === undefined ? undefined : ledger.sharedWork.get(known);
    const isWaiting = known !== undefined && stateOf(this.#parts, known) === 'waiting';
    if (known !== undefined && earlier?.isOffered === true && isWaiting) {
      return ledger.sharedWork.taken({ jobId: known, run });
    }
    const local = this.#parts.folders().find(({ key }) => key === folder)?.id ?? null;
    const admitted =
      work.order === null ? failure('work-unreadable') : await hands.admit(work, local);
    if (!admitted.ok) return this.#refuse(work, admitted.problem);
    this.#unreached.forget(keyOf(work));
    ledger.sharedWork.taken({ jobId: admitted.value, run });
  }

  /** Ends a photo that cannot be processed, or gives it back if it, or its folder, cannot be reached at the moment. */
  async #refuse(work: OfferedWork | UnreadableWork, problem: Problem): Promise<void> {
    const { shared, clock, roots } = this.#parts;
    const { code, parameter } = problem;
    const key = keyOf(work);
    // a file server may still list a new photo as missing
    const isGone = code === 'file-missing' && this.#unreached.has(key);
    if (isGone || !(code === 'work-unreachable' || code === 'file-missing')) {
      this.#unreached.forget(key);
      await shared.end(work, isGone ? 'failed' : 'held', outcomeOf(problem, roots));
      return;
    }
    if (code === 'file-missing' || parameter === 'photo') this.#unreached.leavePhoto(key);
    else this.#unreached.leaveFolder(work.folder);
    this.#notBefore = clock.mono() + REST;
    await shared.giveBack([work]);
  }

  #isDone(jobId: number, run: number): boolean {
    const job = this.#parts.ledger.jobs.load(jobId);
    return job.ok && job.value.state === 'done' && job.value.runs >= run;
  }

  async #leave(jobs: readonly SharedJob[]): Promise<void> {
    if (jobs.length === 0) return;
    const { ledger, hands } = this.#parts;
    await hands.change(
      jobs.map(({ jobId }) => jobId),
      () =>
        ledger.transaction(() => {
          for (const job of jobs) if (!this.#isBegun(job)) this.#leaveOne(job);
        }),
    );
  }

  #leaveOne({ jobId, isOffered }: SharedJob): void {
    const { ledger } = this.#parts;
    if (!isOffered) {
      ledger.sharedWork.remove(jobId);
      return ledger.jobs.end(jobId, 'cancelled', problemOf('work-given-back'));
    }
    ledger.sharedWork.left(jobId);
    // the station that has taken over a purchase delivers the results
    const isBought = stateOf(this.#parts, jobId) === 'running';
    if (isBought) ledger.jobs.end(jobId, 'held', problemOf('work-given-back'));
  }

  /** Returns whether this station has claimed the purchase of a job, or the job is no longer waiting or running. */
  #isBegun({ jobId }: SharedJob): boolean {
    const { ledger } = this.#parts;
    const job = ledger.jobs.load(jobId);
    if (!job.ok || !(job.value.state === 'waiting' || job.value.state === 'running')) return true;
    return ledger.claims.get(jobId, job.value.runs) !== undefined;
  }

  #keyOf(jobId: number): WorkKey {
    return this.#parts.ledger.claims.identityOf(jobId);
  }
}

/** Returns a job's state and problem as the other stations list them; they do not know the job that replaces another. */
function endOf(
  job: Outcome<Job>,
  state: JobState,
): { problem: Problem | null; end: 'done' | 'failed' | 'held' } {
  const problem = job.ok ? job.value.problem : job.problem;
  if (job.ok && problem?.key === 'cancelled.replaced') {
    return { end: 'failed', problem: problemOf('execution-failed', { name: job.value.name }) };
  }
  return { problem, end: state === 'done' || state === 'failed' ? state : 'held' };
}

function stateOf({ ledger }: WorkParts, jobId: number): string | null {
  const job = ledger.jobs.load(jobId);
  return job.ok ? job.value.state : null;
}
