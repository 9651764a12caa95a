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

/** s; a lost answer is looked for in the account for 20 min, and making one ready takes minutes more. */
const CREATE_PATIENCE = 2400;

/** `models` or `scenes` with list, create, wait and delete ("Own models and scenes"). */
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
    .description(`own ${name} of the account, for aimodel: list, create, wait, delete`)
    .addHelpText('after', help);
  group
    .command('list')
    .description(`own ${name} with their status and cards, and what is half made`)
    .addHelpText('after', `${LIST_HELP}${help}`)
    .action((_options: unknown, command: Command) =>
      perform(command, (context) => listCommand(context, words)),
    );
  group
    .command('create')
    .description(`make a ${kind} and wait until it can be used`)
    .argument(
      '<photo...>',
      most === 1 ? 'one photo, or its address' : `up to ${most} photos or addresses`,
    )
    .option('--name <text>', `name of the ${kind}; the service finds one where none is given`)
    .option('--no-wait', 'end as soon as its id is known')
    .addOption(timeoutOption(CREATE_PATIENCE))
    .option('--again', `make another ${kind} of photos that one was made of`)
    .addHelpText('after', `${CREATE_HELP}${help}`)
    .action((photos: string[], options: CreateOptions, command: Command) =>
      perform(command, (context) => createCommand(context, words, photos, options), options),
    );
  group
    .command('wait')
    .description(`wait until ${name} are complete or failed`)
    .argument('<id...>', parameter, numbers)
    .option('--timeout <seconds>', 'how long at most', seconds, USUAL_PATIENCE)
    .addHelpText('after', `${WAIT_HELP}${help}`)
    .action((ids: number[], { timeout }: { timeout: number }, command: Command) =>
      perform(command, (context) => waitCommand(context, words, ids, timeout)),
    );
  group
    .command('dismiss')
    .description('take a creation that stopped, or has sent nothing yet, off the list')
    .argument('<creation...>', `numbers, as darkslide ${name} list prints them`, numbers)
    .addHelpText('after', help)
    .action((ids: number[], _options: unknown, command: Command) =>
      perform(command, (context) => dismissCommand(context, words, ids)),
    );
  group
    .command('delete')
    .description(`delete an own ${kind} at the service`)
    .argument('<id>', parameter, wholeNumber)
    .option('--yes', 'without a question; needed where there is no terminal')
    .option('--even-if-used', 'with --yes: although recipes, drop folders or waiting jobs use it')
    .addHelpText('after', `${DELETE_HELP}${help}`)
    .action((id: number, options: DeleteOptions, command: Command) =>
      perform(command, (context) => deleteCommand(context, words, id, options)),
    );
}

const LIST_HELP = `
It can be asked beside a window. With --json, each is a line with fashionModelId or locationId, name (the
service's), status (prepare, complete, failed, Unknown), cover, images, error, presence (there, deleting,
gone), madeHere and card (localName, notes, tags, release, expires, releaseFile, clients, folders; null
without one). What is being made, or was stopped, follows in lines with creation, kind, name, photos,
state, since and error.
`;

const CREATE_HELP = `
It is asked for once. When the answer gets lost, the account is looked through before anything is sent
again. Stopped in the middle, by Ctrl-C or a crash, the same command goes on with it; so does a window.

With --json come a line for each photo (photo, sha256, width, height, bytes, copy, error), a line with
fashionModelId or locationId, name, status, cover, images and error as soon as the id is known, and the
same when it is complete or failed. One that stopped before is a line as in list.

Exit status: 0 it can be used, or with --no-wait it has its id; 1 it failed, stopped, or goes on; 2 refused
before anything was begun; 3 the data folder is taken.
`;

const WAIT_HELP = `
It asks the service alone, so that it can be used beside a window, and waits while the service is away.
With --json, each is a line as of create when it is complete, failed, unknown, or the time is over.

Exit status: 0 all are complete, 1 not all, 2 the service refuses the key.
`;

const DELETE_HELP = `
It is written down before the service is asked, and asked for again after a crash. One that a photo is
being made with is kept. Photos and images on this computer stay.

Exit status: 0 it is deleted; 1 it is not, or not yet; 2 refused before the service was asked.
`;
