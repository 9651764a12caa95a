import type { Handlers } from '#shared/contract/serve.ts';
import type { ChannelName, Input, Output } from '#shared/ipc.ts';
import { isWebAddress } from '#shared/agents/index.ts';
import { failure } from '#shared/failure.ts';

import { parseRecipe } from '#shared/recipe.ts';
import { imagePaths } from '../../app/recipes/image-paths.ts';
import type { Reach } from './reach.ts';

/** Paths by parameter. A problem with a path names the path's parameter. */
type NamedPaths = Readonly<Record<string, string | null | undefined | readonly string[]>>;

/**
 * All channels that accept paths from a page, each with a function that returns the paths in its input. The paths are
 * checked before the handler runs. The handler of `settings.import` reads its text and checks the paths itself.
 */
const inputs: { readonly [C in ChannelName]?: (input: Input<C>) => NamedPaths } = {
  'host.list-folders': ({ path }) => ({ path }),
  'folders.foresee': ({ draft }) => ({ path: draft.path, outFolder: draft.outFolder }),
  'folders.add': ({ draft }) => ({ path: draft.path, outFolder: draft.outFolder }),
  'folders.edit': ({ draft }) => ({ path: draft.path, outFolder: draft.outFolder }),
  'folders.copy-in': ({ paths, from }) => ({ paths, from }),
  'queue.run-changed': ({ recipe }) => ({ recipe: inRecipe(recipe) }),
  'recipes.save': ({ recipe }) => ({ recipe: inRecipe(recipe) }),
  'retouch.find': ({ paths }) => ({ paths }),
  'retouch.add': ({ paths }) => ({ paths }),
  'retouch.further': ({ path }) => ({ path: image(path) }),
  'retouch.run': ({ recipe }) => ({ recipe: inRecipe(recipe) }),
  'retouch.foresee': ({ recipe }) => ({ recipe: inRecipe(recipe) }),
  'retouch.keep-panel': ({ settings }) => ({ settings: absoluteIn(settings) }),
  'masks.load': ({ path }) => ({ path }),
  'masks.at': ({ path }) => ({ path: image(path) }),
  'custom-models.look': ({ path }) => ({ path: image(path) }),
  'custom-models.create': ({ photos }) => ({
    photos: photos.map(({ path }) => path).filter(isFile),
  }),
  'custom-models.set-release': ({ path }) => ({ path }),
  'finish.preview': ({ path }) => ({ path }),
  'finish.measure': ({ path }) => ({ path }),
  'export.start': ({ options }) => ({ folder: options.folder }),
  'settings.change': ({ preferences }) => ({
    outFolder: preferences.outFolder,
    folder: preferences.export?.folder,
    extraCertificates: preferences.network?.extraCertificates,
  }),
  'stations.join': ({ certificateFile }) => ({ certificateFile }),
  'stations.set-root': ({ folder }) => ({ folder }),
  'settings.network': ({ network }) => ({ extraCertificates: network.extraCertificates }),
};

/** All channels that return paths that the page may then use. */
const outputs: { readonly [C in ChannelName]?: (output: Output<C>) => readonly string[] } = {
  'host.choose-folder': (path) => (path === null ? [] : [path]),
  'host.choose-file': (path) => (path === null ? [] : [path]),
  'host.choose-photos': (paths) => paths,
  'queue.fix': ({ recipe }) => inRecipe(recipe),
  'retouch.photo': ({ source }) => [source],
  'retouch.remove': (sources) => sources,
  'library.path': (path) => [path],
};

/** Channels whose paths are checked. */
export const watchedChannels = Object.keys(inputs) as readonly ChannelName[];

type AnyHandler = Handlers[ChannelName] & ((input: never, signal: AbortSignal) => unknown);

/** Returns a handler that first checks the paths that a page names, and then calls the given handler. */
export function withinReach<C extends ChannelName>(
  reach: Reach,
  channel: C,
  handler: Handlers[C],
): Handlers[C] {
  const pathsOf = inputs[channel];
  const grants = outputs[channel];
  if (pathsOf === undefined && grants === undefined) return handler;
  const watched = async (input: Input<C>, signal: AbortSignal) => {
    for (const [parameter, named] of Object.entries(pathsOf?.(input) ?? {})) {
      const paths = typeof named === 'string' ? [named] : (named ?? []);
      const reached = await reach.check(paths.filter((path) => path !== ''));
      if (!reached.ok) return failure({ ...reached.problem, parameter });
    }
    const answer = await handler(input, signal);
    if (answer.ok) reach.grant(grants?.(answer.value) ?? []);
    return answer;
  };
  return watched as AnyHandler as Handlers[C];
}

/** Returns the paths in a recipe; none if the recipe cannot be read, because the handler then refuses it. */
function inRecipe(recipe: unknown): readonly string[] {
  const parsed = parseRecipe(recipe);
  return parsed.ok ? imagePaths(parsed.value) : [];
}

function absoluteIn(settings: object): readonly string[] {
  return Object.values(settings).filter(
    (value): value is string => typeof value === 'string' && isPath(value),
  );
}

/** Returns whether the text of a panel's field starts like an absolute path of any system. */
function isPath(text: string): boolean {
  return /^(?:[/\\]|[a-z]:[/\\])/iu.test(text);
}

function image(path: string): string | null {
  return isFile(path) ? path : null;
}

function isFile(path: string): boolean {
  return !isWebAddress(path);
}
