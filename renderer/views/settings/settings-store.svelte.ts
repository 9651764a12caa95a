import type { Problem } from '#shared/problem.ts';
import { usualPreferences, type Preferences, type Settings } from '#shared/views/settings.ts';
import { about, live } from '../../data/live.svelte.ts';
import { useNotices } from '../../data/notices.svelte.ts';
import type { Studio } from '../../data/studio.svelte.ts';

export const sections = [
  'service',
  'network',
  'callback',
  'money',
  'work',
  'folders',
  'stations',
  'naming',
  'finish',
  'window',
  'updates',
  'help',
] as const;
export type Section = (typeof sections)[number];

/** Changes of settings, or a function that returns them for the preferences that are in force when they are saved. */
type Changes = Partial<Preferences> | ((now: Preferences) => Partial<Preferences>);

/** The studio's settings. Changes are saved one at a time. */
export interface SettingsStore {
  readonly settings: Settings | undefined;
  /** Why the settings could not be loaded; the previous settings stay. */
  readonly problem: Problem | null;
  /** Saves changes after all earlier ones; returns the problem if they are rejected. */
  change(section: Section, changes: Changes): Promise<Problem | null>;
  /** Like `change`, but shows a problem as a notice. For choices without a field that could show a problem. */
  choose(section: Section, changes: Changes): Promise<void>;
  /** Replaces the settings with newer settings, which another command has returned. */
  take(settings: Settings): void;
  /** Returns the last saved change of a section; null if nothing was saved recently. */
  saved(section: Section): SavedChange | null;
  refresh(): void;
}

interface SavedChange {
  readonly section: Section;
  /** Undoes the change; null if the change itself was an undo. */
  readonly undo: (() => void) | null;
}

/** Milliseconds that "Saved" is shown. */
const STAYS = 8000;

/** Creates the store. Must be called while a component is initialised. */
export function settingsStore(studio: Studio): SettingsStore {
  const { complain } = useNotices();
  const asked = live(studio, 'settings.get', () => ({}), about('settings'));
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

  /** Ends when the last change has been saved or rejected. */
  let earlier: Promise<unknown> = Promise.resolve();

  function change(section: Section, changes: Changes, isUndoable = true): Promise<Problem | null> {
    const saving = earlier.then(() => save(section, changes, isUndoable));
    earlier = saving.catch(() => null);
    return saving;
  }

  async function save(
    section: Section,
    given: Changes,
    isUndoable: boolean,
  ): Promise<Problem | null> {
    const before = settings?.preferences;
    const changes = typeof given === 'function' ? given(before ?? usualPreferences) : given;
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
