import { randomUUID } from 'node:crypto';
import { mkdir, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { PreparedCopy } from '#shared/job.ts';
import type { CustomModelKind } from '#shared/custom-models.ts';
import { failure } from '#shared/failure.ts';
import { success, type Outcome, type Problem } from '#shared/problem.ts';
import { safeSegment } from '#shared/safe-name.ts';
import type { CustomModelPhoto, CustomModelPhotoCopy } from '#shared/views/custom-models.ts';
import type { Images, Probe } from '../../adapters/images/types.ts';
import { copyRegular, diskProblem, errorCode } from '../../base/files.ts';
import { readProblem } from '../../base/read-problem.ts';
import { FileRefused, largestPhoto } from '../../base/regular-file.ts';
import { KeyedMutex } from '../../base/semaphore.ts';
import { changedProblem } from './problems.ts';

/** A photo for a custom model or scene. A screen adds the number of the photo's picture. */
export type LookedPhoto = Omit<CustomModelPhoto, 'pictureId'>;

const formats: Readonly<Record<string, CustomModelPhotoCopy['format']>> = {
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/webp': 'webp',
};
/** Number of photos whose preparation is remembered. */
const REMEMBERED = 200;

/** The result of preparing a photo's content. */
type Preparation = Pick<LookedPhoto, 'width' | 'height' | 'problem'> & {
  readonly copy: PreparedCopy | null;
};

/** Makes copies of photos, and remembers the latest results. */
export class PreparedPhotos {
  readonly #images: Pick<Images, 'probe' | 'prepare'>;
  readonly #folder: string;
  readonly #remembered = new Map<string, Preparation>();
  /** Makes one copy at a time per content, for all callers. */
  readonly #making = new KeyedMutex();

  constructor(images: Pick<Images, 'probe' | 'prepare'>, folder: string) {
    this.#images = images;
    this.#folder = folder;
  }

  async look(
    kind: CustomModelKind,
    path: string,
    signal: AbortSignal,
  ): Promise<Outcome<LookedPhoto>> {
    const name = basename(path);
    try {
      await mkdir(this.#folder, { recursive: true });
    } catch (error) {
      return failure(diskProblem(error, this.#folder));
    }
    // read once, because anyone who can write to the photo's folder could replace the file in the
    // meantime
    const given = join(this.#folder, `given-${randomUUID()}`);
    try {
      const before = await stat(path);
      if (!before.isFile()) throw new FileRefused('NOT_REGULAR', { most: largestPhoto });
      if (before.size === 0) return isEmpty(name);
      const photo = join(given, safeSegment(name) || 'photo');
      const sha256 = await copyRegular(path, photo, signal);
      const after = await stat(path);
      if (after.size !== before.size || after.mtimeMs !== before.mtimeMs) {
        return failure(changedProblem(name));
      }
      const made = await this.#once(kind, photo, keyOf(kind, sha256), signal);
      if (!made.ok) return made;
      const { copy, ...rest } = made.value;
      return success({ path, sha256, name, bytes: before.size, copy: viewOf(copy), ...rest });
    } catch (error) {
      if (signal.aborted) return failure('aborted');
      const isFull = ['ENOSPC', 'EDQUOT'].includes(errorCode(error) ?? '');
      return failure(isFull ? diskProblem(error, given) : readProblem(error, name));
    } finally {
      await rm(given, { recursive: true, force: true });
    }
  }

  #once(kind: CustomModelKind, photo: string, key: string, signal: AbortSignal) {
    return this.#making.run(key, async () => {
      const known = this.#remembered.get(key);
      const isKnown = known !== undefined && (known.copy === null || (await isThere(known.copy)));
      const made = isKnown ? success(known) : await this.#prepare(kind, photo, key, signal);
      if (made.ok) remember(this.#remembered, key, made.value);
      return made;
    });
  }

  async #prepare(
    kind: CustomModelKind,
    path: string,
    key: string,
    signal: AbortSignal,
  ): Promise<Outcome<Preparation>> {
    const probed = await this.#images.probe(path, signal);
    if (!probed.ok) return probed;
    const { width, height }: Probe = probed.value;
    const outcome = await this.#images.prepare(
      {
        source: path,
        target: join(this.#folder, key),
        purpose: kind === 'model' ? 'custom-model' : 'custom-scene',
        pad: null,
        gps: 'remove',
      },
      signal,
    );
    if (outcome.ok) return success({ width, height, copy: outcome.value, problem: null });
    const { problem } = outcome;
    if (!isOfPhoto(problem)) return outcome;
    return success({ width, height, copy: null, problem: withoutRecipe(problem, path) });
  }
}

/** Returns the name of a copy, without its extension. */
export function keyOf(kind: CustomModelKind, sha256: string): string {
  return `${kind}-${sha256}`;
}

async function isThere({ file, bytes }: PreparedCopy): Promise<boolean> {
  const found = await stat(file).catch(() => null);
  return found?.size === bytes;
}

function remember(remembered: Map<string, Preparation>, key: string, prepared: Preparation): void {
  remembered.delete(key);
  remembered.set(key, prepared);
  const [oldest] = remembered.keys();
  if (remembered.size > REMEMBERED && oldest !== undefined) remembered.delete(oldest);
}

function viewOf(copy: PreparedCopy | null): CustomModelPhotoCopy | null {
  if (copy === null) return null;
  const { width, height, bytes, type } = copy;
  return { width, height, bytes, format: formats[type] ?? 'jpeg' };
}

/** Returns whether a problem means that the service would not accept the photo itself. */
function isOfPhoto({ code }: Problem): boolean {
  return code.startsWith('photo-') && code !== 'photo-timeout';
}

/**
 * Rewords the problem of a photo that is too long, because the usual advice, padding by the recipe,
 * is not available here.
 */
function withoutRecipe(problem: Problem, path: string): Problem {
  if (problem.code !== 'photo-too-long') return problem;
  const { about } = problem;
  const name = basename(path);
  return failure('photo-too-long.own', { name }, about === undefined ? {} : { about }).problem;
}

function isEmpty(name: string): Outcome<never> {
  return failure(
    'file-incomplete.empty',
    { name },
    {
      about: name,
    },
  );
}
