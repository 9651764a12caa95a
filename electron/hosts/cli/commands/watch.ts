import type { Command } from 'commander';
import { addHotFolderOptions } from '../hot-folder-options.ts';
import type { Perform } from '../perform.ts';
import { seconds } from '../values.ts';
import { watchHere, type WatchOptions } from '../watch.ts';

const HELP = `
A ticket beside a photo, IMG_1.jpg.json beside IMG_1.jpg, says what is different for that photo, such as
{"params": {"backgroundHex": "#eeeeee"}}.

Photos are moved to Processed or Failed inside the folder, unless --after leave says otherwise.
Without --until-idle it goes on until Ctrl-C; a second Ctrl-C ends at once.

Examples:
  darkslide watch drop --recipe white.json --out results --psd
  darkslide watch drop --agent removeBG --set maskType=autoSubjectSegment --set backgroundHex=#ffffff --out results --after leave --until-idle 60`;

export function addWatch(program: Command, perform: Perform): void {
  const command = program
    .command('watch')
    .description('run every photo that is put into a folder')
    .argument('<folder>', 'hot folder');
  addHotFolderOptions(command)
    .option('--until-idle <seconds>', 'end when there was nothing to do for so long', seconds)
    .option('--dry-run', 'say what would be run and bought, and do nothing')
    .addHelpText('after', HELP)
    .action((folder: string, options: WatchOptions, self: Command) =>
      perform(self, (context) => watchHere(context, folder, options)),
    );
}
