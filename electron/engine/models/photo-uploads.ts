import { Semaphore } from '../../base/semaphore.ts';
import type { CreationRow } from '../../adapters/ledger/creations.ts';
import type { CustomModelContext } from './context.ts';
import type { CreationReport } from './report.ts';
import { uploadPhoto } from './upload.ts';

/** Number of photos uploaded at the same time. */
const UPLOADS = 2;
/** Number of steps in which upload progress is reported. */
const SHARES = 20;
/** The highest progress reported before the service has answered. */
const MOST_BEFORE_ANSWER = 0.99;

/**
 * Uploads the photos of all creations, a few at the same time, and records the progress of each.
 */
export class PhotoUploads {
  readonly #context: CustomModelContext;
  readonly #uploading = new Semaphore(UPLOADS);
  /** Progress from 0 to 1 for each photo, by creation. */
  readonly #shares = new Map<number, number[]>();

  constructor(context: CustomModelContext) {
    this.#context = context;
  }

  async upload(creation: CreationRow, at: number, end: AbortSignal): Promise<CreationReport> {
    const shares = this.#shares.get(creation.id) ?? creation.photos.map(() => 0);
    this.#shares.set(creation.id, shares);
    const onSent = (share: number) => {
      // limited, because the last bytes leave this computer before the service has received them
      const there = Math.min(share, MOST_BEFORE_ANSWER);
      const isMore = Math.floor(there * SHARES) !== Math.floor((shares[at] ?? 0) * SHARES);
      shares[at] = there;
      if (isMore) this.#context.tell();
    };
    const report = await this.#uploading.run(() =>
      uploadPhoto(this.#context, creation, at, onSent, end),
    );
    shares[at] = report.kind === 'advanced' ? 1 : 0;
    return report;
  }

  /** Returns the upload progress, see `CustomModels.sent`. */
  sent({ id, state, photos }: CreationRow): readonly number[] {
    const isUploading = state === 'preparing';
    return photos.map((_, at) => (isUploading ? (this.#shares.get(id)?.[at] ?? 0) : 1));
  }

  forget(creationId: number): void {
    this.#shares.delete(creationId);
  }
}
