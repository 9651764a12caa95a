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
import { checkTemplate, defaultTemplate } from './naming.ts';
import { didYouMean } from './nearest.ts';
import { failure, failures, success, type Outcome, type Problem } from './problem.ts';
import { longestSide, shortestSide } from './upload-size.ts';

/** A named agent + version + parameters + delivery rules: what a hot folder runs and a panel edits. */
export interface Recipe {
  readonly format: 1;
  readonly name: string;
  readonly agent: string;
  readonly version: string;
  /** Only values that are given and apply; `wireParams` makes the wire body of them. */
  readonly params: Readonly<Record<string, ParamValue>>;
  /** The images are http(s) addresses or file paths. */
  readonly init: {
    readonly taskName?: string;
    readonly fashionModelImage?: string;
    readonly locationImage?: string;
  };
  /** http(s) address or file path of a mask image, for maskType `custom`. */
  readonly mask: string | null;
  readonly prepare: {
    /** `#rrggbb` that a too long photo is padded with; null refuses it. */
    readonly pad: string | null;
    /** px that a photo's long side is brought to at most; left out, it keeps its size. */
    readonly longSide?: number;
    readonly gps: 'remove' | 'keep';
  };
  readonly delivery: {
    /** Naming template, see naming.ts. */
    readonly name: string;
    readonly psd: boolean;
    readonly metadata: 'keep' | 'none';
    /** Put the photo's own pixels back where the mask keeps them, with a layered PSD beside. */
    readonly originalPixels: boolean;
    /** px of the photo over which its own pixels pass into the result, inside the kept area. */
    readonly feather: number;
  };
  /** What becomes of an execution when nobody can say whether it was charged. */
  readonly onDoubt: 'hold' | 'resend';
  /** Delete the task at the service when the job is done. */
  readonly deleteTask: boolean;
}

const longestName = 100;

/** What a photo is padded with where nobody has chosen a colour. */
export const usualPad = '#ffffff';

/** px */
export const featherAtMost = 200;
/** px; hides the edge of a mask painted by hand, and leaves nearly all of what is kept untouched. */
export const usualFeather = 12;

const text = v.string('must be text');
const flag = v.boolean('must be true or false');
const oneOf = <const T extends readonly string[]>(...values: T) =>
  v.picklist(values, `must be ${values.join(' or ')}`);
const image = v.pipe(
  text,
  v.check(
    isImageReference,
    'must be a file path, or an address that starts with http:// or https://',
  ),
);

type JsonObject = Readonly<Record<string, unknown>>;

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** `v.object` alone would take an array. */
const anyObject = v.custom<JsonObject>(isObject, 'must be an object');

