import { untrack } from 'svelte';
import { agents, findAgent, type AgentVersion } from '#shared/agents/index.ts';
import type { Input, Output } from '#shared/ipc.ts';
import { defaultTemplate } from '#shared/naming.ts';
import type { Recipe } from '#shared/recipe.ts';
import { panelKey, recipeFormOf, type RecipeForm } from '../../parts/recipe/recipe-form.ts';
import { live } from '../../data/live.svelte.ts';
import type { Studio } from '../../data/studio.svelte.ts';
import { formOfPanel, freshPanel, panelOf } from './panel-state.ts';

/** Milliseconds without a change before a panel is saved. */
const STILL = 600;
/** Maximum number of characters of a saved panel; a mask of many megabytes would block the connection to the studio. */
const LONGEST = 400_000;

/** The saved recipe that a panel started from. */
interface Begun {
  readonly id: number;
  readonly revision: number;
}

interface PanelStore {
  /** By `panelKey`: every visited panel. */
  readonly forms: Record<string, RecipeForm>;
  readonly begun: Record<string, Begun | null>;
  /** The panel that is shown; null until known. */
  shown: string | null;
}

/** The typed values; they survive a visit to another view and are also saved in the ledger. */
const store: PanelStore = $state({ forms: {}, begun: {}, shown: null });
/** The saved state of each panel, as text. */
const kept = new Map<string, string>();

export interface Panels {
  /** Null until the saved panels are known. */
  form: RecipeForm | null;
  /** The saved recipe that the panel started from; null for none. */
  readonly begun: Begun | null;
  choose(agent: AgentVersion): void;
  /** Fills the panel of the recipe's agent with the recipe. */
  take(recipe: Recipe, begun: Begun | null): void;
  /** Records that the panel equals this saved recipe. */
  isSaved(begun: Begun): void;
  /** Resets the panel to default values. */
  reset(): void;
}

/**
 * Manages the panels of all agents. `template` names the results of new ones; null until known. Call it while a
 * component is initialised.
 */
export function panelsOf(studio: Studio, template: () => string | null): Panels {
  const form = $derived(store.shown === null ? null : (store.forms[store.shown] ?? null));
  const naming = () => template() ?? defaultTemplate;

  // requested until answered: a saved panel must not be mistaken for a new one
  const left = live(
    studio,
    'retouch.panels',
    () => (store.shown === null ? {} : null),
    () => true,
  );
  $effect(() => {
    const [panels, known] = [left.value, template()];
    if (panels === undefined || known === null) return;
    untrack(() => {
      if (store.shown === null) takeUp(panels, known);
    });
  });
  $effect(() => {
    if (form === null) return;
    const text = JSON.stringify(panelOf(form));
    const timer = setTimeout(() => void keep(studio, text), STILL);
    return () => clearTimeout(timer);
  });
  $effect(() => {
    const flush = () => {
      const { forms, shown } = store;
      const others = Object.entries(forms).filter(([key]) => key !== shown);
      const isAnyLate = others.map(([, one]) => keepForm(studio, one)).includes(true);
      if (shown === null) return;
      // the panel saved last is the one that a restart shows
      if (isAnyLate) kept.delete(shown);
      keepForm(studio, forms[shown]);
    };
    addEventListener('pagehide', flush);
    return () => {
      removeEventListener('pagehide', flush);
      flush();
    };
  });

  const show = (key: string, made: RecipeForm): void => {
    store.forms[key] = made;
    store.shown = key;
  };

  return {
    get form() {
      return form;
    },
    set form(next) {
      if (store.shown !== null && next !== null) store.forms[store.shown] = next;
    },
    get begun() {
      return store.shown === null ? null : (store.begun[store.shown] ?? null);
    },
    choose(agent) {
      const key = panelKey({ agent: agent.name, version: agent.version });
      // the panel chosen last is the one that a restart shows
      kept.delete(key);
      show(key, store.forms[key] ?? freshPanel(agent, naming()));
    },
    take(recipe, begun) {
      const key = panelKey(recipe);
      store.begun[key] = begun;
      kept.delete(key);
      show(key, recipeFormOf(recipe));
    },
    isSaved(begun) {
      if (store.shown !== null) store.begun[store.shown] = begun;
    },
    reset() {
      if (form === null) return;
      const found = findAgent(form.agent, form.version);
      if (found.ok) show(panelKey(form), freshPanel(found.value, naming()));
    },
  };
}

/** Restores the saved panels and shows the last one. */
function takeUp(panels: Output<'retouch.panels'>, template: string): void {
  for (const panel of panels) {
    const form = formOfPanel(panel, template);
    if (form === null) continue;
    const key = panelKey(form);
    store.forms[key] ??= form;
    kept.set(key, JSON.stringify(panelOf(form)));
    store.shown ??= key;
  }
  const [first] = agents;
  if (store.shown !== null || first === undefined) return;
  const key = panelKey({ agent: first.name, version: first.version });
  store.forms[key] = freshPanel(first, template);
  // the user did not choose it, so there is nothing to save
  kept.set(key, JSON.stringify(panelOf(store.forms[key])));
  store.shown = key;
}

/** Saves a panel; returns whether there was something to save. */
function keepForm(studio: Studio, form: RecipeForm | undefined): boolean {
  if (form === undefined) return false;
  const text = JSON.stringify(panelOf(form));
  const isNew = kept.get(panelKey(form)) !== text;
  void keep(studio, text);
  return isNew;
}

async function keep(studio: Studio, text: string): Promise<void> {
  const panel = JSON.parse(text) as Input<'retouch.keep-panel'>;
  const key = panelKey(panel);
  if (kept.get(key) === text || text.length > LONGEST) return;
  kept.set(key, text);
  const answer = await studio.ask('retouch.keep-panel', panel);
  if (!answer.ok) kept.delete(key);
}
