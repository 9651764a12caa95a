import type { Size } from '#shared/pictures.ts';

/** Minimum and maximum number of results that can be compared side by side. */
export const LEAST_SURVEYED = 2;
export const MOST_SURVEYED = 8;

/**
 * Returns the number of columns with which the pictures fill an area best. Below each picture is text with a height of
 * `text` px.
 */
export function bestColumns(pictures: readonly Size[], area: Size, text: number): number {
  let best = { columns: 1, covered: 0 };
  for (let columns = 1; columns <= pictures.length; columns += 1) {
    const lines = Math.ceil(pictures.length / columns);
    const width = area.width / columns;
    const height = Math.max(1, area.height / lines - text);
    const covered = pictures.reduce((sum, picture) => {
      const scale = Math.min(width / picture.width, height / picture.height);
      return sum + scale * scale * picture.width * picture.height;
    }, 0);
    if (covered > best.covered) best = { columns, covered };
  }
  return best.columns;
}
