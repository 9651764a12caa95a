import type { Command } from 'commander';
import type { Perform } from '../perform.ts';
import type { HelpTexts } from '../speech.ts';
import { addCustomModels } from './custom-models.ts';

const examples = [
  'darkslide models list',
  'darkslide models create anna-1.jpg anna-2.jpg --name Anna',
  'darkslide models wait 1042',
  'darkslide models dismiss 3',
  'darkslide models delete 1042',
];

export function addModels(program: Command, perform: Perform, t: HelpTexts): void {
  addCustomModels(program, perform, { kind: 'model', command: 'models' }, { t, examples });
}
