import { mapOutcome } from '#shared/problem.ts';
import type { FilmstripPhoto } from '#shared/views/retouch.ts';
import { noticesIn } from '../../data/notices.svelte.ts';
import type { Studio } from '../../data/studio.svelte.ts';
import { BatchState, PhotoBatch } from '../../parts/photo-batch.svelte.ts';
import { t } from '../../texts/texts.svelte.ts';

const create = () => new BatchState();

/** Creates a mask of the subject for each of several photos. */
export class SubjectSeries {
  readonly #studio: Studio;
  readonly batch: PhotoBatch;

  constructor(studio: Studio) {
    this.#studio = studio;
    this.batch = new PhotoBatch(studio, { create, notices: noticesIn('retouch') });
  }

  /** Selects the subject on each photo without a mask; returns the number of photos that now have a mask. */
  async select(photos: readonly FilmstripPhoto[]): Promise<number> {
    let withMask = 0;
    let kept = 0;
    await this.batch.each(
      photos,
      async ({ id }, signal) => {
        const answer = await this.#studio.ask('masks.begin-subject', { stripId: id }, signal);
        return mapOutcome(answer, ({ isNew }) => {
          if (!isNew) kept += 1;
          return { keys: [id], refused: [], refusals: 0 };
        });
      },
      {
        ended(count, left) {
          withMask = count;
          const selected = count - kept;
          return left > 0
            ? t('retouch.subjectsStopped', { count: selected, kept, left })
            : t('retouch.subjectsSelected', { count: selected, kept });
        },
        refused: (count) => t('retouch.subjectsNotFound', { count }),
      },
    );
    return withMask;
  }
}
