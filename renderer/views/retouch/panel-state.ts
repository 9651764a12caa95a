import { findAgent, type AgentVersion } from '#shared/agents/index.ts';
import type { PanelState } from '#shared/views/retouch.ts';
import {
  formOfAgent,
  panelKey,
  valuesOf,
  type RecipeForm,
} from '../../parts/recipe/recipe-form.ts';

type Settings = Readonly<Record<string, unknown>>;

/** Returns an agent's panel with default values. `template` is the template for the names of results. */
export function freshPanel(
  { name, version, params, example, begins = {} }: AgentVersion,
  template: string,
): RecipeForm {
  const begun = params.filter(
    (parameter) => parameter.kind.type !== 'text' && parameter.default === undefined,
  );
  const values = Object.fromEntries(
    begun.flatMap((parameter) =>
      parameter.name in example ? [[parameter.name, example[parameter.name]]] : [],
    ),
  );
  return formOfAgent({ name, version }, { ...values, ...begins }, template);
}

/** Returns the part of a panel's form that is saved. */
export function panelOf(form: RecipeForm): PanelState {
  const { agent, version, params: _, ...rest } = form;
  return { agent, version, settings: { ...rest, params: valuesOf(form) } };
}

/**
 * Restores a saved panel. A panel that an older version of Darkslide saved in another format gets default
 * values. Returns null if the agent no longer exists.
 */
export function formOfPanel(
  { agent, version, settings }: PanelState,
  template: string,
): RecipeForm | null {
  const found = findAgent(agent, version);
  if (!found.ok) return null;
  const fresh = freshPanel(found.value, template);
  return {
    ...fresh,
    ...sameKind(fresh, settings),
    params: { [panelKey(fresh)]: objectIn(settings, 'params') ?? valuesOf(fresh) },
    init: objectIn(settings, 'init') ?? {},
    finish: textsIn(settings, 'finish'),
    pad: typeof settings['pad'] === 'string' ? settings['pad'] : null,
    longSide: typeof settings['longSide'] === 'number' ? settings['longSide'] : null,
  };
}

const words = ['name', 'mask', 'template'] as const;
const flags = ['psd', 'originalPixels', 'deleteTask'] as const;
const numbers = ['feather'] as const;
const picks = {
  gps: ['remove', 'keep'],
  metadata: ['keep', 'none'],
  onDoubt: ['hold', 'resend'],
} as const;

function sameKind(fresh: RecipeForm, settings: Settings): Partial<RecipeForm> {
  const kept: Record<string, unknown> = {};
  for (const name of [...words, ...flags, ...numbers]) {
    if (typeof settings[name] === typeof fresh[name]) kept[name] = settings[name];
  }
  for (const [name, allowed] of Object.entries(picks)) {
    if (allowed.some((value) => value === settings[name])) kept[name] = settings[name];
  }
  return kept;
}

function textsIn(settings: Settings, name: string): string[] {
  const value = settings[name];
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}

function objectIn(settings: Settings, name: string): Record<string, unknown> | null {
  const value = settings[name];
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject ? { ...(value as Record<string, unknown>) } : null;
}
