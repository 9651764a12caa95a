import type { EndingRelease } from '#shared/views/custom-models.ts';
import type { TemplateCard } from '#shared/views/templates.ts';
import { day } from '../../texts/numbers.ts';
import { t } from '../../texts/texts.svelte.ts';
import { availabilityOf } from './availability.ts';

/** Returns the name of a template, or its id if it has no name. */
export function nameOf({ id, name }: Pick<TemplateCard, 'id' | 'name'>): string {
  return name === '' ? t('template.nameless', { id: String(id) }) : name;
}

/**
 * Returns why a template can't be used, now or soon; null if there is nothing to report. `short` is a few words for the
 * line below a picture, `long` is a sentence for the field.
 */
export function noteOf(
  card: Pick<TemplateCard, 'status' | 'release'>,
  length: 'short' | 'long',
): string | null {
  const validity = availabilityOf(card);
  if (validity === null) return null;
  return t(`template.${validity}.${length}`, { day: dayOf(card.release?.expires ?? null) });
}

/** Returns a warning that the release of a custom model or scene ends soon. */
export function endOf({ name, expires }: EndingRelease): string {
  return t('template.endsNamed', { name, day: dayOf(expires) });
}

/** Returns the accessible name of a template. */
export function spokenName(card: TemplateCard): string {
  const own = card.owner === 'Yours' ? [t('template.yours')] : [];
  return [nameOf(card), ...own, noteOf(card, 'short')].filter((part) => part !== null).join(', ');
}

/** Returns the description of a template, without its name. */
export function aboutOf({ categories, tags, about }: TemplateCard): string {
  return [...about, ...categories, ...tags.map(({ name }) => name)].join(' · ');
}

/** Formats a calendar date; '' if there is no date. */
function dayOf(date: string | null): string {
  return date === null ? '' : day(Date.parse(`${date}T00:00`));
}
