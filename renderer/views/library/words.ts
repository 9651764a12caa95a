import type { LibraryImage } from '#shared/library-image.ts';
import type { LibraryCell } from '#shared/views/library.ts';
import { facts } from '../../texts/lists.ts';
import { t } from '../../texts/texts.svelte.ts';

/** Returns the accessible name of a result: photo, PSD, pick, rating and stack. */
export function saidOf(
  { photo, name, station, pick, stars, psd }: LibraryImage,
  stack?: LibraryCell['stack'],
): string {
  return facts([
    t('library.ofPhoto', { name, photo }),
    ...(station === null ? [] : [station]),
    ...(psd === null ? [] : [t(`library.psd.${psd.state}`)]),
    ...(pick === 1 ? [t('retouch.picked')] : []),
    ...(pick === -1 ? [t('retouch.rejected')] : []),
    ...(stars > 0 ? [t('retouch.stars', { count: stars })] : []),
    // at the end, so that photo and PSD are next to each other, as on screen
    ...(stack === undefined || stack.size === 1 ? [] : [saidOfStack(stack)]),
  ]);
}

function saidOfStack({ size, place }: LibraryCell['stack']): string {
  return place === null
    ? t('library.stack.collapsed', { size })
    : t('library.stack.place', { place: place + 1, size });
}
