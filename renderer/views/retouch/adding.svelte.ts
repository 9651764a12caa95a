import { mapOutcome, type Outcome } from '#shared/problem.ts';
import type { AddedPhotos } from '#shared/views/retouch.ts';
import type { GivenFiles } from '../../data/connection/dropped.ts';
import { sendPhoto } from '../../data/connection/photos.ts';
import { noticesIn } from '../../data/notices.svelte.ts';
import type { Studio } from '../../data/studio.svelte.ts';
import {
  BatchState,
  PhotoBatch,
  type BatchTarget,
  type Taken,
} from '../../parts/photo-batch.svelte.ts';
import { t } from '../../texts/texts.svelte.ts';

const create = () => new BatchState();

/** Adds photos to the filmstrip and shows the progress. */
export class Adding {
  readonly #studio: Studio;
  readonly #onAdded: (id: number) => void;
  readonly batch: PhotoBatch;

  /** @param onAdded Called with the id of the first photo in a batch. */
  constructor(studio: Studio, onAdded: (id: number) => void) {
    this.#studio = studio;
    this.#onAdded = onAdded;
    this.batch = new PhotoBatch(studio, { create, notices: noticesIn('retouch') });
  }

  /** Adds files and folders by path. */
  paths(paths: readonly string[]): Promise<void> {
    return this.given({ paths });
  }

  /** Adds chosen or dropped files and folders. */
  given(given: GivenFiles | Promise<GivenFiles>): Promise<void> {
    return this.batch.given(given, this.#target());
  }

  /** Adds photos by web address; Darkslide downloads them. */
  addresses(urls: readonly string[]): Promise<void> {
    const { taken, ...report } = this.#target();
    const add = async (url: string, signal: AbortSignal) =>
      taken(await this.#studio.ask('retouch.add-address', { url }, signal));
    return this.batch.each(urls, add, report);
  }

  #target(): BatchTarget & { taken(added: Outcome<AddedPhotos>): Outcome<Taken> } {
    let isFirst = true;
    const taken = (added: Outcome<AddedPhotos>) =>
      mapOutcome(added, ({ ids, refused, refusals }) => {
        const [first] = ids;
        if (isFirst && first !== undefined) {
          isFirst = false;
          this.#onAdded(first);
        }
        return { keys: ids, refused, refusals };
      });
    return {
      taken,
      paths: async (paths) => taken(await this.#studio.ask('retouch.add', { paths })),
      file: async (file) => taken(await sendPhoto(file)),
      ended: (count, left) =>
        left > 0 ? t('retouch.addingStopped', { count, left }) : t('retouch.added', { count }),
      refused: (count) => t('retouch.refused', { count }),
    };
  }
}
