import FolderOpen from '@lucide/svelte/icons/folder-open';
import Trash2 from '@lucide/svelte/icons/trash-2';
import { useStudio } from '../../data/studio.svelte.ts';
import { photoCommands } from '../../parts/menu-commands.ts';
import { reveal } from '../../parts/reveal.ts';
import { t } from '../../texts/texts.svelte.ts';
import type { ContextItem } from '../../ui/menu-item.ts';
import { layoutActions } from './layout-actions.ts';
import type { RetouchSession } from './retouch-session.svelte.ts';

/** The actions in the menus of photos. Must be created while a component is initialised. */
export class PhotoCommands {
  readonly #studio = useStudio();
  readonly #session: RetouchSession;

  constructor(session: RetouchSession) {
    this.#session = session;
  }

  /** Returns the menu of the current photo. */
  ofShown(): readonly ContextItem[] {
    const { photo } = this.#session;
    return [...(photo === null ? [] : [this.#reveal(photo.id)]), ...layoutActions(this.#session)];
  }

  /** Returns the menu of a photo on the filmstrip, and selects the photo if it is not selected. */
  ofFilm(id: number): readonly ContextItem[] {
    const session = this.#session;
    return [
      this.#reveal(id),
      {
        command: photoCommands.remove,
        name: t('retouch.keys.remove'),
        icon: Trash2,
        run: () => {
          if (!session.selection.has(id)) session.choose(id, 'alone');
          return session.remove();
        },
      },
    ];
  }

  #reveal(stripId: number): ContextItem {
    const run = () => reveal(this.#studio, { stripId });
    const { reveal: command } = photoCommands;
    return { command, name: t('retouch.revealPhoto'), icon: FolderOpen, run };
  }
}
