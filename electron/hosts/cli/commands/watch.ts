import type { Command } from 'commander';
import { addHotFolderOptions } from '../hot-folder-options.ts';
import type { Perform } from '../perform.ts';
import { seconds } from '../values.ts';
import { watchHere, type WatchOptions } from '../watch.ts';

const HELP = `
A ticket next to a photo, such as IMG_1.jpg.json for IMG_1.jpg, overrides settings for that photo, for example
{"params": {"backgroundHex": "#eeeeee"}}.

Photos are moved to Processed or Failed inside the folder, unless you use --after leave.
Without --until-idle it runs until you press Ctrl-C; press Ctrl-C again to stop immediately.

Examples:
  darkslide watch drop --recipe white.json --out results --psd
  darkslide watch drop --agent removeBG --set maskType=autoSubjectSegment --set backgroundHex=#ffffff --out results --after leave --until-idle 60`;

export function addWatch(program: Command, perform: Perform): void {
  const command = program
    .command('watch')
    .description('process every photo that is added to a hot folder')
    .argument('<folder>', 'hot folder');
  addHotFolderOptions(command)
    .option('--until-idle <seconds>', 'exit after this time without work', seconds)
    .option('--dry-run', 'only show what would be processed and bought')
    .addHelpText('after', HELP)
    .action((folder: string, options: WatchOptions, self: Command) =>
      perform(self, (context) => watchHere(context, folder, options)),
    );
}
