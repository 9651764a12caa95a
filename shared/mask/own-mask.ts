/**
 * The mask of a recipe that stands for the mask drawn on each photo itself. Only Retouch runs it; it is no valid file
 * name on Windows, and no path that a page may name starts like it.
 */
export const ownMask = 'photo:';
