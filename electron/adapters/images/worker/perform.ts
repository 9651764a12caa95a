import { causeText, failure } from '#shared/problem.ts';
import type { Outcome } from '#shared/problem.ts';
import { refusalProblem } from '../../../base/regular-file.ts';
import type { Work } from '../protocol.ts';
import { check } from './check.ts';
import { exportPicture } from './export.ts';
import { keptArea } from './kept-area.ts';
import { lookAtMask, mask } from './mask.ts';
import { loadMask } from './mask-region.ts';
import { originalPixels } from './original-pixels.ts';
import { prepare } from './prepare.ts';
import { probe } from './probe.ts';
import { pyramid } from './pyramid.ts';
import { thumbnail } from './thumbnail.ts';

/** Does one piece of work on a photo. Problems: those of the work, `internal` for a mistake of ours. */
export async function perform(work: Work): Promise<Outcome<unknown>> {
  try {
    return await workOn(work);
  } catch (error) {
    const refusal = refusalProblem(error, 'path' in work ? work.path : work.request.source);
    if (refusal !== null) return { ok: false, problem: refusal };
    return failure('internal', 'Darkslide could not work on the photo: a mistake of its own.', {
      detail: causeText(error),
    });
  }
}

function workOn(work: Work): Promise<Outcome<unknown>> {
  switch (work.kind) {
    case 'probe':
      return probe(work.path);
    case 'prepare':
      return prepare(work.request);
    case 'mask':
      return mask(work.request);
    case 'look-at-mask':
      return lookAtMask(work.request);
    case 'load-mask':
      return loadMask(work.request);
    case 'kept-area':
      return keptArea(work.request);
    case 'composite':
      return originalPixels(work.request);
    case 'check':
      return check(work.path, work.expect);
    case 'thumbnail':
      return thumbnail(work.request);
    case 'pyramid':
      return pyramid(work.request);
    case 'export':
      return exportPicture(work.request);
  }
}
