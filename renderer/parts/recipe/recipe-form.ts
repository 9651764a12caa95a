import {
  agents,
  findAgent,
  isWebAddress,
  takesMask,
  type AgentVersion,
  type ParamValue,
} from '#shared/agents/index.ts';
import { applies, maskParameters } from '#shared/agents/conditions.ts';
import { valueFault } from '#shared/agents/values.ts';
import type { NameValues } from '#shared/naming.ts';
import { problemsIn, type Problem } from '#shared/problem.ts';
import { parseRecipe, usualFeather, type Recipe } from '#shared/recipe.ts';
import { shortestSide, type UploadWish } from '#shared/upload-size.ts';

type Values = Record<string, unknown>;

/** The typed values of a recipe. Keeps the values of every agent that the user has chosen. */
export interface RecipeForm {
  name: string;
  agent: string;
  version: string;
  /** Values as typed, by agent and version (`panelKey`) and then by parameter. */
  params: Record<string, Values>;
  init: Values;
  mask: string;
  /** Padding colour; null to reject a photo whose aspect ratio is too extreme instead of padding it. */
  pad: string | null;
  /** Long side of the photo in px, or what the user has typed; null to upload the original size. */
  longSide: unknown;
  gps: Recipe['prepare']['gps'];
  template: string;
  psd: boolean;
  metadata: Recipe['delivery']['metadata'];
  originalPixels: boolean;
  /** Feather of the mask in px, or what the user has typed. */
  feather: unknown;
  /** Names of the presets of Finish. */
  finish: string[];
  onDoubt: Recipe['onDoubt'];
  deleteTask: boolean;
}

export function recipeFormOf(recipe: Recipe): RecipeForm {
  return {
    name: recipe.name,
    agent: recipe.agent,
    version: recipe.version,
    params: { [panelKey(recipe)]: { ...recipe.params } },
    init: { ...recipe.init },
    mask: recipe.mask ?? '',
    pad: recipe.prepare.pad,
    longSide: recipe.prepare.longSide ?? null,
    gps: recipe.prepare.gps,
    template: recipe.delivery.name,
    psd: recipe.delivery.psd,
    metadata: recipe.delivery.metadata,
    originalPixels: recipe.delivery.originalPixels,
    feather: recipe.delivery.feather,
    finish: [...recipe.delivery.finish],
    onDoubt: recipe.onDoubt,
    deleteTask: recipe.deleteTask,
  };
}

/**
 * Creates a form for a new recipe. Chooses the first agent that can run on any photo, and fills in the values of this
 * agent's example.
 */
export function newRecipeForm(template: string): RecipeForm {
  const agent = agents.find(({ legacy, rules }) => !legacy && rules.length > 0) ?? agents[0];
  if (agent === undefined) throw new Error('the catalogue is empty');
  return formOfAgent(agent, { ...agent.example }, template);
}

/** Creates a form with the values of an agent and the default settings. */
export function formOfAgent(
  { name, version }: Pick<AgentVersion, 'name' | 'version'>,
  params: Record<string, unknown>,
  template: string,
): RecipeForm {
  return {
    name: '',
    agent: name,
    version,
    params: { [panelKey({ agent: name, version })]: params },
    init: {},
    mask: '',
    pad: null,
    longSide: null,
    gps: 'remove',
    template,
    psd: false,
    metadata: 'keep',
    originalPixels: false,
    feather: usualFeather,
    finish: [],
    onDoubt: 'hold',
    deleteTask: false,
  };
}

export function agentOf(form: RecipeForm): AgentVersion {
  const found = findAgent(form.agent, form.version);
  if (!found.ok) throw new Error(found.problem.message);
  return found.value;
}

/** Returns the values of the chosen agent. */
export function valuesOf(form: RecipeForm): Values {
  return form.params[panelKey(form)] ?? {};
}

/**
 * Returns the key of an agent and its version. Each version has its own values, because the same id means different
 * things in two versions.
 */
export function panelKey({ agent, version }: Pick<RecipeForm, 'agent' | 'version'>): string {
  return `${agent} ${version}`;
}

/** Sets a typed value; undefined removes the value. */
export function type(form: RecipeForm, name: string, value: unknown): void {
  (form.params[panelKey(form)] ??= {})[name] = value;
}

/**
 * Chooses an agent and restores the values that the user has typed for this agent. If there are none, copies the
 * previous agent's values that the new agent accepts, except ids, which are valid only for one version of one agent.
 */
