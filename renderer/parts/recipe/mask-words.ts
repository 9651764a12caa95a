import type { MaskCard } from '#shared/views/masks.ts';
import { t } from '../../texts/texts.svelte.ts';

/** Returns the name that the user gave a mask; without a name, its number on its photo. */
export function maskName({ name, number }: Pick<MaskCard, 'name' | 'number'>): string {
  return name ?? t('mask.name', { number });
}
