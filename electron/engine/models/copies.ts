import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { isWebAddress, nameOfAddress } from '#shared/agents/index.ts';
import { safeSegment } from '#shared/safe-name.ts';
import type { PreparedCopy } from '#shared/job.ts';
import { ownKinds, type OwnKind } from '#shared/own.ts';
import { failure, success, type Outcome, type Problem } from '#shared/problem.ts';
import type { OwnPhoto, OwnPhotoCopy } from '#shared/views/own.ts';
import { copyRegular, diskProblem, errorCode } from '../../base/files.ts';
import { readProblem } from '../../base/read-problem.ts';
import { FileRefused, largestPhoto } from '../../base/regular-file.ts';
import { KeyedMutex } from '../../base/semaphore.ts';
import type { Images, Probe } from '../../adapters/images/types.ts';
import type { Ledger } from '../../adapters/ledger/open.ts';
import type { CreationPhoto, CreationRow } from '../../adapters/ledger/own-creations.ts';
import { changedProblem } from './problems.ts';

/** A photo that one is to be made of; a screen gives it the number of its picture. */
export type LookedPhoto = Omit<OwnPhoto, 'pictureId'>;

interface Parts {
  readonly images: Pick<Images, 'probe' | 'prepare'>;
  readonly ledger: Pick<Ledger, 'creations'>;
  /** Absolute path; holds the copies. */
  readonly folder: string;
}

/** What the service is sent of a photo. */
export interface SentCopy {
  /** Absolute path. */
  readonly file: string;
  /** MIME type. */
  readonly type: string;
}

/** The copies that the service gets, made once for a content and kept while a creation needs them. */
export interface Copies {
  /** See `look` of `Own`. */
  look(kind: OwnKind, path: string, signal: AbortSignal): Promise<Outcome<LookedPhoto>>;
  /**
   * The copy of a creation's photo, made anew where it is gone. Problems: file-changed, and those of
   * `look`, of the photo and of the disk.
   */
  copyOf(kind: OwnKind, photo: CreationPhoto, signal: AbortSignal): Promise<Outcome<SentCopy>>;
  /** Removes what no creation needs; before anything is looked at. */
  tidy(): Promise<void>;
  /** Removes the copies of a creation that has ended, as far as no other needs them. */
  release(creation: Pick<CreationRow, 'kind' | 'photos'>): Promise<void>;
}

const types: Readonly<Record<string, string>> = {
  '.jpg': 'image/jpeg',
  '.png': 'image/png',
  '.webp': 'image/webp',
};
const formats: Readonly<Record<string, OwnPhotoCopy['format']>> = {
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/webp': 'webp',
};
/** Photos of which it is remembered what came of looking. */
const REMEMBERED = 200;

/** What came of preparing a content. */
type Preparation = Pick<LookedPhoto, 'width' | 'height' | 'problem'> & {
  readonly copy: PreparedCopy | null;
};

