import type { CustomModelKind } from '#shared/custom-models.ts';
import { daysUntil } from '#shared/custom-models.ts';
import type { CustomModelCard, CustomModelCreation } from '#shared/views/custom-models.ts';
import { number, percent } from '../../texts/numbers.ts';
import { t } from '../../texts/texts.svelte.ts';

/** What a card is called; by its id where neither the studio nor the service names it. */
export function nameOf({ id, name }: Pick<CustomModelCard, 'id' | 'name'>): string {
  return name === '' ? t('template.nameless', { id: String(id) }) : name;
}

/** What one that is being made is called. */
export function creationName(creation: Pick<CustomModelCreation, 'kind' | 'name'>): string {
  return creation.name ?? t(`models.unnamed.${creation.kind}`);
}

/** `ready`: it can be used; `working`: it will be; `person`: somebody is needed; `failed`: it will not be. */
export type Tone = 'ready' | 'working' | 'person' | 'failed';

/** How it stands, in a word or two. */
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

/** Whether a job may be made with it, as far as the service is concerned. */
export function isReady({
  presence,
  status,
}: Pick<CustomModelCard, 'presence' | 'status'>): boolean {
  return presence === 'there' && status === 'complete';
}

/** How its release stands, where somebody has to know of it; null where nobody has to. */
export function releaseOf(
  { releaseStatus, expires }: Pick<CustomModelCard, 'releaseStatus' | 'expires'>,
  today: string,
): { readonly text: string; readonly tone: 'person' | 'failed' } | null {
  if (releaseStatus === 'over') return { text: t('models.release.over'), tone: 'failed' };
  if (releaseStatus !== 'ends' || expires === null) return null;
  const days = daysUntil(expires, today);
  return { text: t('models.release.ends', { days }), tone: 'person' };
}

/** The local day of a moment, as YYYY-MM-DD. */
export function dayOf(moment: Date): string {
  return [moment.getFullYear(), moment.getMonth() + 1, moment.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-');
}

/** How far one that is being made has come, in a few words. */
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

/** 0 to 1: how much of all its photos the service has. */
export function sentOf({ photos }: Pick<CustomModelCreation, 'photos'>): number {
  return photos.reduce((sum, { sent }) => sum + sent, 0) / Math.max(1, photos.length);
}

/** The list of the service that holds those of a kind. */
export function listOfKind(kind: CustomModelKind): 'fashionModels' | 'locations' {
  return kind === 'model' ? 'fashionModels' : 'locations';
}

/** Number of the picture that stands for it: its cover, else the first photo; null without any. */
export function placeOfCover({
  hasCover,
  photos,
}: Pick<CustomModelCard, 'hasCover' | 'photos'>): number | null {
  if (hasCover) return 0;
  return photos > 0 ? 1 : null;
}
