import { mapOutcome } from '#shared/problem.ts';
import type { GivenFiles } from '../../data/connection/dropped.ts';
import { sendToHotFolder } from '../../data/connection/photos.ts';
import { noticesIn } from '../../data/notices.svelte.ts';
import type { Studio } from '../../data/studio.svelte.ts';
import { BatchState, PhotoBatch } from '../../parts/photo-batch.svelte.ts';
import { t } from '../../texts/texts.svelte.ts';

const create = () => new BatchState();

/** Copies photos into hot folders. */
export class Copying {
  readonly #studio: Studio;
  readonly batch: PhotoBatch;

  constructor(studio: Studio) {
    this.#studio = studio;
    this.batch = new PhotoBatch(studio, { create, notices: noticesIn('folders') });
  }

  /** Copies chosen or dropped files and folders into a hot folder. */
  into(
    { id, name }: { readonly id: number; readonly name: string },
    given: GivenFiles | Promise<GivenFiles>,
  ): Promise<void> {
    return this.batch.given(given, {
      paths: async (paths, from) =>
        mapOutcome(
          await this.#studio.ask('folders.copy-in', { id, paths, from }),
          ({ copied, refused }) => ({ keys: copied, refused, refusals: refused.length }),
        ),
      file: async (file) =>
        mapOutcome(await sendToHotFolder(file, id), ({ copied, refused }) => ({
          keys: copied,
          refused,
          refusals: refused.length,
        })),
      ended: (count, left) =>
        left > 0
          ? t('folders.copyingStopped', { count, left, name })
          : t('folders.copied', { count, name }),
      refused: (count) => t('folders.notCopied', { count }),
    });
  }
}
