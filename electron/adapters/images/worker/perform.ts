import { failure } from '#shared/failure.ts';
import { causeText, success } from '#shared/problem.ts';
import type { Outcome } from '#shared/problem.ts';
import { FileRefused } from '../../../base/regular-file.ts';
import type { Work } from '../protocol.ts';
import { check } from './check.ts';
import { exportPicture } from './export.ts';
import { keptArea } from './kept-area.ts';
import { findSubject } from './subject/find-subject.ts';
import { finishPhoto } from './finish/finish.ts';
import { loadNetwork } from './subject/network.ts';
import { inspectMask, mask } from './mask.ts';
import { loadMask } from './mask-region.ts';
import { originalPixels } from './original-pixels.ts';
import { prepare } from './prepare.ts';
import { probe } from './probe.ts';
import { pyramid } from './pyramid.ts';
import { thumbnail } from './thumbnail.ts';
import type { RawPreviews } from './raw-preview.ts';

type Perform<W extends Work> = (
  raws: RawPreviews,
  request: W['request'],
) => Promise<Outcome<unknown>>;

const performers: { readonly [K in Work['kind']]: Perform<Extract<Work, { kind: K }>> } = {
  probe: (raws, { source }) => probe(raws, source),
  prepare,
  mask,
  inspectMask,
  loadMask,
  findSubject,
  loadNetwork: async () => success(await loadNetwork()),
  keptArea,
  composite: originalPixels,
  check: (raws, { source, expect }) => check(raws, source, expect),
  thumbnail,
  pyramid,
  export: exportPicture,
  finish: finishPhoto,
};

/** Runs one request in an image process. Problems: those of the request, internal for a bug. */
export async function perform(
  raws: RawPreviews,
  { kind, request }: Work,
): Promise<Outcome<unknown>> {
  try {
    return await (performers[kind] as Perform<Work>)(raws, request);
  } catch (error) {
    if (error instanceof FileRefused) return error.failureAt(request.source);
    return failure(
      'internal.image',
      {},
      {
        detail: causeText(error),
      },
    );
  }
}
