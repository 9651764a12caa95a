import type { CustomModelKind } from '#shared/custom-models.ts';
import { daysUntil } from '#shared/custom-models.ts';
import type { CustomModelCard, CustomModelCreation } from '#shared/views/custom-models.ts';
import { number, percent } from '../../texts/numbers.ts';
import { t } from '../../texts/texts.svelte.ts';

/** Returns the name of a creation in progress. */
export function creationName(creation: Pick<CustomModelCreation, 'kind' | 'name'>): string {
  return creation.name ?? t(`models.unnamed.${creation.kind}`);
}

/** How a status is coloured: usable (`ready`), in progress, in need of attention (`person`), or unusable (`failed`). */
export type Tone = 'ready' | 'working' | 'person' | 'failed';

/** Returns the status of a card in one or two words. */
export function statusOf({
  presence,
  status,
  problem,
  releaseStatus,
}: Pick<CustomModelCard, 'presence' | 'status' | 'problem' | 'releaseStatus'>): {
  readonly text: string;
  readonly tone: Tone;
} {
  if (presence === 'gone') return { text: t('models.status.gone'), tone: 'person' };
  if (presence === 'deleting') return { text: t('models.status.deleting'), tone: 'working' };
  if (status === 'failed') return { text: t('models.status.failed'), tone: 'failed' };
  if (status === 'complete' && releaseStatus === 'over') {
    return { text: t('models.release.over'), tone: 'failed' };
  }
  if (problem !== null) return { text: t('models.status.attention'), tone: 'person' };
  if (status === 'prepare') return { text: t('models.status.preparing'), tone: 'working' };
  if (status === 'complete') return { text: t('models.status.ready'), tone: 'ready' };
  return { text: t('models.status.unknown'), tone: 'working' };
}

/** Checks whether the service accepts the model or scene in jobs. */
export function isReady({
  presence,
  status,
}: Pick<CustomModelCard, 'presence' | 'status'>): boolean {
  return presence === 'there' && status === 'complete';
}

/** Returns why the model or scene can't be used now; null if it can be used. */
export function whyNotUsable(
  card: Pick<CustomModelCard, 'presence' | 'status' | 'releaseStatus'>,
): string | null {
  if (card.presence === 'gone') return t('models.use.gone');
  if (card.presence === 'deleting') return t('models.use.deleting');
  if (card.status === 'prepare') return t('models.use.preparing');
  if (card.status === 'failed') return t('models.use.failed');
  if (!isReady(card)) return t('models.use.unknown');
  return card.releaseStatus === 'over' ? t('models.use.over') : null;
}

/** Returns the status of the release if it needs attention; null otherwise. */
export function releaseOf(
  { releaseStatus, expires }: Pick<CustomModelCard, 'releaseStatus' | 'expires'>,
  today: string,
): { readonly text: string; readonly tone: 'person' | 'failed' } | null {
  if (releaseStatus === 'over') return { text: t('models.release.over'), tone: 'failed' };
  if (releaseStatus !== 'ends' || expires === null) return null;
  const days = daysUntil(expires, today);
  return { text: t('models.release.ends', { days }), tone: 'person' };
}

/** Returns the progress of a creation in a few words. */
export function stageOf({ state, photos, problem }: CustomModelCreation): {
  readonly text: string;
  readonly tone: Tone;
} {
  if (state === 'stopped') return { text: t('models.stage.stopped'), tone: 'failed' };
  if (state === 'doubt') return { text: t('models.stage.doubt'), tone: 'person' };
  if (state === 'sending') return { text: t('models.stage.sending'), tone: 'working' };
  if (problem !== null) return { text: t('models.stage.waiting'), tone: 'person' };
  const at = photos.findIndex(({ sent }) => sent < 1);
  if (at === -1) return { text: t('models.stage.sending'), tone: 'working' };
  const text = t('models.stage.uploading', {
    place: number(at + 1),
    count: number(photos.length),
    percent: percent(photos[at]?.sent ?? 0),
  });
  return { text, tone: 'working' };
}

/** Returns the uploaded share of a creation's photos, from 0 to 1. */
export function sentOf({ photos }: Pick<CustomModelCreation, 'photos'>): number {
  return photos.reduce((sum, { sent }) => sum + sent, 0) / Math.max(1, photos.length);
}

/** Returns the name of the service's list for models or scenes. */
export function listOfKind(kind: CustomModelKind): 'fashionModels' | 'locations' {
  return kind === 'model' ? 'fashionModels' : 'locations';
}

/**
 * Returns the number of the picture that represents a card: 0 for the cover or, without a cover, 1 for the first photo.
 * Returns null if the card has no pictures.
 */
export function placeOfCover({
  hasCover,
  photos,
}: Pick<CustomModelCard, 'hasCover' | 'photos'>): number | null {
  if (hasCover) return 0;
  return photos > 0 ? 1 : null;
}
