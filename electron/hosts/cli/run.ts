import { resolve } from 'node:path';
import { isWebAddress } from '#shared/agents/index.ts';
import { runCommand } from '../../app/command-line/run.ts';
import type { Context } from './context.ts';
import type { ExitStatus } from './exit.ts';
import { operate } from './operate.ts';
import { chooseRecipe, type RecipeOptions } from './recipe-options.ts';
import { refuseAll } from './refuse.ts';
import { printSummary } from './summary.ts';

export interface RunOptions extends RecipeOptions {
  readonly out: string;
  readonly client?: string;
  readonly again?: true;
  /** Time limit in s. */
  readonly timeout?: number;
}

/** Runs `run`: prints a line for each photo, and the summary. */
export async function runHere(
  context: Context,
  paths: readonly string[],
  options: RunOptions,
): Promise<ExitStatus> {
  const choice = await chooseRecipe(options, context.options);
  if (!choice.ok) return refuseAll(context, choice);
  const input = {
    paths: paths.map((path) => (isWebAddress(path) ? path : resolve(path))),
    recipe: choice.value,
    out: resolve(options.out),
    client: options.client ?? '',
    again: options.again === true,
    told: [],
  };
  const ran = await operate(context, {
    channel: 'run',
    useCase: runCommand,
    input,
    // With --again, the photos that the other process admitted would be bought twice.
    takeOver: ({ told }) => (input.again ? null : { ...input, told }),
  });
  if (!ran.ok) return refuseAll(context, ran);
  return printSummary(context, ran.value.counts);
}
