import type { EndingRelease } from '#shared/views/custom-models.ts';
import type { TemplateCard } from '#shared/views/templates.ts';
import { day } from '../../texts/numbers.ts';
import { t } from '../../texts/texts.svelte.ts';
import { availabilityOf } from './availability.ts';

/** What a template is called; by its id where the service gives it no name. */
export function nameOf({ id, name }: Pick<TemplateCard, 'id' | 'name'>): string {
  return name === '' ? t('template.nameless', { id: String(id) }) : name;
}

/**
 * What speaks against it, or will soon; null for nothing. `length`: a few words for below its picture, or a
 * sentence for beside its field.
 */
export function noteOf(
  card: Pick<TemplateCard, 'status' | 'release'>,
  length: 'short' | 'long',
): string | null {
  const validity = availabilityOf(card);
  if (validity === null) return null;
  return t(`template.${validity}.${length}`, { day: dayOf(card.release?.expires ?? null) });
}

/** That the release of a custom model or scene, which something is to be made with, ends soon. */
export function endOf({ name, expires }: EndingRelease): string {
  return t('template.endsNamed', { name, day: dayOf(expires) });
}

/** All that is to be heard of it. */
export function spokenName(card: TemplateCard): string {
  const own = card.owner === 'Yours' ? [t('template.yours')] : [];
  return [nameOf(card), ...own, noteOf(card, 'short')].filter((part) => part !== null).join(', ');
}

/** What is said of it besides its name. */
export function aboutOf({ categories, tags, about }: TemplateCard): string {
  return [...about, ...categories, ...tags.map(({ name }) => name)].join(' · ');
}

/** A day of a calendar as people write it; '' for none. */
function dayOf(date: string | null): string {
  return date === null ? '' : day(Date.parse(`${date}T00:00`));
}
