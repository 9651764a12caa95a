import { layoutCommands } from '../../parts/menu-commands.ts';
import { t } from '../../texts/texts.svelte.ts';
import type { ContextItem } from '../../ui/menu-item.ts';
import type { RetouchSession } from './retouch-session.svelte.ts';

const parts = [
  { part: 'hasFilm', command: layoutCommands.film, name: 'filmstrip' },
  { part: 'hasResults', command: layoutCommands.results, name: 'results' },
  { part: 'hasPanel', command: layoutCommands.panel, name: 'panel' },
] as const;

/** Returns the menu entries that hide or show parts of the view, with their shortcuts. */
export function layoutActions({ place, layout }: RetouchSession): readonly ContextItem[] {
  const { now } = layout;
  const hasPanels = now.hasPanel || now.hasResults;
  const panels = { hasPanel: !hasPanels, hasResults: !hasPanels };
  return [
    {
      command: layoutCommands.alone,
      name: t('retouch.layout.alone'),
      run: () => (place.isAlone = !place.isAlone),
    },
    {
      command: layoutCommands.panels,
      name: t(`retouch.layout.panels.${hasPanels ? 'hide' : 'show'}`),
      run: () => layout.set(panels),
    },
    ...parts.map(({ part, command, name }) => ({
      command,
      name: t(`retouch.layout.${name}.${now[part] ? 'hide' : 'show'}`),
      run: () => layout.set({ [part]: !now[part] }),
    })),
  ];
}
