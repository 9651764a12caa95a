import { createLine } from '../../adapters/images/kept-files.ts';
import { troubleOf } from '../../adapters/ledger/fault.ts';
import type { CreationRow } from '../../adapters/ledger/own-creations.ts';
import { gapBefore } from '../once/doubt.ts';
import type { OnceSignals } from '../once/send.ts';
import type { Rest } from './alarm.ts';
import type { OwnContext } from './context.ts';
import { createOnce } from './create.ts';
import { resolveDoubt } from './doubt.ts';
import { pauseBefore } from './pause.ts';
import { cutOffProblem } from './problems.ts';
import { advanced, type Report } from './report.ts';
import { uploadPhoto } from './upload.ts';

/** Carries creations, step by step from what the ledger holds of each, until they have ended. */
export interface Carrier {
  /** Takes up what is under way and carried by nobody. */
  fill(): void;
  /** Takes no further step of one that was put away. */
  letGo(id: number): void;
  /** See `sent` of `Own`. */
  sent(id: number): readonly number[];
  /** Resolves when nothing is carried any more; the signal is aborted before. */
  ended(): Promise<void>;
}

/** ms of monotonic time for which an address counts; how long the service keeps one is not told. */
const FRESH = 60 * 60_000;
/** Photos uploaded at once. */
const UPLOADS = 2;
/** ms after a mistake of ours before it is gone on with. */
const SET_BACK = 5000;
/** Steps in which the share of an upload is told. */
const SHARES = 20;
/** The share that is told before the service has answered. */
const MOST_BEFORE_ANSWER = 0.99;

interface Carried {
  readonly done: Promise<void>;
  readonly leave: AbortController;
}

/** How one is carried in this run of the program. */
interface Way {
  /** Monotonic ms by photo; what an earlier run uploaded is of unknown age. */
  readonly uploadedAt: Map<number, number>;
  /** Ends early when a person wants what waits tried now. */
  readonly rest: Rest;
  readonly end: AbortSignal;
  /** Lists of the account that contradicted themselves. */
  incompleteLists: number;
}

export function createCarrier(context: OwnContext, { signal, sent }: OnceSignals): Carrier {
  const { ledger, clock, copies, person, tell } = context;
  const { creations } = ledger;
  const carried = new Map<number, Carried>();
  const shares = new Map<number, number[]>();
  const line = createLine(UPLOADS);

  const upload = async (
    creation: CreationRow,
    at: number,
    { uploadedAt, end }: Way,
  ): Promise<Report> => {
    const mine = shares.get(creation.id) ?? creation.photos.map(() => 0);
    shares.set(creation.id, mine);
    const onSent = (share: number) => {
      // the last bytes have left before the service has them
      const there = Math.min(share, MOST_BEFORE_ANSWER);
      const isMore = Math.floor(there * SHARES) !== Math.floor((mine[at] ?? 0) * SHARES);
      mine[at] = there;
      if (isMore) tell();
    };
    const report = await line(() => uploadPhoto(context, creation, at, onSent, end));
    if (report.kind === 'advanced') uploadedAt.set(at, clock.mono());
    mine[at] = report.kind === 'advanced' ? 1 : 0;
    return report;
  };

  const step = async (creation: CreationRow, way: Way): Promise<Report> => {
    const { uploadedAt, rest, end } = way;
    const { id, state, uploads } = creation;
    switch (state) {
      case 'preparing': {
        const old = clock.mono() - FRESH;
        const at = uploads.findIndex(
          (address, photo) => address === null || (uploadedAt.get(photo) ?? -Infinity) < old,
        );
        if (at >= 0) return upload(creation, at, way);
        return createOnce(context, creation, { signal: end, sent }, way.incompleteLists);
      }
      case 'sending':
        // the ledger could not be written when the request ended, so the answer is lost
        creations.doubt(id, cutOffProblem());
        return advanced;
      case 'doubt':
        await rest(gapBefore(creation), end);
        return end.aborted ? advanced : resolveDoubt(context, creation, end);
      case 'created':
      case 'stopped':
      case 'away':
        throw new Error(`Creation ${id} has ended and is carried.`);
    }
  };

  /** Never throws: what was not expected is told, and tried again. */
  const attempt = async (creation: CreationRow, way: Way): Promise<Report> => {
    try {
      const report = await step(creation, way);
      return report.kind === 'waits' && way.end.aborted ? advanced : report;
    } catch (error) {
      return { kind: 'waits', problem: troubleOf(error) ?? context.mistake(error) };
    }
  };

  const carry = async (id: number, end: AbortSignal): Promise<void> => {
    const way: Way = { uploadedAt: new Map(), rest: person.listen(), end, incompleteLists: 0 };
    let tries = 0;
    while (!end.aborted) {
      const creation = creations.get(id);
      if (creation === undefined || !isOpen(creation)) break;
      const report = await attempt(creation, way);
      tries = report.kind === 'waits' ? tries + 1 : 0;
      if (isIncompleteList(report)) way.incompleteLists += 1;
      writeDown(id, report);
      tell();
      if (report.kind === 'waits') await way.rest(pauseBefore(tries, report.retryAfterMs), end);
    }
    shares.delete(id);
    const ended = creations.get(id);
    if (ended !== undefined && !isOpen(ended)) await copies.release(ended);
  };

  /** A ledger that takes no commit now is tried again with the step. */
  const writeDown = (id: number, report: Report): void => {
    try {
      if (report.kind === 'waits') creations.waits(id, report.problem);
      if (report.kind === 'stopped') creations.stopped(id, report.problem);
    } catch (error) {
      if (troubleOf(error) === null) throw error;
    }
  };

  const fill = (): void => {
    if (signal.aborted) return;
    for (const { id } of creations.open()) {
      if (carried.has(id)) continue;
      const leave = new AbortController();
      const done = carry(id, AbortSignal.any([signal, leave.signal]))
        .catch(async (error: unknown) => {
          context.mistake(error);
          await clock.sleep(SET_BACK, signal);
        })
        .finally(() => {
          carried.delete(id);
          // one that was begun anew while it was let go of
          fill();
        });
      carried.set(id, { done, leave });
    }
  };

  return {
    fill,
    letGo: (id) => carried.get(id)?.leave.abort(),
    sent(id) {
      const creation = creations.get(id);
      if (creation === undefined) return [];
      const isUploading = creation.state === 'preparing';
      return creation.photos.map((_, at) => (isUploading ? (shares.get(id)?.[at] ?? 0) : 1));
    },
    async ended() {
      await Promise.all([...carried.values()].map(({ done }) => done));
    },
  };
}

function isIncompleteList(report: Report): boolean {
  return report.kind === 'waits' && report.problem.code === 'templates-incomplete';
}

function isOpen({ state }: CreationRow): boolean {
  return state === 'preparing' || state === 'sending' || state === 'doubt';
}
