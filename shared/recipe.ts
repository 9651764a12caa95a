import * as v from 'valibot';
import { charactersAtMost } from './characters.ts';
import {
  checkInit,
  checkParams,
  findAgent,
  isImageReference,
  isWebAddress,
  wireParams,
  takesMask,
} from './agents/index.ts';
import type { AgentVersion, Parameter, ParamValue } from './agents/index.ts';
import { isGiven } from './agents/conditions.ts';
import { shown } from './agents/values.ts';
import { isPresetName } from './finish/preset-name.ts';
import { checkTemplate, defaultTemplate } from './naming.ts';
import { nearest } from './nearest.ts';
import { failure, problemOf } from './page-failure.ts';
import { failures, success, type Outcome, type Problem } from './problem.ts';
import { longestSide, shortestSide } from './upload-size.ts';
import { isObject, type JsonObject } from './json.ts';

/** A named agent with version, parameters and delivery rules. Hot folders run recipes, panels edit them. */
export interface Recipe {
  readonly format: 1;
  readonly name: string;
  readonly agent: string;
  readonly version: string;
  /** Only values that were given and that apply; `wireParams` creates the wire body from them. */
  readonly params: Readonly<Record<string, ParamValue>>;
  /** The values for images are http(s) URLs or file paths. */
  readonly init: {
    readonly taskName?: string;
    readonly fashionModelImage?: string;
    readonly locationImage?: string;
  };
  /** http(s) URL or file path of a mask image, for maskType `custom`. */
  readonly mask: string | null;
  readonly prepare: {
    /** Colour (`#rrggbb`) for padding a photo that is too long; null refuses such a photo. */
    readonly pad: string | null;
    /** Maximum px of the long side of the uploaded photo; if absent, the photo keeps its size. */
    readonly longSide?: number;
    readonly gps: 'remove' | 'keep';
  };
  readonly delivery: {
    /** Naming template, see naming.ts. */
    readonly name: string;
    readonly psd: boolean;
    readonly metadata: 'keep' | 'none';
    /** Whether to restore the photo's own pixels in the area that the mask keeps, and to add a layered PSD. */
    readonly originalPixels: boolean;
    /** Width in px of the photo, inside the kept area, over which the photo's own pixels blend into the result. */
    readonly feather: number;
    /** Names of the presets of Finish with which files are made from every result. */
    readonly finish: readonly string[];
  };
  /** What to do if it is unknown whether an execution was charged. */
  readonly onDoubt: 'hold' | 'resend';
  /** Whether to delete the task from the service when the job is done. */
  readonly deleteTask: boolean;
}

const longestName = 100;

/** The default padding colour. */
export const usualPad = '#ffffff';

/** Maximum feather in px. */
export const featherAtMost = 200;
/** Maximum number of presets of Finish in one recipe. */
const presetsAtMost = 20;

/**
 * px; wide enough to hide the edge of a hand-painted mask, and narrow enough to leave nearly all of the kept area
 * unchanged.
 */
export const usualFeather = 12;

const text = v.string('text');
const flag = v.boolean('boolean');
const oneOf = <const T extends readonly string[]>(...values: T) =>
  v.picklist(values, `choice ${values.join('|')}`);
const image = v.pipe(text, v.check(isImageReference, 'image'));

/** Accepts only objects; `v.object` would also accept an array. */
const anyObject = v.custom<JsonObject>(isObject, 'object');

