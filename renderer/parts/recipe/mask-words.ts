import type { MaskCard } from '#shared/views/masks.ts';
import { t } from '../../texts/texts.svelte.ts';

/** Returns the name of a mask: the user's own, else its number among those of its photo. */
export function maskName({ name, number }: Pick<MaskCard, 'name' | 'number'>): string {
  return name ?? t('mask.name', { number });
}
