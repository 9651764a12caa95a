import { resolve } from 'node:path';
import type { Command } from 'commander';
import { changeSharedRoots, sharedRoots } from '../../../app/shared-studio/roots.ts';
import type { Context } from '../context.ts';
import { exitStatus, type ExitStatus } from '../exit.ts';
import type { Perform } from '../perform.ts';
import { refuse } from '../refuse.ts';
import type { HelpTexts } from '../speech.ts';
import { table } from '../table.ts';
import { namedFolders, type NamedFolder } from '../values.ts';

interface RootsOptions {
  readonly remove?: readonly string[];
}

/** Adds `studio roots` to its group. */
export function addStudioRoots(group: Command, perform: Perform, t: HelpTexts): void {
  group
    .command('roots')
    .description(t('studio.roots'))
    .argument('[name=folder...]', t('studio.roots.add'), namedFolders, [])
    .option('--remove <name...>', t('studio.roots.remove'))
    .action((roots: readonly NamedFolder[], options: RootsOptions, command: Command) =>
      perform(command, (context) => changeOrList(context, roots, options)),
    );
}

function wholePaths(roots: readonly NamedFolder[]): Record<string, string> {
  return Object.fromEntries(roots.map(([name, folder]) => [name, resolve(folder)]));
}

async function changeOrList(
  context: Context,
  roots: readonly NamedFolder[],
  { remove = [] }: RootsOptions,
): Promise<ExitStatus> {
  const isChange = roots.length + remove.length > 0;
  const all = isChange
    ? await changeSharedRoots(context, { add: wholePaths(roots), remove })
    : sharedRoots(context);
  if (!all.ok) return refuse(context, all.problem);
  const rows = Object.entries(all.value).sort(([a], [b]) => a.localeCompare(b));
  const head = [context.t('studio.heading.root'), context.t('studio.heading.folder')];
  const text = rows.length === 0 ? context.t('studio.noRoots') : table(head, rows);
  context.out.result({ roots: all.value }, text);
  return exitStatus.done;
}
