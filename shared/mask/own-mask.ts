/**
 * The mask of a recipe for which each photo uses its own drawn mask. Only Retouch runs such a recipe. The text cannot
 * be mistaken for a file: it is not a valid file name on Windows, and no path that a page may name starts with it.
 */
export const ownMask = 'photo:';
