import { untrack } from 'svelte';
import { agents, findAgent, type AgentVersion } from '#shared/agents/index.ts';
import type { Input, Output } from '#shared/ipc.ts';
import { defaultTemplate } from '#shared/naming.ts';
import type { Recipe } from '#shared/recipe.ts';
import { panelKey, recipeFormOf, type RecipeForm } from '../../parts/recipe/recipe-form.ts';
import { live } from '../../data/live.svelte.ts';
import { useStudio } from '../../data/studio.svelte.ts';
import { formOfPanel, freshPanel, panelOf } from './panel-state.ts';

/** Milliseconds without a change before a panel is saved. */
const STILL = 600;
/**
 * Maximum number of characters in a saved panel. A panel that contains a mask of many megabytes is not saved, because
 * it would block the connection to the studio.
 */
const LONGEST = 400_000;

/** The saved recipe that a panel started from. */
interface SavedRecipe {
  readonly id: number;
  readonly revision: number;
}

/**
 * The panels of all agents. The typed values are kept when the user opens another view, and are saved in the
 * ledger.
 */
export class Panels {
  readonly #studio = useStudio();
  /** The panels of all agents that the user has opened, by `panelKey`. */
  readonly #forms: Record<string, RecipeForm> = $state({});
  readonly #recipes: Record<string, SavedRecipe | null> = $state({});
  /** The key of the current panel; null until loaded. */
  #shown = $state<string | null>(null);
  /** The saved state of each panel as text, by `panelKey`. */
  readonly #saved = new Map<string, string>();
  /**
   * The address of the service whose ledger contains these panels; null for the demo, undefined until it is known.
   * Models, scenes and saved recipes in the panels mean nothing to another service.
   */
  #service: string | null | undefined;
  /** The template for the names of results, in new panels. */
  #template = defaultTemplate;

  /** Null until the saved panels have loaded. */
  get form(): RecipeForm | null {
    return this.#shown === null ? null : (this.#forms[this.#shown] ?? null);
  }

  set form(next) {
    if (this.#shown !== null && next !== null) this.#forms[this.#shown] = next;
  }

  /** The saved recipe that the panel started from; null if there is none. */
  get recipe(): SavedRecipe | null {
    return this.#shown === null ? null : (this.#recipes[this.#shown] ?? null);
  }

  choose(agent: AgentVersion): void {
    const key = panelKey({ agent: agent.name, version: agent.version });
    // forces a save of the chosen panel, because Darkslide shows the last saved panel after a restart
    this.#saved.delete(key);
    this.#show(key, this.#forms[key] ?? freshPanel(agent, this.#template));
  }

  /** Shows the panel of the recipe's agent with the values of the recipe. `saved` is null for an unsaved recipe. */
  take(recipe: Recipe, saved: SavedRecipe | null): void {
    const key = panelKey(recipe);
    this.#recipes[key] = saved;
    this.#saved.delete(key);
    this.#show(key, recipeFormOf(recipe));
  }

  /** Sets the saved recipe that the panel is compared with. Called after the panel was saved as this recipe. */
  isSaved(recipe: SavedRecipe): void {
    if (this.#shown !== null) this.#recipes[this.#shown] = recipe;
  }

  /** Resets the panel to default values. */
  reset(): void {
    const { form } = this;
    if (form === null) return;
    const found = findAgent(form.agent, form.version);
    if (found.ok) this.#show(panelKey(form), freshPanel(found.value, this.#template));
  }

  /**
   * Loads the saved panels and saves changes. `template` returns the template for the names of results in new
   * panels; null until loaded. `service` returns the address of the service, null for the demo; undefined until
   * loaded. Must be called while a component is initialised.
   */
  follow(template: () => string | null, service: () => string | null | undefined): void {
    // repeats the request until there is an answer, because a new panel must not replace a saved panel
    const saved = live(
      this.#studio,
      'retouch.panels',
      () => (this.#shown === null ? {} : null),
      () => true,
    );
    /** The panels of the previous service. */
    let former: Output<'retouch.panels'> | undefined;
    $effect.pre(() => {
      this.#template = template() ?? defaultTemplate;
    });
    $effect.pre(() => {
      const now = service();
      if (now === undefined || now === this.#service) return;
      untrack(() => {
        if (this.#service !== undefined) {
          this.#forget();
          former = saved.value;
        }
        this.#service = now;
      });
    });
    const isSameService = () => service() === this.#service;
    $effect(() => {
      const panels = saved.value;
      if (panels === undefined || panels === former || template() === null) return;
      untrack(() => {
        if (this.#shown === null) this.#restore(panels);
      });
    });
    $effect(() => {
      if (this.form === null || !isSameService()) return;
      const text = JSON.stringify(panelOf(this.form));
      const timer = setTimeout(() => void this.#save(text), STILL);
      return () => clearTimeout(timer);
    });
    $effect(() => {
      const flush = () => {
        if (untrack(isSameService)) this.#saveAll();
      };
      addEventListener('pagehide', flush);
      return () => {
        removeEventListener('pagehide', flush);
        flush();
      };
    });
  }

  /** Forgets the panels without saving them. */
  #forget(): void {
    this.#shown = null;
    for (const key of Object.keys(this.#forms)) delete this.#forms[key];
    for (const key of Object.keys(this.#recipes)) delete this.#recipes[key];
    this.#saved.clear();
  }

  #show(key: string, form: RecipeForm): void {
    this.#forms[key] = form;
    this.#shown = key;
  }

  /** Restores the saved panels and shows the panel that was saved last. */
  #restore(panels: Output<'retouch.panels'>): void {
    for (const panel of panels) {
      const form = formOfPanel(panel, this.#template);
      if (form !== null) this.#add(form);
    }
    const [first] = agents;
    // does not save this panel, because the user has not chosen it
    if (this.#shown === null && first !== undefined) this.#add(freshPanel(first, this.#template));
  }

  /** Adds a panel whose values don't need to be saved. */
  #add(form: RecipeForm): void {
    const key = panelKey(form);
    this.#forms[key] ??= form;
    this.#saved.set(key, JSON.stringify(panelOf(form)));
    this.#shown ??= key;
  }

  #saveAll(): void {
    const shown = this.#shown;
    const others = Object.entries(this.#forms).filter(([key]) => key !== shown);
    const isAnyLate = others.map(([, form]) => this.#saveForm(form)).includes(true);
    if (shown === null) return;
    // forces a save of the current panel, because Darkslide shows the last saved panel after a restart
    if (isAnyLate) this.#saved.delete(shown);
    this.#saveForm(this.#forms[shown]);
  }

  /** Saves a panel; returns whether it had changes. */
  #saveForm(form: RecipeForm | undefined): boolean {
    if (form === undefined) return false;
    const text = JSON.stringify(panelOf(form));
    const isNew = this.#saved.get(panelKey(form)) !== text;
    void this.#save(text);
    return isNew;
  }

  async #save(text: string): Promise<void> {
    const panel = JSON.parse(text) as Input<'retouch.keep-panel'>;
    const key = panelKey(panel);
    if (this.#saved.get(key) === text || text.length > LONGEST) return;
    this.#saved.set(key, text);
    const answer = await this.#studio.ask('retouch.keep-panel', panel);
    if (!answer.ok) this.#saved.delete(key);
  }
}

const create = () => new Panels();

/** Returns the panels, kept until the window closes. Must be called while a component is initialised. */
export function usePanels(
  template: () => string | null,
  service: () => string | null | undefined,
): Panels {
  const panels = useStudio().state(create);
  panels.follow(template, service);
  return panels;
}
