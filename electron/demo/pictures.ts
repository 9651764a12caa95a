/**
 * Finds pictures by their addresses. The demo service recognises its own addresses by their path, because its port
 * changes between starts. It downloads pictures from other addresses only if they are on this computer.
 */
import type { Size } from '#shared/pictures.ts';
import { createHash } from 'node:crypto';
import { basename, join } from 'node:path';
import sharp from 'sharp';
import { causeText } from '#shared/problem.ts';
import { uploadLimits } from '#shared/limits.ts';
import type { Store, UploadRow } from './store.ts';
import { grant, refuse } from './envelope.ts';
import type { Reply } from './envelope.ts';
import { QuickPictures } from './quick.ts';
import { lookFromPath } from './templates.ts';
import { Thumbnails } from './thumbnails.ts';
import { writeDemoFile } from './whole-file.ts';

/** Time limit in ms for a download. */
const fetchDeadline = 10_000;
const loopback = new Set(['127.0.0.1', 'localhost', '[::1]']);

export interface Folders {
  readonly uploads: string;
  readonly masks: string;
  readonly results: string;
  readonly thumbnails: string;
}

/** A picture that the demo service has stored. */
export interface StoredPicture extends Size {
  readonly file: string;
  readonly bytes: number;
  readonly sha256: string | null;
}

export type PictureLookup =
  | { readonly kind: 'held'; readonly picture: StoredPicture }
  /** The address is one of this service's addresses, but no picture exists there. */
  | { readonly kind: 'missing' }
  | { readonly kind: 'elsewhere'; readonly address: string };

/** Returns the upright width and height of a picture file. */
async function uprightSize(file: string): Promise<{ width: number; height: number }> {
  const { width, height, orientation = 1 } = await sharp(file).metadata();
  return orientation >= 5 ? { width: height, height: width } : { width, height };
}

export class Pictures {
  readonly folders: Folders;
  readonly thumbnails: Thumbnails;
  readonly quick = new QuickPictures();
  readonly #store: Store;
  #origin = '';

  constructor(store: Store, folders: Folders) {
    this.#store = store;
    this.folders = folders;
    this.thumbnails = new Thumbnails(folders.thumbnails);
  }

  /** Sets the service's current address: `http://127.0.0.1:PORT`. */
  servedFrom(origin: string): void {
    this.#origin = origin;
  }

  /** Returns the address of a path below `/cdn/`. */
  address(path: string): string {
    return `${this.#origin}${path}`;
  }

  /** Returns an address with the current port if it is one of this service's; other addresses stay unchanged. */
  present(address: string): string {
    const path = demoPath(address);
    return path === undefined ? address : this.address(path);
  }

  /** Returns the record of the uploaded picture at an address, without checking that its file exists. */
  upload(address: string): UploadRow | undefined {
    const path = demoPath(address);
    if (path === undefined) return undefined;
    return this.#store.find('uploads', { path });
  }

  async find(address: string): Promise<PictureLookup> {
    const path = demoPath(address);
    if (path === undefined) return { kind: 'elsewhere', address };
    const row = this.upload(address);
    if (row !== undefined) {
      return { kind: 'held', picture: { ...row, file: join(this.folders.uploads, row.file) } };
    }
    return (await this.#findTemplate(path)) ?? this.#findResult(path);
  }

  /**
   * Returns the picture at an address, and downloads it first if it is not stored. Refuses with a
   * message for the user if there is no picture or it can't be downloaded.
   */
  async obtain(address: string, signal: AbortSignal): Promise<Reply<StoredPicture>> {
    const found = await this.find(address);
    if (found.kind === 'held') return grant(found.picture);
    if (found.kind === 'missing') return refuse(`There is no picture at ${address}.`, 4041);
    if (!loopback.has(new URL(address).hostname)) {
      return refuse(
        `The picture at ${address} could not be fetched: the demo service reaches this computer only. Upload the photo instead.`,
      );
    }
    return this.#fetch(address, signal);
  }

  /** Returns a template's picture, from which custom models and scenes can also be made. */
  async #findTemplate(path: string): Promise<PictureLookup | undefined> {
    const look = lookFromPath(path);
    if (look === undefined) return undefined;
    const file = await this.thumbnails.of(look, basename(path));
    return {
      kind: 'held',
      picture: { file, bytes: 0, sha256: null, ...(await uprightSize(file)) },
    };
  }

  async #findResult(path: string): Promise<PictureLookup> {
    const [, executionId, number] = /^\/cdn\/results\/([0-9a-f]{24})-(\d+)\./.exec(path) ?? [];
    if (executionId === undefined) return { kind: 'missing' };
    const row = this.#store.find('results', { executionId, number: Number(number) });
    if (row === undefined || row.file === null) return { kind: 'missing' };
    const file = join(this.folders.results, row.file);
    const size = await uprightSize(file);
    return { kind: 'held', picture: { file, bytes: 0, sha256: null, ...size } };
  }

  async #fetch(address: string, signal: AbortSignal): Promise<Reply<StoredPicture>> {
    try {
      const response = await fetch(address, {
        redirect: 'error',
        signal: AbortSignal.any([signal, AbortSignal.timeout(fetchDeadline)]),
      });
      if (!response.ok) return refuse(`The picture at ${address} answered ${response.status}.`);
      const bytes = Buffer.from(await response.arrayBuffer());
      if (bytes.length > uploadLimits.bytes) {
        return refuse(`The picture at ${address} is larger than 10M.`);
      }
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      const file = join(this.folders.uploads, `fetched-${sha256}`);
      await writeDemoFile(file, bytes);
      return grant({ file, bytes: bytes.length, sha256, ...(await uprightSize(file)) });
    } catch (error) {
      return refuse(`The picture at ${address} could not be fetched: ${causeText(error)}.`);
    }
  }
}

/** Returns the path of an address that belongs to the demo service, regardless of its port. */
function demoPath(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const { hostname, pathname } = new URL(address);
  return loopback.has(hostname) && pathname.startsWith('/cdn/') ? pathname : undefined;
}
