import { failure } from '#shared/failure.ts';
import { dirname, resolve } from 'node:path';
import { Option, type Command } from 'commander';
import { findAgent, isWebAddress, parseSetting, useCaseParams } from '#shared/agents/index.ts';
import type { ParamValue } from '#shared/agents/index.ts';
import {
  causeText,
  failures,
  problemsIn,
  success,
  type Outcome,
  type Problem,
} from '#shared/problem.ts';
import { parseJson } from '#shared/json.ts';
import { parseRecipe, type Recipe } from '#shared/recipe.ts';
import { errorCode } from '../../base/files.ts';
import { FileRefused, readRegular } from '../../base/regular-file.ts';
import type { SharedOptions } from './context.ts';
import type { HelpTexts } from './speech.ts';
import { repeated } from './values.ts';

export interface RecipeOptions {
  readonly recipe?: string;
  readonly agent?: string;
  readonly agentVersion?: string;
  readonly useCase?: string;
  readonly set?: readonly string[];
  readonly mask?: string;
  readonly modelImage?: string;
  readonly locationImage?: string;
  readonly taskName?: string;
  readonly psd?: true;
  readonly name?: string;
}

/** Adds the recipe options of `run` and `watch`. */
export function addRecipeOptions(command: Command, t: HelpTexts): Command {
  return command
    .addOption(new Option('--recipe <file>', t('recipe.file')).conflicts(['agent', 'agentVersion']))
    .option('--agent <name>', t('recipe.agent'))
    .option('--agent-version <v>', t('option.agentVersion'))
    .option('--use-case <name>', t('recipe.useCase'))
    .option('--set <name=value>', t('recipe.set'), repeated)
    .option('--mask <file|url>', t('recipe.mask'))
    .option('--model-image <file|url>', t('recipe.modelImage'))
    .option('--location-image <file|url>', t('recipe.locationImage'))
    .option('--task-name <text>', t('recipe.taskName'))
    .option('--psd', t('recipe.psd'))
    .option('--name <template>', t('recipe.name'));
}

/** Maximum bytes of a recipe file; recipes are far smaller. */
const LARGEST = 1_000_000;

/** A recipe, and the folder to which its file paths are relative. */
export interface ChosenRecipe {
  readonly recipe: Recipe;
  readonly baseFolder: string;
}

type Json = Readonly<Record<string, unknown>>;

/**
 * Returns the recipe of a command line: the file or the agent, overridden by the options. Reports all problems
 * together.
 */
export async function chooseRecipe(
  options: RecipeOptions,
  shared: SharedOptions,
): Promise<Outcome<ChosenRecipe>> {
  const start = await startOf(options);
  if (!start.ok) return start;
  const { file, baseFolder } = start.value;
  const settings = readSettings(file, options);
  const parsed = parseRecipe({
    ...file,
    ...section('params', file, settings.values),
    ...section('init', file, {
      fashionModelImage: absolute(options.modelImage),
      locationImage: absolute(options.locationImage),
      taskName: options.taskName,
    }),
    ...section('delivery', file, {
      name: options.name,
      psd: options.psd,
      metadata: shared.metadata,
    }),
    ...(options.mask === undefined ? {} : { mask: absolute(options.mask) }),
    ...(shared.onDoubt === undefined ? {} : { onDoubt: shared.onDoubt }),
  });
  // Without the values of the use case, the check of the recipe would also report missing parameters.
  if (settings.isUseCaseRefused) return failures(settings.problems);
  if (parsed.ok && settings.problems.length === 0) {
    return success({ recipe: parsed.value, baseFolder });
  }
  return failures(withoutTwins([...settings.problems, ...problemsIn(parsed)]));
}

/** The recipe file whose values the options override. */
interface RecipeStart {
  readonly file: Json;
  readonly baseFolder: string;
}

async function startOf(options: RecipeOptions): Promise<Outcome<RecipeStart>> {
  const { recipe, agent, agentVersion } = options;
  if (recipe !== undefined) return readRecipeFile(resolve(recipe));
  if (agent === undefined) {
    return failure('usage.recipe');
  }
  const version = agentVersion === undefined ? {} : { version: agentVersion };
  return success({ file: { agent, ...version }, baseFolder: process.cwd() });
}

async function readRecipeFile(path: string): Promise<Outcome<RecipeStart>> {
  const unreadable = (
    why: 'not-regular' | 'too-large' | 'missing' | 'object' | 'json' | 'unreadable',
    error: unknown,
  ) => failure(`recipe-unreadable.${why}`, { path }, { detail: causeText(error) });
  let text: string;
  try {
    text = (await readRegular(path, { most: LARGEST })).toString('utf8');
  } catch (error) {
    if (error instanceof FileRefused && error.code === 'NOT_REGULAR') {
      return unreadable('not-regular', error);
    }
    if (error instanceof FileRefused && error.code === 'TOO_LARGE') {
      return unreadable('too-large', error);
    }
    return errorCode(error) === 'ENOENT'
      ? unreadable('missing', error)
      : unreadable('unreadable', error);
  }
  try {
    const file: unknown = parseJson(text);
    if (typeof file === 'object' && file !== null && !Array.isArray(file)) {
      return success({ file: file as Json, baseFolder: dirname(path) });
    }
    return unreadable('object', 'not an object');
  } catch (error) {
    return unreadable('json', error);
  }
}

/**
 * Returns the values of --use-case, overridden by --set, with the types that the agent requires. The check of the
 * recipe reports an unknown agent.
 */
function readSettings(file: Json, { set = [], useCase }: RecipeOptions) {
  const { agent, version } = file;
  const found =
    typeof agent === 'string'
      ? findAgent(agent, typeof version === 'string' ? version : undefined)
      : null;
  const values: Record<string, ParamValue> = {};
  const problems: Problem[] = [];
  if (found?.ok !== true) return { values, problems, isUseCaseRefused: false };
  for (const text of set) {
    const setting = parseSetting(found.value, text);
    if (setting.ok) values[setting.value[0]] = setting.value[1];
    else problems.push(setting.problem);
  }
  if (useCase === undefined) return { values, problems, isUseCaseRefused: false };
  const own = file['params'];
  const given = { ...(typeof own === 'object' ? own : {}), ...values };
  const chosen = useCaseParams(found.value, useCase, given);
  if (!chosen.ok) {
    return { values, problems: [...problems, chosen.problem], isUseCaseRefused: true };
  }
  return { values: { ...chosen.value, ...values }, problems, isUseCaseRefused: false };
}

/** Returns a section of the recipe overridden by the options; an empty object if no option changes it. */
function section(name: string, file: Json, over: Json): Json {
  const said = Object.entries(over).filter(([, value]) => value !== undefined);
  if (said.length === 0) return {};
  const own = file[name];
  return { [name]: { ...(typeof own === 'object' ? own : {}), ...Object.fromEntries(said) } };
}

/** Resolves a path against the current folder instead of the recipe's folder. */
function absolute(reference: string | undefined): string | undefined {
  return reference === undefined || isWebAddress(reference) ? reference : resolve(reference);
}

/** Keeps one problem per parameter, because a setting that cannot be read is also reported as missing. */
function withoutTwins(problems: readonly Problem[]): Problem[] {
  return problems.filter(
    ({ parameter }, at) =>
      parameter === undefined || problems.findIndex((p) => p.parameter === parameter) === at,
  );
}
