import type { Problem } from '#shared/problem.ts';
import type { Preferences, Settings } from '#shared/views/settings.ts';
import { live } from '../../state/live.svelte.ts';
import { useNotices } from '../../state/notices.svelte.ts';
import type { Studio } from '../../state/studio.svelte.ts';

export const sections = [
  'service',
  'network',
  'callback',
  'money',
  'work',
  'folders',
  'naming',
  'window',
  'updates',
  'help',
] as const;
export type Section = (typeof sections)[number];

/** The settings of the studio, changed one by one. */
export interface SettingsStore {
  readonly settings: Settings | undefined;
  /** Why they could not be had; those before stay. */
  readonly problem: Problem | null;
  /** Saves; why not, when they are refused. */
  change(section: Section, changes: Partial<Preferences>): Promise<Problem | null>;
  /** As `change`, for a choice that has no field to say a refusal beside. */
  choose(section: Section, changes: Partial<Preferences>): Promise<void>;
  /** The settings as another command answered them. */
  take(settings: Settings): void;
  /** What was saved in a section just now; null when nothing was. */
  saved(section: Section): SavedChange | null;
  refresh(): void;
}

interface SavedChange {
  readonly section: Section;
  /** Null when it was the undoing itself. */
  readonly undo: (() => void) | null;
}

/** ms that "Saved" stays. */
const STAYS = 8000;

/** Call it while a component is initialised. */
export function settingsStore(studio: Studio): SettingsStore {
  const { complain } = useNotices();
  const asked = live(
    studio,
    'settings.get',
    () => ({}),
    ({ parts }) => parts.includes('settings'),
  );
  let settings = $state.raw<Settings>();
  let saved = $state.raw<SavedChange | null>(null);
  let timer: ReturnType<typeof setTimeout> | undefined;

  $effect(() => {
    settings = asked.value ?? settings;
  });
  $effect(() => () => clearTimeout(timer));

  function tell(next: SavedChange): void {
    clearTimeout(timer);
    saved = next;
    timer = setTimeout(() => (saved = null), STAYS);
  }

  async function change(
    section: Section,
    changes: Partial<Preferences>,
    isUndoable = true,
  ): Promise<Problem | null> {
    const before = settings?.preferences;
    const answer = await studio.ask('settings.change', { preferences: changes });
    if (!answer.ok) return answer.problem;
    settings = answer.value;
    const undo =
      before !== undefined && isUndoable ? () => void restore(section, before, changes) : null;
    tell({ section, undo });
    return null;
  }

  async function restore(
    section: Section,
    before: Preferences,
    changes: Partial<Preferences>,
  ): Promise<void> {
    const names = Object.keys(changes) as (keyof Preferences)[];
    const old = Object.fromEntries(names.map((name) => [name, before[name]]));
    const problem = await change(section, old, false);
    if (problem !== null) complain(problem);
  }

  return {
    get settings() {
      return settings;
    },
    get problem() {
      return asked.problem;
    },
    change: (section, changes) => change(section, changes),
    async choose(section, changes) {
      const problem = await change(section, changes);
      if (problem !== null) complain(problem);
    },
    take(next) {
      settings = next;
    },
    saved: (section) => (saved?.section === section ? saved : null),
    refresh: () => asked.refresh(),
  };
}
