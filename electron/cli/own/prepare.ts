import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { basename, extname, join, resolve } from 'node:path';
import { failure, success, type Outcome } from '#shared/problem.ts';
import type { PreparationStatus } from '#shared/service.ts';
import type { Clock } from '../../base/clock.ts';
import { failureProblem } from '../../service/failure-problem.ts';
import type { Answer } from '../../service/types.ts';
import type { Tools } from '../../studio-tools.ts';

/** ms that the service is given to make an own model or scene ready. */
const PREPARATION_PATIENCE = 15 * 60_000;
/** ms between two questions; they grow to the second. */
const FIRST_QUESTION = 500;
const LAST_QUESTION = 5000;

/**
 * Makes the copies the service accepts of photos for an own model or scene, uploads them and gives
 * their addresses. The copies are gone afterwards. Problems: those of the photos, each with its
 * name, and the service's.
 */
export async function uploadFor(
  purpose: 'own-model' | 'own-scene',
  photos: readonly string[],
  { images, service }: Tools,
  work: { readonly folder: string; readonly signal: AbortSignal },
): Promise<Outcome<string[]>> {
  await mkdir(work.folder, { recursive: true });
  const folder = await mkdtemp(join(work.folder, 'own-'));
  try {
    const addresses: string[] = [];
    for (const [at, photo] of photos.entries()) {
      const source = resolve(photo);
      const target = join(folder, `photo-${at + 1}`);
      const copy = await images.prepare(
        { source, target, purpose, pad: null, gps: 'remove' },
        work.signal,
      );
      if (!copy.ok) {
        const { problem } = copy;
        const message = problem.message.includes(basename(photo))
          ? problem.message
          : `${basename(photo)}: ${problem.message}`;
        return { ok: false, problem: { ...problem, message } };
      }
      const { file, type } = copy.value;
      const answer = await service.uploadImage(
        { path: file, name: `photo${extname(file)}`, type },
        { signal: work.signal },
      );
      if (!answer.ok) return { ok: false, problem: failureProblem(answer.failure) };
      addresses.push(answer.value.image);
    }
    return success(addresses);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Asks until the service has made it ready or says that it cannot, at most a quarter of an hour.
 * Problems: the service's, service-timeout, aborted.
 */
export async function followPreparation<T extends { readonly status: PreparationStatus }>(
  query: () => Promise<Answer<T>>,
  what: string,
  clock: Clock,
  signal: AbortSignal,
): Promise<Outcome<T>> {
  const end = clock.mono() + PREPARATION_PATIENCE;
  for (let pause = FIRST_QUESTION; ; pause = Math.min(pause * 1.5, LAST_QUESTION)) {
    const answer = await query();
    if (!answer.ok) return { ok: false, problem: failureProblem(answer.failure) };
    const { status } = answer.value;
    if (status === 'complete') return success(answer.value);
    if (status === 'failed') {
      return failure(
        'service-refused',
        `The service could not make ${what} of these photos. Try others; it can be deleted.`,
      );
    }
    if (clock.mono() >= end) {
      return failure(
        'service-timeout',
        `${what} is still being made ready. Look again later with list; it can be used when its status is complete.`,
      );
    }
    await clock.sleep(pause, signal);
    if (signal.aborted) {
      return failure('aborted', `The service goes on making ${what} ready; list tells when it is.`);
    }
  }
}
