import { ownMask } from '#shared/mask/own-mask.ts';
import type { Surroundings } from '../../mask/surroundings.ts';
import { uploadWishOf } from '../../parts/recipe/recipe-form.ts';
import type { RetouchSession } from './retouch-session.svelte.ts';

/** Returns what the mask editor needs from the view. */
export function maskSurroundingsOf(session: RetouchSession): Surroundings {
  const { place, panels, selection, strip } = session;
  return {
    get detail() {
      return session.detail.value;
    },
    get chosen() {
      return session.chosen;
    },
    get photos() {
      return strip.photos ?? [];
    },
    get wish() {
      return panels.form === null ? { pad: null } : uploadWishOf(panels.form);
    },
    get tools() {
      return session.preferences?.mask;
    },
    views: place.views,
    open: (mask) => place.show({ mask }),
    select: selection.take,
    use(path, photos) {
      const { form } = panels;
      if (form !== null && (photos === 'all' || form.mask !== ownMask)) form.mask = path;
      place.show({ mask: null });
    },
    selectSubjects() {
      place.show({ mask: null });
      return session.selectSubjects();
    },
    close: () => place.show({ mask: null }),
  };
}
