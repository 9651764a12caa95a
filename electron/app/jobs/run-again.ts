import { failure } from '#shared/failure.ts';
import { success, type Outcome, type Problem } from '#shared/problem.ts';
import type { RunAgain } from '#shared/views/library.ts';
import { identifyPhoto, outcomeOf } from '../../engine/intake/admit.ts';
import { imagesOf } from '../../engine/intake/images-of.ts';
import { checkInputs } from '../../engine/intake/new-recipes.ts';
import type { Job } from '../../adapters/ledger/jobs.ts';
import type { Ledger } from '../../adapters/ledger/open.ts';
import { mayBeBought } from '../../engine/queue/answers.ts';
import type { Studio } from '../../studio.ts';
import { REASONS } from './in-batches.ts';

/**
 * Runs jobs again: the same photo with the same recipe, as a further execution of the same task. Each job is handled
 * separately: if its photo is missing or has changed, its refusal is reported, and the others run. Skips the remaining
 * jobs after an abort.
 */
export async function runAgain(
  studio: Studio,
  jobIds: readonly number[],
  signal: AbortSignal,
): Promise<RunAgain> {
  const problems: Problem[] = [];
  let changed = 0;
  let images = 0;
  for (const id of new Set(jobIds)) {
    if (signal.aborted || studio.ending.aborted) break;
    const begun = await runJobAgain(studio, id, signal);
    if (begun.ok) {
      changed += 1;
      images += begun.value;
    } else {
      problems.push(begun.problem);
    }
  }
  studio.wake();
  return { changed, images, refused: problems.length, problems: problems.slice(0, REASONS) };
}

/** Runs one job again; returns how many images this buys. */
async function runJobAgain(
  { ledger, access }: Pick<Studio, 'ledger' | 'access'>,
  id: number,
  signal: AbortSignal,
): Promise<Outcome<number>> {
  const loaded = ledger.jobs.load(id);
  if (!loaded.ok) return loaded;
  const job = loaded.value;
  if (!mayRunAgain(ledger, job)) return underWay(job);
  const same = await isStillTheSame(ledger, job, signal);
  if (!same.ok) return same;
  // not created if it is missing, because its disk may not be mounted
  const writable = await access.storedOutput(job.outFolder, null);
  if (!writable.ok) return writable;
  return ledger.transaction(() => {
    // Another window may have run the job again while the photo was being read.
    const now = ledger.jobs.load(id);
    if (!now.ok) return now;
    if (!mayRunAgain(ledger, now.value)) return underWay(job);
    ledger.jobs.resume(id, { again: true });
    ledger.jobs.askedByHand(id);
    return success(imagesOf(job.recipe));
  });
}

/** Returns whether the last run has ended and no execution that may be charged is still open. */
export function mayRunAgain(ledger: Ledger, { id }: Pick<Job, 'id'>): boolean {
  const isOpen = ledger.executions
    .ofJob(id)
    .some((execution) => mayBeBought(execution) && execution.state !== 'finished');
  return !isOpen && outcomeOf(ledger, id, true) === 'again';
}

function underWay({ name }: Job): Outcome<never> {
  return failure('job-under-way', { name }, { about: name });
}

/**
 * Checks that the photo and the recipe's files have the same content as before, because a different content would be a
 * different purchase.
 */
async function isStillTheSame(
  ledger: Ledger,
  job: Job,
  signal: AbortSignal,
): Promise<Outcome<void>> {
  const { name, source, photoSha256 } = job;
  const identified = await identifyPhoto(source, signal);
  if (!identified.ok) return identified;
  if (identified.value.sha256 !== photoSha256) {
    return failure('photo-replaced', { name }, { about: name });
  }
  return checkInputs(ledger, job, signal);
}
