import type { Command } from 'commander';
import { customModelFacts } from '#shared/custom-models.ts';
import { createCommand, type CreateOptions } from '../custom-models/create.ts';
import { deleteCommand, type DeleteOptions } from '../custom-models/delete.ts';
import { dismissCommand } from '../custom-models/dismiss.ts';
import type { CustomModelTexts } from '../custom-models/lines.ts';
import { listCommand } from '../custom-models/list.ts';
import { USUAL_PATIENCE, waitCommand } from '../custom-models/wait.ts';
import type { Perform } from '../perform.ts';
import { numbers, seconds, timeoutOption, wholeNumber } from '../values.ts';

/** s; Darkslide searches the account for 20 min after a lost answer, and preparing a model takes minutes more. */
const CREATE_PATIENCE = 2400;

/** Adds `models` or `scenes` with list, create, wait, dismiss and delete. */
export function addCustomModels(
  program: Command,
  perform: Perform,
  words: CustomModelTexts,
  help: string,
): void {
  const { kind, command: name } = words;
  const { parameter, photos: most } = customModelFacts[kind];
  const group = program
    .command(name)
    .description(`list, create, wait for and delete custom ${name} of the account, for aimodel`)
    .addHelpText('after', help);
  group
    .command('list')
    .description(`list custom ${name} with status and card, and unfinished creations`)
    .addHelpText('after', `${LIST_HELP}${help}`)
    .action((_options: unknown, command: Command) =>
      perform(command, (context) => listCommand(context, words)),
    );
  group
    .command('create')
    .description(`create a custom ${kind} and wait until it is ready`)
    .argument('<photo...>', most === 1 ? 'a photo or its URL' : `up to ${most} photos or URLs`)
    .option('--name <text>', `name of the ${kind} (default: chosen by the service)`)
    .option('--no-wait', 'exit as soon as the ID is known')
    .addOption(timeoutOption(CREATE_PATIENCE))
    .option('--again', `create another ${kind} from the same photos`)
    .addHelpText('after', `${CREATE_HELP}${help}`)
    .action((photos: string[], options: CreateOptions, command: Command) =>
      perform(command, (context) => createCommand(context, words, photos, options), options),
    );
  group
    .command('wait')
    .description(`wait until ${name} are complete or failed`)
    .argument('<id...>', parameter, numbers)
    .option('--timeout <seconds>', 'stop waiting after this time', seconds, USUAL_PATIENCE)
    .addHelpText('after', `${WAIT_HELP}${help}`)
    .action((ids: number[], { timeout }: { timeout: number }, command: Command) =>
      perform(command, (context) => waitCommand(context, words, ids, timeout)),
    );
  group
    .command('dismiss')
    .description('dismiss creations that stopped or have sent nothing yet')
    .argument('<creation...>', `numbers from darkslide ${name} list`, numbers)
    .addHelpText('after', help)
    .action((ids: number[], _options: unknown, command: Command) =>
      perform(command, (context) => dismissCommand(context, words, ids)),
    );
  group
    .command('delete')
    .description(`delete a custom ${kind} from the account`)
    .argument('<id>', parameter, wholeNumber)
    .option('--yes', "don't ask; required without a terminal")
    .option('--even-if-used', 'with --yes: even if recipes, hot folders or waiting jobs use it')
    .addHelpText('after', `${DELETE_HELP}${help}`)
    .action((id: number, options: DeleteOptions, command: Command) =>
      perform(command, (context) => deleteCommand(context, words, id, options)),
    );
}

const LIST_HELP = `
You can run it while a window is open. With --json it prints a line for each, with fashionModelId or
locationId, name (at the service), status (prepare, complete, failed, Unknown), cover, images, error, presence
(there, deleting, gone), madeHere and card (localName, notes, tags, release, expires, releaseFile, clients,
folders; null without a card). Unfinished and stopped creations follow as lines with creation, kind, name,
photos, state, since and error.
`;

const CREATE_HELP = `
The request is sent once. If the answer is lost, Darkslide searches the account before it sends anything
again. After Ctrl-C or a crash, run the same command again or open the window to continue.

With --json it prints a line for each photo (photo, sha256, width, height, bytes, copy, error), a line with
fashionModelId or locationId, name, status, cover, images and error as soon as the ID is known, and the same
line again when it is complete or failed. A creation that stopped is printed as in list.

Exit status: 0 ready, or with --no-wait created; 1 failed, stopped or unfinished; 2 refused before anything
was sent; 3 the data folder is in use.
`;

const WAIT_HELP = `
It only queries the service, so you can run it while a window is open. It keeps waiting while the service is
unreachable. With --json it prints a line as in create for each that is complete, failed, unknown or timed out.

Exit status: 0 all complete, 1 not all complete, 2 the service refuses the key.
`;

const DELETE_HELP = `
Darkslide records the deletion before it sends the request, and repeats the request after a crash. A model or
scene that a running job uses is not deleted. Photos and images on this computer stay.

Exit status: 0 deleted; 1 not deleted, or not yet; 2 refused before the request was sent.
`;
