import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { success, type Outcome } from '#shared/problem.ts';
import type { Clock } from '../../base/clock.ts';
import type { StartHelper } from '../../base/helper.ts';
import { removeLeftover } from '../../base/files.ts';
import { moduleBeside } from '../../base/modules.ts';
import { ImagePool } from './pool.ts';
import { profileBeside, type Work } from './protocol.ts';
import type { CheckedImage, FinishedPhoto, FoundSubject, Images, Probe } from './types.ts';

/** Deadline in ms for each kind of request; generous, because a photo may be on a slow network volume. */
const deadlines: Readonly<Record<Work['kind'], number>> = {
  probe: 30_000,
  prepare: 180_000,
  mask: 60_000,
  inspectMask: 60_000,
  loadMask: 120_000,
  findSubject: 60_000,
  loadNetwork: 180_000,
  keptArea: 60_000,
  composite: 300_000,
  check: 120_000,
  thumbnail: 60_000,
  pyramid: 120_000,
  export: 180_000,
  finish: 600_000,
};

/** Time in ms for which the process that finds subjects stays loaded after a request. */
const SUBJECT_IDLE = 180_000;

/**
 * Sets up image processing. Nothing runs until the first request; `close` stops whatever is
 * running.
 *
 * @param parts.modulePath path of the image process's module, if the build has moved it
 * @param parts.processes how many photos are processed at the same time; by default one per core,
 * at most 4
 */
export function createImages(parts: {
  readonly start: StartHelper;
  readonly modulePath?: string;
  readonly processes?: number;
  readonly clock: Clock;
}): Images {
  const modulePath =
    parts.modulePath ?? fileURLToPath(moduleBeside('./worker/main', import.meta.url));
  const pool = new ImagePool({
    start: () => parts.start(modulePath),
    processes: parts.processes ?? Math.min(4, availableParallelism()),
    clock: parts.clock,
  });

  // a separate process, because the neural network takes a while to load and occupies memory
  const subjects = new ImagePool({
    start: () => parts.start(modulePath),
    processes: 1,
    idle: SUBJECT_IDLE,
    clock: parts.clock,
  });

  function ask<K extends Work['kind'], T>(kind: K, by = pool) {
    type Request = Extract<Work, { kind: K }>['request'];
    return async (request: Request, signal?: AbortSignal): Promise<Outcome<T>> => {
      const outcome = await by.run({ kind, request } as Work, deadlines[kind], signal);
      return outcome as Outcome<T>;
    };
  }
  const loadNetwork = ask<'loadNetwork', void>('loadNetwork', subjects);
  const findSubject = ask<'findSubject', FoundSubject>('findSubject', subjects);
  const makeFiles = ask<'finish', FinishedPhoto | null>('finish');
  const finishWith: Images['finish'] = async (request, signal) => {
    const made = await makeFiles(request, signal);
    if (!made.ok) return made;
    if (made.value !== null) return success(made.value);
    const found = await findSubject({ source: request.source }, signal);
    if (!found.ok && found.problem.code !== 'subject-none') return found;
    const subject = found.ok ? found.value.operation : null;
    return ask<'finish', FinishedPhoto>('finish')({ ...request, subject }, signal);
  };
  const finish: Images['finish'] = async (request, signal) => {
    const made = await finishWith(request, signal);
    // an image process that was stopped, or could not remove a busy file, leaves profiles
    const profiles = request.files.map(({ target }) => profileBeside(target));
    await Promise.all(profiles.map((file) => removeLeftover(file).catch(() => false)));
    return made;
  };
  const [probe, check] = [ask<'probe', Probe>('probe'), ask<'check', CheckedImage>('check')];

  return {
    probe: (source, signal) => probe({ source }, signal),
    prepare: ask('prepare'),
    mask: ask('mask'),
    inspectMask: ask('inspectMask'),
    loadMask: ask('loadMask'),
    findSubject,
    expectSubjects: (signal) => loadNetwork({ source: 'u2netp.onnx' }, signal),
    keptArea: ask('keptArea'),
    composite: ask('composite'),
    check: (source, expect, signal) => check({ source, expect }, signal),
    thumbnail: ask('thumbnail'),
    pyramid: ask('pyramid'),
    export: ask('export'),
    finish,
    close: async () => {
      await Promise.all([pool.close(), subjects.close()]);
    },
  };
}
