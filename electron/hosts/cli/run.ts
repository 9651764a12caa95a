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
  if (!choice.ok) return refuseAll(context, choice);
  const place = studioPlace(context);
  if (!place.ok) return refuse(context, place.problem);
  const input = {
    paths: paths.map((path) => (isWebAddress(path) ? path : resolve(path))),
    recipe: choice.value,
    out: resolve(options.out),
    again: options.again === true,
  };
  // what is refused opens nothing
  const run = await prepareRun(context.start.access, input, context.interrupted);
  if (!run.ok) return refuseAll(context, run);
  const ran = await operate(context, {
    channel: 'run',
    input,
    place: place.value,
    open: () => openStudioHere(context, { takesCommands: true }),
    work: (work, talk, signal) => runCommand(work, run.value, talk, signal),
  });
  if (!ran.ok) return refuseAll(context, ran);
  return printSummary(context, ran.value.counts);
}