export function createCopies({ images, folder, ledger }: Parts): Copies {
  const remembered = new Map<string, Preparation>();
  /** One at a time for a content, whoever asks. */
  const making = new KeyedMutex();
  let tidied: Promise<void> = Promise.resolve();

  const needed = (): ReadonlySet<string> =>
    new Set(ownKinds.flatMap((kind) => ledger.creations.shown(kind).flatMap(keysOf)));
  const remove = async (isLeft: (key: string) => boolean): Promise<void> => {
    const names = await readdir(folder).catch(() => []);
    const left = names.filter((name) => isLeft(basename(name, extname(name))));
    await Promise.all(left.map((name) => rm(join(folder, name), { recursive: true, force: true })));
  };

  const prepare = async (
    kind: OwnKind,
    path: string,
    key: string,
    signal: AbortSignal,
  ): Promise<Outcome<Preparation>> => {
    const probed = await images.probe(path, signal);
    if (!probed.ok) return probed;
    const { width, height }: Probe = probed.value;
    const outcome = await images.prepare(
      {
        source: path,
        target: join(folder, key),
        purpose: kind === 'model' ? 'own-model' : 'own-scene',
        pad: null,
        gps: 'remove',
      },
      signal,
    );
    if (outcome.ok) return success({ width, height, copy: outcome.value, problem: null });
    const { problem } = outcome;
    if (!isOfPhoto(problem)) return outcome;
    return success({ width, height, copy: null, problem: withoutRecipe(problem, path) });
  };

  const prepared = async (
    kind: OwnKind,
    path: string,
    key: string,
    signal: AbortSignal,
  ): Promise<Outcome<Preparation>> => {
    const known = remembered.get(key);
    if (known !== undefined && (known.copy === null || (await isThere(known.copy)))) {
      return success(known);
    }
    return prepare(kind, path, key, signal);
  };

  const look: Copies['look'] = async (kind, path, signal) => {
    if (isWebAddress(path)) return success(addressPhoto(path));
    const name = basename(path);
    await tidied;
    try {
      await mkdir(folder, { recursive: true });
    } catch (error) {
      return failure(diskProblem(error, folder));
    }
    // read once: whoever may write to the photo's folder could put another file in its place meanwhile
    const given = join(folder, `given-${randomUUID()}`);
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
      const key = keyOf(kind, sha256);
      const made = await making.run(key, async () => {
        const made = await prepared(kind, photo, key, signal);
        if (made.ok) remember(remembered, key, made.value);
        return made;
      });
      if (!made.ok) return made;
      const { copy, ...rest } = made.value;
      return success({ path, sha256, name, bytes: before.size, copy: viewOf(copy), ...rest });
    } catch (error) {
      if (signal.aborted) return failure('aborted', 'It was stopped.');
      const isFull = ['ENOSPC', 'EDQUOT'].includes(errorCode(error) ?? '');
      return failure(isFull ? diskProblem(error, given) : readProblem(error, name));
    } finally {
      await rm(given, { recursive: true, force: true });
    }
  };

  return {
    look,
    async copyOf(kind, { path, name, sha256 }, signal) {
      const key = keyOf(kind, sha256);
      const kept = await keptCopy(folder, key);
      if (kept !== null) return success(kept);
      const looked = await look(kind, path, signal);
      if (!looked.ok) return looked;
      if (looked.value.sha256 !== sha256) return failure(changedProblem(name));
      if (looked.value.problem !== null) return failure(looked.value.problem);
      const made = await keptCopy(folder, key);
      return made === null ? gone(folder) : success(made);
    },
    tidy() {
      const keys = needed();
      tidied = remove((key) => !keys.has(key));
      return tidied;
    },
    async release(creation) {
      const keys = needed();
      const mine = keysOf(creation).filter((key) => !keys.has(key));
      await remove((key) => mine.includes(key));
    },
  };
}

/** A photo that the service fetches from its address: known by the address, never by a name. */
function addressPhoto(path: string): LookedPhoto {
  const sha256 = createHash('sha256').update(`url:${path}`).digest('hex');
  const name = nameOfAddress(path);
  return { path, sha256, name, bytes: 0, width: 0, height: 0, copy: null, problem: null };
}

function keysOf({ kind, photos }: Pick<CreationRow, 'kind' | 'photos'>): string[] {
  return photos.map(({ sha256 }) => keyOf(kind, sha256));
}

function keyOf(kind: OwnKind, sha256: string): string {
  return `${kind}-${sha256}`;
}

async function keptCopy(folder: string, key: string): Promise<SentCopy | null> {
  for (const [extension, type] of Object.entries(types)) {
    const file = join(folder, `${key}${extension}`);
    const found = await stat(file).catch(() => null);
    if (found !== null && found.size > 0) return { file, type };
  }
  return null;
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

function viewOf(copy: PreparedCopy | null): OwnPhotoCopy | null {
  if (copy === null) return null;
  const { width, height, bytes, type } = copy;
  return { width, height, bytes, format: formats[type] ?? 'jpeg' };
}

/** Whether it says of the photo itself why the service would not take it. */
function isOfPhoto({ code }: Problem): boolean {
  return code.startsWith('photo-') && code !== 'photo-timeout';
}

/** There is no recipe here that could pad it. */
function withoutRecipe(problem: Problem, path: string): Problem {
  if (problem.code !== 'photo-too-long') return problem;
  const { about } = problem;
  const message = `"${basename(path)}" is too long: its long side must be less than twice the short one. Crop it, or choose another.`;
  return failure('photo-too-long', message, about === undefined ? {} : { about }).problem;
}

function isEmpty(name: string): Outcome<never> {
  return failure('file-incomplete', `"${name}" is empty. Copy it again from where it came.`, {
    about: name,
  });
}

function gone(folder: string): Outcome<never> {
  return failure('copy-gone', 'The copy of a photo is gone from the data folder.', {
    about: folder,
  });
}
