import { t } from '../../texts/texts.svelte.ts';
import type { MenuItem } from '../../ui/menu-item.ts';
import type { RetouchSession } from './retouch-session.svelte.ts';

const parts = [
  { part: 'hasFilm', keys: 'F6', name: 'filmstrip' },
  { part: 'hasResults', keys: 'F7', name: 'results' },
  { part: 'hasPanel', keys: 'F8', name: 'panel' },
] as const;

/** Returns the menu entries that hide or show parts of the view, with their shortcuts. */
export function layoutActions({ place, layout }: RetouchSession): readonly MenuItem[] {
  const { now } = layout;
  const hasPanels = now.hasPanel || now.hasResults;
  const panels = { hasPanel: !hasPanels, hasResults: !hasPanels };
  return [
    { name: t('retouch.layout.alone'), keys: 'F', run: () => (place.isAlone = !place.isAlone) },
    {
      name: t(`retouch.layout.panels.${hasPanels ? 'hide' : 'show'}`),
      keys: 'Tab',
      run: () => layout.set(panels),
    },
    ...parts.map(({ part, keys, name }) => ({
      name: t(`retouch.layout.${name}.${now[part] ? 'hide' : 'show'}`),
      keys,
      run: () => layout.set({ [part]: !now[part] }),
    })),
  ];
}
