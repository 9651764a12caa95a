import type { Command } from 'commander';
import { customModelFacts } from '#shared/custom-models.ts';
import { createCommand, type CreateOptions } from '../custom-models/create.ts';
import { deleteCommand, type DeleteOptions } from '../custom-models/delete.ts';
import { dismissCommand } from '../custom-models/dismiss.ts';
import type { CustomModelTexts } from '../custom-models/lines.ts';
import { listCommand } from '../custom-models/list.ts';
import { USUAL_PATIENCE, waitCommand } from '../custom-models/wait.ts';
import { addNotes } from '../help.ts';
import type { Perform } from '../perform.ts';
import type { HelpTexts } from '../speech.ts';
import { numbers, seconds, timeoutOption, wholeNumber } from '../values.ts';

/**
 * Default time limit in s: after a lost answer, Darkslide searches the account for 20 min, and the service then needs
 * more minutes to prepare a model.
 */
const CREATE_PATIENCE = 2400;

/** The texts and examples of the help. */
interface HelpParts {
  readonly t: HelpTexts;
  readonly examples: readonly string[];
}

/** Adds `models` or `scenes` with list, create, wait, dismiss and delete. */
export function addCustomModels(
  program: Command,
  perform: Perform,
  words: CustomModelTexts,
  { t, examples }: HelpParts,
): void {
  const { kind, command: name } = words;
  const { parameter, photos: most } = customModelFacts[kind];
  const group = program.command(name).description(t('models', { kind }));
  const list = group
    .command('list')
    .description(t('models.list', { kind }))
    .action((_options: unknown, command: Command) =>
      perform(command, (context) => listCommand(context, words)),
    );
  const create = group
    .command('create')
    .description(t('models.create', { kind }))
    .argument('<photo...>', t('models.photos', { most }))
    .option('--name <text>', t('models.name', { kind }))
    .option('--no-wait', t('models.noWait'))
    .addOption(timeoutOption(t, CREATE_PATIENCE))
    .option('--again', t('models.again', { kind }))
    .action((photos: string[], options: CreateOptions, command: Command) =>
      perform(command, (context) => createCommand(context, words, photos, options), options),
    );
  const wait = group
    .command('wait')
    .description(t('models.wait', { kind }))
    .argument('<id...>', parameter, numbers)
    .option('--timeout <seconds>', t('models.waitTimeout'), seconds, USUAL_PATIENCE)
    .action((ids: number[], { timeout }: { timeout: number }, command: Command) =>
      perform(command, (context) => waitCommand(context, words, ids, timeout)),
    );
  const dismiss = group
    .command('dismiss')
    .description(t('models.dismiss'))
    .argument('<creation...>', t('models.creation', { command: name }), numbers)
    .action((ids: number[], _options: unknown, command: Command) =>
      perform(command, (context) => dismissCommand(context, words, ids)),
    );
  const remove = group
    .command('delete')
    .description(t('models.delete', { kind }))
    .argument('<id>', parameter, wholeNumber)
    .option('--yes', t('models.yes'))
    .option('--even-if-used', t('models.evenIfUsed'))
    .action((id: number, options: DeleteOptions, command: Command) =>
      perform(command, (context) => deleteCommand(context, words, id, options)),
    );
  for (const each of [group, dismiss]) addNotes(each, t, { examples });
  addNotes(list, t, { notes: t('models.listNotes'), examples });
  addNotes(create, t, { notes: t('models.createNotes'), examples });
  addNotes(wait, t, { notes: t('models.waitNotes'), examples });
  addNotes(remove, t, { notes: t('models.deleteNotes'), examples });
}
