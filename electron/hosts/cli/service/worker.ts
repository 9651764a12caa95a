import type { Command } from 'commander';
import { joinedStation } from '../../../app/shared-studio/roots.ts';
import type { Context } from '../context.ts';
import type { ExitStatus } from '../exit.ts';
import { refuse } from '../refuse.ts';
import { accountOf } from './account.ts';
import { findManager, installCommand, programWords, type ScopeOptions } from './service.ts';

export interface WorkerServiceOptions extends ScopeOptions {
  readonly user?: string;
  readonly print?: true;
}

/**
 * Runs `service worker`: installs a service that runs `worker` in a data folder that has joined a shared studio. The
 * data folder must belong to the account of the service.
 */
export async function installWorker(
  context: Context,
  name: string,
  options: WorkerServiceOptions,
  command: Command,
): Promise<ExitStatus> {
  const { start, env } = context;
  const found = findManager(context, name, { ...options, isInstalling: true });
  if (!found.ok) return refuse(context, found.problem);
  const owner = options.user === undefined ? null : await accountOf(options.user, env);
  if (owner !== null && !owner.ok) return refuse(context, owner.problem);
  const joined = joinedStation(context);
  if (!joined.ok) return refuse(context, joined.problem);
  const { dataFolder: folder } = start;
  const words = ['worker', ...programWords(start, command, folder, found.value)];
  const order = { name, options, what: 'worker', words, folder } as const;
  return installCommand(context, order, { manager: found.value, owner: owner?.value ?? null });
}
