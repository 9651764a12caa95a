import type { Command } from 'commander';
import { addHotFolderOptions } from '../hot-folder-options.ts';
import { addNotes } from '../help.ts';
import type { Perform } from '../perform.ts';
import type { HelpTexts } from '../speech.ts';
import { seconds } from '../values.ts';
import { watchHere, type WatchOptions } from '../watch.ts';

const examples = [
  'darkslide watch drop --recipe white.json --out results --psd',
  'darkslide watch drop --agent removeBG --set maskType=autoSubjectSegment --set backgroundHex=#ffffff --out results --after leave --until-idle 60',
];

export function addWatch(program: Command, perform: Perform, t: HelpTexts): void {
  const command = program
    .command('watch')
    .description(t('watch'))
    .argument('<folder>', t('watch.folder'));
  addHotFolderOptions(command, t)
    .option('--until-idle <seconds>', t('option.untilIdle'), seconds)
    .option('--dry-run', t('watch.dryRun'))
    .action((folder: string, options: WatchOptions, self: Command) =>
      perform(self, (context) => watchHere(context, folder, options)),
    );
  addNotes(command, t, { notes: t('watch.notes'), examples });
}
