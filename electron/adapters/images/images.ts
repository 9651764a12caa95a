import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { FetchedFile, PreparedCopy } from '#shared/job.ts';
import type { Outcome } from '#shared/problem.ts';
import type { Clock } from '../../base/clock.ts';
import type { StartHelper } from '../../base/helper.ts';
import { moduleBeside } from '../../base/modules.ts';
import { createPool } from './pool.ts';
import type { Work } from './protocol.ts';
import type {
  Checked,
  Composite,
  Images,
  LoadedMask,
  MaskLook,
  PreparedMask,
  Probe,
} from './types.ts';

/** ms each kind of work may take; generous, because a photo may lie on a slow network volume. */
const deadlines: Readonly<Record<Work['kind'], number>> = {
  probe: 30_000,
  prepare: 180_000,
  mask: 60_000,
  'look-at-mask': 60_000,
  'load-mask': 120_000,
  'kept-area': 60_000,
  composite: 300_000,
  check: 120_000,
  thumbnail: 60_000,
  pyramid: 120_000,
  export: 180_000,
};

/**
 * Opens the image work. Nothing runs until the first request; `close` ends what runs.
 *
 * @param parts.modulePath the image process's module, where a bundle has put it elsewhere
 * @param parts.processes how many photos are worked on at once; by default one a core, 4 at most
 */
export function createImages(parts: {
  readonly start: StartHelper;
  readonly modulePath?: string;
  readonly processes?: number;
  readonly clock: Clock;
}): Images {
  const modulePath =
    parts.modulePath ?? fileURLToPath(moduleBeside('./worker/main', import.meta.url));
  const pool = createPool({
    start: () => parts.start(modulePath),
    processes: parts.processes ?? Math.min(4, availableParallelism()),
    clock: parts.clock,
  });

  async function ask<T>(work: Work, signal?: AbortSignal): Promise<Outcome<T>> {
    const outcome = await pool.run(work, deadlines[work.kind], signal);
    return outcome as Outcome<T>;
  }

  return {
    probe: (path, signal) => ask<Probe>({ kind: 'probe', path }, signal),
    prepare: (request, signal) => ask<PreparedCopy>({ kind: 'prepare', request }, signal),
    mask: (request, signal) => ask<PreparedMask>({ kind: 'mask', request }, signal),
    lookAtMask: (request, signal) => ask<MaskLook>({ kind: 'look-at-mask', request }, signal),
    loadMask: (request, signal) => ask<LoadedMask>({ kind: 'load-mask', request }, signal),
    keptArea: (request, signal) => ask({ kind: 'kept-area', request }, signal),
    composite: (request, signal) => ask<Composite>({ kind: 'composite', request }, signal),
    check: (path, expect, signal) => ask<Checked>({ kind: 'check', path, expect }, signal),
    thumbnail: (request, signal) => ask({ kind: 'thumbnail', request }, signal),
    pyramid: (request, signal) => ask({ kind: 'pyramid', request }, signal),
    export: (request, signal) => ask<FetchedFile>({ kind: 'export', request }, signal),
    close: () => pool.close(),
  };
}
