import { resolve } from 'node:path';
import { isWebAddress } from '#shared/agents/index.ts';
import { prepareRun, runCommand } from '../../app/command-line/run.ts';
import type { Context } from './context.ts';
import type { ExitStatus } from './exit.ts';
import { openStudioHere, studioPlace } from './open-studio.ts';
import { operate } from './operate.ts';
import { chooseRecipe, type RecipeOptions } from './recipe-options.ts';
import { refuse, refuseAll } from './refuse.ts';
import { printSummary } from './summary.ts';

export interface RunOptions extends RecipeOptions {
  readonly out: string;
  readonly again?: true;
  /** s */
  readonly timeout?: number;
}

/** `run`: prints a line for each photo and the summary. */
export async function runHere(
  context: Context,
  paths: readonly string[],
  options: RunOptions,
): Promise<ExitStatus> {
  const choice = await chooseRecipe(options, context.options);
  if ('problems' in choice) return refuseAll(context, choice.problems);
  const place = studioPlace(context);
  if (!place.ok) return refuse(context, place.problem);
  const input = {
    paths: paths.map((path) => (isWebAddress(path) ? path : resolve(path))),
    recipe: choice.chosen,
    out: resolve(options.out),
    again: options.again === true,
  };
  // what is refused opens nothing
  const run = await prepareRun(context.start.access, input, context.interrupted);
  if ('refused' in run) return refuseAll(context, run.refused);
  const ran = await operate(context, {
    channel: 'run',
    input,
    place: place.value,
    open: () => openStudioHere(context, { takesCommands: true }),
    work: (work, talk, signal) => runCommand(work, run.prepared, talk, signal),
  });
  if (!ran.ok) return refuse(context, ran.problem);
  if ('refused' in ran.value) return refuseAll(context, ran.value.refused);
  return printSummary(context, ran.value.counts);
}
