import { isUsable, type TemplateCard } from '#shared/views/templates.ts';
import { t } from '../../texts/texts.svelte.ts';

/** What a template is called; by its id where the service gives it no name. */
export function nameOf({ id, name }: Pick<TemplateCard, 'id' | 'name'>): string {
  return name === '' ? t('template.nameless', { id: String(id) }) : name;
}

/** Why it cannot be chosen; null where it can. */
export function whyNot(card: Pick<TemplateCard, 'status'>): string | null {
  if (isUsable(card)) return null;
  if (card.status === 'prepare') return t('template.prepare');
  return t(card.status === 'failed' ? 'template.failed' : 'template.unknown');
}

/** All that is to be heard of it. */
export function spokenName(card: TemplateCard): string {
  const own = card.owner === 'Yours' ? [t('template.yours')] : [];
  return [nameOf(card), ...own, whyNot(card)].filter((part) => part !== null).join(', ');
}

/** What is said of it besides its name. */
export function aboutOf({ categories, tags, about }: TemplateCard): string {
  return [...about, ...categories, ...tags.map(({ name }) => name)].join(' · ');
}