export function chooseAgent(form: RecipeForm, agent: AgentVersion): void {
  const before = valuesOf(form);
  form.params[panelKey({ agent: agent.name, version: agent.version })] ??= {
    ...Object.fromEntries(
      agent.params
        .filter(({ name }) => before[name] !== undefined)
        .filter(({ kind }) => kind.type !== 'id' && kind.type !== 'ids')
        .filter(({ name, kind }) => valueFault(kind, before[name], { given: before }) === undefined)
        .map(({ name }) => [name, before[name]]),
    ),
    ...agent.begins,
  };
  form.agent = agent.name;
  form.version = agent.version;
}

/** Checks whether a run would use the mask of the mask field. */
export function usesMask(form: RecipeForm): boolean {
  const agent = agentOf(form);
  const [mask] = maskParameters(agent);
  return mask !== undefined && applies(agent, mask, valuesOf(form)) === true;
}

/**
 * Checks whether the original pixels can be restored in the results. This needs a local mask file: the file in the
 * mask field, or a file named in the ticket beside a photo in a hot folder.
 */
export function mayHaveOriginalPixels(form: RecipeForm): boolean {
  if (usesMask(form)) return !isWebAddress(form.mask.trim());
  return form.originalPixels && takesMask(agentOf(form));
}

/** Returns the upload size in the form; ignores invalid input. */
export function uploadWishOf({ pad, longSide }: Pick<RecipeForm, 'pad' | 'longSide'>): UploadWish {
  const isSize = typeof longSide === 'number' && longSide >= shortestSide;
  return { pad, longSide: isSize ? longSide : undefined };
}

/** Parses the form into a recipe; if the form is invalid, returns all problems. */
export function readForm(
  form: RecipeForm,
): { readonly recipe: Recipe } | { readonly problems: readonly Problem[] } {
  const agent = agentOf(form);
  const values = valuesOf(form);
  const used = agent.params.filter((parameter) => applies(agent, parameter, values) !== false);
  const given = (names: readonly string[], all: Values) =>
    Object.fromEntries(names.filter((name) => isTyped(all[name])).map((name) => [name, all[name]]));
  const parsed = parseRecipe({
    format: 1,
    name: form.name,
    agent: form.agent,
    version: form.version,
    params: given(
      used.map(({ name }) => name),
      values,
    ),
    init: given(
      agent.init.map(({ name }) => name),
      form.init,
    ),
    mask: form.mask.trim() === '' || !usesMask(form) ? null : form.mask.trim(),
    prepare: {
      pad: form.pad,
      gps: form.gps,
      ...(form.longSide === null ? {} : { longSide: form.longSide ?? '' }),
    },
    delivery: {
      name: form.template,
      psd: form.psd,
      metadata: form.metadata,
      finish: form.finish,
      ...(form.originalPixels && mayHaveOriginalPixels(form)
        ? { originalPixels: true, feather: form.feather ?? '' }
        : {}),
    },
    onDoubt: form.onDoubt,
    deleteTask: form.deleteTask,
  });
  return parsed.ok ? { recipe: parsed.value } : { problems: problemsIn(parsed) };
}

/** Returns the values for an example file name. Models and scenes are named by their ids in the recipe. */
export function exampleOf(
  recipe: {
    readonly name: string;
    readonly agent: string;
    readonly version: string;
    readonly params: Readonly<Record<string, unknown>>;
  },
  photoName: string,
  folder: string,
  skuPattern: string | null,
): Omit<NameValues, 'at'> {
  const id = (value: unknown) => (typeof value === 'number' ? String(value) : '');
  return {
    photoName,
    resultName: null,
    folder,
    agent: recipe.agent,
    version: recipe.version,
    recipe: recipe.name,
    model: id(recipe.params['fashionModelId']),
    scene: id(recipe.params['locationId'] ?? recipe.params['backgroundId']),
    seq: 1,
    index: 1,
    skuPattern,
  };
}

/** Returns the extension of the results, with the dot. */
export function extensionOf(params: Readonly<Record<string, unknown>>): string {
  return params['resultImageFormat'] === 'jpg' ? '.jpg' : '.png';
}

function isTyped(value: unknown): value is ParamValue {
  return value !== undefined && !(typeof value === 'string' && value.trim() === '');
}