const prepareFields = {
  pad: v.optional(
    v.nullable(
      v.pipe(text, v.regex(/^#[0-9a-f]{6}$/i, 'must be a colour of the form #rrggbb, or null')),
    ),
    null,
  ),
  longSide: v.exactOptional(
    v.pipe(
      v.number('must be a whole number of pixels'),
      v.integer('must be a whole number of pixels'),
      v.minValue(shortestSide, `must be at least ${shortestSide} pixels`),
      v.maxValue(longestSide, `must be at most ${longestSide} pixels`),
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
      v.number(`must be a number of pixels from 0 to ${featherAtMost}`),
      v.check(
        (px) => Number.isInteger(px) && px >= 0 && px <= featherAtMost,
        `must be a whole number of pixels from 0 to ${featherAtMost}`,
      ),
    ),
    usualFeather,
  ),
};

const fields = {
  format: v.optional(
    v.literal(1, 'must be 1; a recipe of a newer Darkslide needs that Darkslide'),
    1,
  ),
  name: v.exactOptional(
    v.pipe(text, v.trim(), v.nonEmpty('must not be blank'), charactersAtMost(longestName)),
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

function invalid(message: string, parameter?: string): Problem {
  return { code: 'recipe-invalid', message, ...(parameter === undefined ? {} : { parameter }) };
}

/** Fields that a recipe does not have, at the top and in its sections. */
function unknownFields(file: JsonObject): Problem[] {
  const sections = [
    { at: '', value: file, known: Object.keys(fields) },
    { at: 'prepare.', value: file['prepare'], known: Object.keys(prepareFields) },
    { at: 'delivery.', value: file['delivery'], known: Object.keys(deliveryFields) },
  ];
  return sections.flatMap(({ at, value, known }) =>
    Object.keys(isObject(value) ? value : {})
      .filter((name) => !known.includes(name))
      .map((name) =>
        invalid(
          `A recipe has no field "${at}${name}".${didYouMean(name, known) || ` There are ${known.map((one) => at + one).join(', ')}.`}`,
          at + name,
        ),
      ),
  );
}

function fieldProblem(issue: v.BaseIssue<unknown>): Problem {
  const field = v.getDotPath(issue) ?? '';
  if (issue.input === undefined) {
    return invalid('The recipe names no agent: give "agent", such as "removeBG".', field);
  }
  return invalid(`The recipe's ${field} ${issue.message}; it is ${shown(issue.input)}.`, field);
}

/**
 * Everything the agent has to say about the fields that can be read. `broken` ones have their problem
 * already and are not told twice.
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

/** The photo's own pixels need a mask that is here: the agent takes one, and it is no address. */
function originalPixelsProblems({ agent, version, mask, delivery }: JsonObject): Problem[] {
  if (!isObject(delivery) || delivery['originalPixels'] !== true) return [];
  const found =
    typeof agent === 'string'
      ? findAgent(agent, typeof version === 'string' ? version : undefined)
      : null;
  const field = 'delivery.originalPixels';
  if (found?.ok === true && !takesMask(found.value)) {
    const message = `The agent ${found.value.name} takes no mask, so there is nothing that says where the photo's own pixels are put back. Leave "${field}" out.`;
    return [invalid(message, field)];
  }
  if (typeof mask === 'string' && isWebAddress(mask)) {
    const message = `The mask is given by its address, so Darkslide does not have it and cannot put the photo's own pixels back. Give the mask as a file.`;
    return [invalid(message, field)];
  }
  return [];
}

/** The values that are given, in the catalogue's order. */
function givenOnly(parameters: readonly Parameter[], values: JsonObject): JsonObject {
  const given = parameters.filter((parameter) => isGiven(parameter, values));
  return Object.fromEntries(given.map(({ name }) => [name, values[name]]));
}

/** The recipe of a file in which nothing is wrong. */
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
 * A recipe from the JSON of a file or of a form. Only `agent`, and the parameters it requires, must
 * be there; everything else has a default. Tells every problem at once, each with the parameter or
 * the field (`prepare.pad`) it means.
 */
export function parseRecipe(json: unknown): Outcome<Recipe> {
  if (!isObject(json)) {
    return failure(invalid('A recipe is a JSON object with at least the field "agent".'));
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
 * Canonical JSON of exactly what decides what is bought: agent, version, the parameters as sent with
 * the service's defaults filled in, the further photos, the mask and the padding. Not the names, not
 * the delivery. The same recipe gives the same text whatever the order of its keys. Files are named
 * by path: what hashes this replaces them by their content first.
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
    // left out where it is not said: what was bought before there was such a thing is still the same
    ...(recipe.prepare.longSide === undefined ? {} : { longSide: recipe.prepare.longSide }),
  });
}

/** The parameters with the service's defaults where none is given. */
function withDefaults(agent: AgentVersion, params: Recipe['params']): JsonObject {
  const defaults = agent.params.map((parameter) => [parameter.name, parameter.default]);
  return { ...Object.fromEntries(defaults), ...givenOnly(agent.params, params) };
}

/** The text of a recipe file that `parseRecipe` reads back to an equal recipe. */
export function exportRecipe(recipe: Recipe): string {
  return `${JSON.stringify(recipe, null, 2)}\n`;
}