const prepareFields = {
  pad: v.optional(v.nullable(v.pipe(text, v.regex(/^#[0-9a-f]{6}$/i, 'colour'))), null),
  longSide: v.exactOptional(
    v.pipe(
      v.number('pixels'),
      v.integer('pixels'),
      v.minValue(shortestSide, `atLeast ${shortestSide}`),
      v.maxValue(longestSide, `atMost ${longestSide}`),
    ),
  ),
  gps: v.optional(oneOf('remove', 'keep'), 'remove'),
};

const deliveryFields = {
  name: v.optional(text, defaultTemplate),
  psd: v.optional(flag, false),
  metadata: v.optional(oneOf('keep', 'none'), 'keep'),
  originalPixels: v.optional(flag, false),
  feather: v.optional(
    v.pipe(
      v.number(`range ${featherAtMost}`),
      v.check(
        (px) => Number.isInteger(px) && px >= 0 && px <= featherAtMost,
        `wholeRange ${featherAtMost}`,
      ),
    ),
    usualFeather,
  ),
  finish: v.optional(
    v.pipe(
      v.array(v.pipe(text, v.check(isPresetName, 'presetName')), 'list'),
      v.maxLength(presetsAtMost, `presets ${presetsAtMost}`),
      v.transform((names) => [...new Set(names)]),
    ),
    [],
  ),
};

const fields = {
  format: v.optional(v.literal(1, 'format'), 1),
  name: v.exactOptional(
    v.pipe(
      text,
      v.trim(),
      v.nonEmpty('blank'),
      charactersAtMost(longestName, `characters ${longestName}`),
    ),
  ),
  agent: text,
  version: v.exactOptional(text),
  params: v.optional(anyObject, {}),
  init: v.optional(anyObject, {}),
  mask: v.optional(v.nullable(image), null),
  prepare: v.optional(v.pipe(anyObject, v.object(prepareFields)), {}),
  delivery: v.optional(v.pipe(anyObject, v.object(deliveryFields)), {}),
  onDoubt: v.optional(oneOf('hold', 'resend'), 'hold'),
  deleteTask: v.optional(flag, false),
};
const fileSchema = v.object(fields);
type RecipeFile = v.InferOutput<typeof fileSchema>;

/** Returns the problems of unknown fields, at the top level and in the sections. */
function unknownFields(file: JsonObject): Problem[] {
  const sections = [
    { at: '', value: file, known: Object.keys(fields) },
    { at: 'prepare.', value: file['prepare'], known: Object.keys(prepareFields) },
    { at: 'delivery.', value: file['delivery'], known: Object.keys(deliveryFields) },
  ];
  return sections.flatMap(({ at, value, known }) =>
    Object.keys(isObject(value) ? value : {})
      .filter((name) => !known.includes(name))
      .map((name) => unknownField(at, name, known)),
  );
}

function unknownField(at: string, name: string, known: readonly string[]): Problem {
  const field = at + name;
  const meant = nearest(name, known);
  return meant === null
    ? problemOf(
        'recipe-invalid.unknown',
        { field, fields: known.map((one) => at + one) },
        { parameter: field },
      )
    : problemOf('recipe-invalid.nearest', { field, meant }, { parameter: field });
}

function fieldProblem(issue: v.BaseIssue<unknown>): Problem {
  const field = v.getDotPath(issue) ?? '';
  if (issue.input === undefined) {
    return problemOf('recipe-invalid.agent', {}, { parameter: field });
  }
  const [name, most = ''] = issue.message.split(' ');
  const rule = { why: name ?? '', most, parameter: field, value: shown(issue.input) };
  return problemOf('recipe-invalid', rule, { parameter: field });
}

/**
 * Returns the agent's problems with the fields that could be read. Fields in `broken` already have a problem and are
 * not checked again.
 */
function agentProblems(file: JsonObject, broken: ReadonlySet<string>): Problem[] {
  const { agent, version, params = {}, init = {}, mask = null } = file;
  if (typeof agent !== 'string') return [];
  const found = findAgent(agent, typeof version === 'string' ? version : undefined);
  if (!found.ok) return [found.problem];
  const maskGiven = mask !== null;
  return [
    ...(broken.has('params') ? [] : checkParams(found.value, params as JsonObject, { maskGiven })),
    ...(broken.has('init') ? [] : checkInit(found.value, init as JsonObject, { inRecipe: true })),
  ];
}

function templateProblems({ delivery }: JsonObject): Problem[] {
  const template = isObject(delivery) ? delivery['name'] : undefined;
  if (typeof template !== 'string') return [];
  return checkTemplate(template).map((problem) => ({ ...problem, parameter: 'delivery.name' }));
}

/** Checks that original pixels can be restored: the agent must use a mask, and the mask must be a file. */
function originalPixelsProblems({ agent, version, mask, delivery }: JsonObject): Problem[] {
  if (!isObject(delivery) || delivery['originalPixels'] !== true) return [];
  const found =
    typeof agent === 'string'
      ? findAgent(agent, typeof version === 'string' ? version : undefined)
      : null;
  const field = 'delivery.originalPixels';
  if (found?.ok === true && !takesMask(found.value)) {
    const values = { agent: found.value.name, parameter: field };
    return [problemOf('recipe-invalid.original-pixels', values, { parameter: field })];
  }
  if (typeof mask === 'string' && isWebAddress(mask)) {
    return [problemOf('recipe-invalid.mask-address', {}, { parameter: field })];
  }
  return [];
}

/** Returns the values that were given, in the catalogue's order. */
function givenOnly(parameters: readonly Parameter[], values: JsonObject): JsonObject {
  const given = parameters.filter((parameter) => isGiven(parameter, values));
  return Object.fromEntries(given.map(({ name }) => [name, values[name]]));
}

/** Returns the recipe in a valid file, with defaults. */
function completed(file: RecipeFile): Recipe {
  const agent = agentOf(file);
  return {
    format: 1,
    name: file.name ?? agent.name,
    agent: agent.name,
    version: agent.version,
    params: givenOnly(agent.params, file.params) as Record<string, ParamValue>,
    init: givenOnly(agent.init, file.init),
    mask: file.mask,
    prepare: file.prepare,
    delivery: file.delivery,
    onDoubt: file.onDoubt,
    deleteTask: file.deleteTask,
  };
}

/**
 * Parses a recipe from the JSON of a file or form. Only `agent` and its required parameters must be given; everything
 * else has a default. Reports all problems, each with its parameter or field (`prepare.pad`).
 */
export function parseRecipe(json: unknown): Outcome<Recipe> {
  if (!isObject(json)) {
    return failure('recipe-invalid.object');
  }
  const parsed = v.safeParse(fileSchema, json);
  const issues = parsed.issues ?? [];
  const problems = [
    ...unknownFields(json),
    ...issues.map(fieldProblem),
    ...agentProblems(json, new Set(issues.map((issue) => v.getDotPath(issue) ?? ''))),
    ...templateProblems(json),
    ...originalPixelsProblems(json),
  ];
  return parsed.success && problems.length === 0
    ? success(completed(parsed.output))
    : failures(problems);
}

function agentOf(recipe: { readonly agent: string; readonly version?: string }): AgentVersion {
  const found = findAgent(recipe.agent, recipe.version);
  if (!found.ok) throw new Error(`the recipe was not parsed: ${found.problem.message}`);
  return found.value;
}

/**
 * Returns canonical JSON of everything that decides what is bought: agent, version, the sent parameters with the
 * service's defaults, additional photos, mask and padding, but not the names or the delivery. The order of keys in the
 * recipe has no effect. Files are named by their paths, which callers replace with hashes of the contents.
 */
export function recipeIdentity(recipe: Recipe): string {
  const agent = agentOf(recipe);
  const { fashionModelImage = null, locationImage = null } = recipe.init;
  return JSON.stringify({
    agent: agent.name,
    version: agent.version,
    params: wireParams(agent, withDefaults(agent, recipe.params)),
    fashionModelImage,
    locationImage,
    mask: recipe.mask,
    pad: recipe.prepare.pad,
    // Omitted if not set, so that purchases made before this field existed keep their identity.
    ...(recipe.prepare.longSide === undefined ? {} : { longSide: recipe.prepare.longSide }),
  });
}

/** Returns the parameters, with the service's defaults for those that are not given. */
function withDefaults(agent: AgentVersion, params: Recipe['params']): JsonObject {
  const defaults = agent.params.map((parameter) => [parameter.name, parameter.default]);
  return { ...Object.fromEntries(defaults), ...givenOnly(agent.params, params) };
}

/** Returns the text of a recipe file; `parseRecipe` reads it into an equal recipe. */
export function exportRecipe(recipe: Recipe): string {
  return `${JSON.stringify(recipe, null, 2)}\n`;
}
