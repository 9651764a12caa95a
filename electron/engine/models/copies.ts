import { createHash } from 'node:crypto';
import { readdir, rm, stat } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { isWebAddress, nameOfAddress } from '#shared/agents/index.ts';
import { customModelKinds, type CustomModelKind } from '#shared/custom-models.ts';
import { failure } from '#shared/failure.ts';
import { success, type Outcome } from '#shared/problem.ts';
import type { Images } from '../../adapters/images/types.ts';
import type { Ledger } from '../../adapters/ledger/open.ts';
import type { CreationPhoto, CreationRow } from '../../adapters/ledger/creations.ts';
import { keyOf, PreparedPhotos, type LookedPhoto } from './prepared-photos.ts';
import { changedProblem } from './problems.ts';

interface Parts {
  readonly images: Pick<Images, 'probe' | 'prepare'>;
  readonly ledger: Pick<Ledger, 'creations'>;
  /** Absolute path of the folder of copies. */
  readonly folder: string;
}

/** The copy of a photo that the service receives. */
export interface SentCopy {
  /** Absolute path. */
  readonly file: string;
  /** MIME type of the copy. */
  readonly type: string;
}

/**
 * The copies that the service receives, made once per content and kept while a creation needs them.
 */
export interface Copies {
  /** Checks a photo and makes its copy, see `CustomModels.look`. */
  look(kind: CustomModelKind, path: string, signal: AbortSignal): Promise<Outcome<LookedPhoto>>;
  /**
   * Returns the copy of a creation's photo, and makes the copy again if it is gone. Problems: own-photo-changed,
   * copy-gone, those of `look` and of the disk.
   */
  copyOf(
    kind: CustomModelKind,
    photo: CreationPhoto,
    signal: AbortSignal,
  ): Promise<Outcome<SentCopy>>;
  /** Removes copies that no creation needs; called before any photo is read. */
  tidy(): Promise<void>;
  /** Removes the copies of an ended creation, unless another creation needs them. */
  release(creation: Pick<CreationRow, 'kind' | 'photos'>): Promise<void>;
}

const types: Readonly<Record<string, string>> = {
  '.jpg': 'image/jpeg',
  '.png': 'image/png',
  '.webp': 'image/webp',
};
export function createCopies({ images, folder, ledger }: Parts): Copies {
  const copies = new CopyFolder(folder, ledger);
  const photos = new PreparedPhotos(images, folder);

  const look: Copies['look'] = async (kind, path, signal) => {
    if (isWebAddress(path)) return success(addressPhoto(path));
    await copies.isTidy;
    return photos.look(kind, path, signal);
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
    tidy: () => copies.tidy(),
    release: (creation) => copies.release(creation),
  };
}

/** The folder of copies, from which unneeded ones are removed. */
class CopyFolder {
  /** Settles when the leftovers of earlier runs have been removed. */
  isTidy: Promise<void> = Promise.resolve();
  readonly #folder: string;
  readonly #ledger: Parts['ledger'];

  constructor(folder: string, ledger: Parts['ledger']) {
    this.#folder = folder;
    this.#ledger = ledger;
  }

  tidy(): Promise<void> {
    const keys = this.#needed();
    this.isTidy = this.#remove((key) => !keys.has(key));
    return this.isTidy;
  }

  async release(creation: Pick<CreationRow, 'kind' | 'photos'>): Promise<void> {
    const keys = this.#needed();
    const mine = keysOf(creation).filter((key) => !keys.has(key));
    await this.#remove((key) => mine.includes(key));
  }

  #needed(): ReadonlySet<string> {
    const { creations } = this.#ledger;
    return new Set(customModelKinds.flatMap((kind) => creations.shown(kind).flatMap(keysOf)));
  }

  async #remove(isLeft: (key: string) => boolean): Promise<void> {
    const names = await readdir(this.#folder).catch(() => []);
    const left = names.filter((name) => isLeft(basename(name, extname(name))));
    await Promise.all(
      left.map((name) => rm(join(this.#folder, name), { recursive: true, force: true })),
    );
  }
}

/**
 * Returns a photo that the service itself fetches from an address. The photo is identified by that
 * address, never by its name.
 */
function addressPhoto(path: string): LookedPhoto {
  const sha256 = createHash('sha256').update(`url:${path}`).digest('hex');
  const name = nameOfAddress(path);
  return { path, sha256, name, bytes: 0, width: 0, height: 0, copy: null, problem: null };
}

function keysOf({ kind, photos }: Pick<CreationRow, 'kind' | 'photos'>): string[] {
  return photos.map(({ sha256 }) => keyOf(kind, sha256));
}

async function keptCopy(folder: string, key: string): Promise<SentCopy | null> {
  for (const [extension, type] of Object.entries(types)) {
    const file = join(folder, `${key}${extension}`);
    const found = await stat(file).catch(() => null);
    if (found !== null && found.size > 0) return { file, type };
  }
  return null;
}

function gone(folder: string): Outcome<never> {
  return failure(
    'copy-gone',
    {},
    {
      about: folder,
    },
  );
}
