import { failure, problemOf } from '#shared/failure.ts';
import { join } from 'node:path';
import type { FetchedFile } from '#shared/job.ts';
import type { Outcome, Problem } from '#shared/problem.ts';
import type { Composite } from '../../adapters/images/types.ts';
import type { Job } from '../../adapters/ledger/jobs.ts';
import type { ResultRow } from '../../adapters/ledger/results.ts';
import { isWorthAnotherTry, workFolderOf } from './inputs.ts';
import { isAway, withPhotoCopy } from './own-copies.ts';
import type { Parts } from './parts.ts';
import { isAddress } from './plan.ts';
import { advanced, trouble, type Report } from './report.ts';

/**
 * Restores the photo's own pixels in one verified image, in the data folder, and records what to
 * deliver: the composite with its layered file, or the original image and the reason. After a crash
 * before that commit, both are created again; after the commit, they are placed like any download
 * (F68).
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
  if (isAway(problem)) return { kind: 'away', problem };
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
  if (isAddress(job.source)) return left(job, 'address');
  if (mask === null) return left(job, 'mask');
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

function left({ name }: Job, key: 'address' | 'mask'): Outcome<never> {
  return failure(`original-pixels-left.${key}`, { name }, { about: name });
}

/** Returns the warning of a finished job that says why the photo's own pixels were not restored. */
function leftOut({ name }: Job, problem: Problem): Problem {
  const { code, detail } = problem;
  if (code === 'original-pixels-left') return problem;
  const of = { about: name, ...(detail === undefined ? {} : { detail }) };
  if (code === 'file-missing') return problemOf('original-pixels-left.missing', { name }, of);
  if (code === 'file-changed') return problemOf('original-pixels-left.changed', { name }, of);
  return problemOf('original-pixels-left', { name, why: problem }, of);
}
