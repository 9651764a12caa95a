import { join } from 'node:path';
import type { FetchedFile } from '#shared/job.ts';
import { failure, type Outcome, type Problem } from '#shared/problem.ts';
import type { Composite } from '../../adapters/images/types.ts';
import type { Job } from '../../adapters/ledger/jobs.ts';
import type { ResultRow } from '../../adapters/ledger/results.ts';
import { isWorthAnotherTry, workFolderOf } from './inputs.ts';
import { withPhotoCopy } from './own-copies.ts';
import type { Parts } from './parts.ts';
import { isAddress } from './plan.ts';
import { advanced, trouble, type Report } from './report.ts';

/**
 * Puts the photo's own pixels back into one verified image, in the data folder, and records what to
 * deliver: the composite with its layered file, or the original image and why. After a crash before
 * that commit both are made again; after it they are placed like any download (F68).
 */
export async function composeResult(
  parts: Parts,
  job: Job,
  result: ResultRow,
  signal: AbortSignal,
): Promise<Report> {
  if (result.fetched === null) return advanced;
  const made = await compositeOf(parts, job, result.id, result.fetched, signal);
  const { results } = parts.ledger;
  if (made.ok) {
    const { image, layers } = made.value;
    results.composed(result.id, { image, problem: null }, layers);
    return advanced;
  }
  const { problem } = made;
  if (problem.code === 'aborted' || problem.code === 'disk-full') return trouble(problem, 'later');
  if (isWorthAnotherTry(problem) && job.attempts === 0) return trouble(problem, 'later');
  results.composed(result.id, { image: null, problem: leftOut(job, problem) }, null);
  return advanced;
}

async function compositeOf(
  parts: Parts,
  job: Job,
  resultId: number,
  fetched: FetchedFile,
  signal: AbortSignal,
): Promise<Outcome<Composite>> {
  const mask = job.inputs?.mask ?? null;
  if (isAddress(job.source)) return left(job, 'the photo was given by its address');
  if (mask === null) return left(job, 'the mask that was sent is no longer there');
  const folder = workFolderOf(parts, job);
  const composite = (source: string) =>
    parts.images.composite(
      {
        source,
        result: fetched.file,
        mask,
        target: join(folder, `composite-${resultId}`),
        feather: job.recipe.delivery.feather,
      },
      signal,
    );
  return withPhotoCopy(parts, job, folder, composite, signal);
}

function left({ name }: Job, why: string): Outcome<never> {
  return failure('original-pixels-left', messageOf(name, why), { about: name });
}

/** Returns the warning of a done job that says why the photo's own pixels were not put back. */
function leftOut({ name }: Job, problem: Problem): Problem {
  if (problem.code === 'original-pixels-left') return problem;
  const { detail } = problem;
  return {
    code: 'original-pixels-left',
    message: messageOf(name, reasonOf(problem)),
    about: name,
    ...(detail === undefined ? {} : { detail }),
  };
}

function reasonOf({ code, message }: Problem): string {
  if (code === 'file-missing') return 'the photo or its mask is no longer there';
  if (code === 'file-changed') return 'the photo was changed after it was taken in';
  return message.replace(/\.$/, '');
}

function messageOf(name: string, why: string): string {
  return `The photo's own pixels were not put back into the result of ${name}: ${why}. It is delivered as the service made it.`;
}
