import type { Command } from 'commander';
import type { Perform } from '../perform.ts';
import type { HelpTexts } from '../speech.ts';
import { addCustomModels } from './custom-models.ts';

const examples = [
  'darkslide scenes list',
  'darkslide scenes create loft.jpg --name Loft',
  'darkslide scenes wait 2077',
  'darkslide scenes dismiss 3',
  'darkslide scenes delete 2077',
];

export function addScenes(program: Command, perform: Perform, t: HelpTexts): void {
  addCustomModels(program, perform, { kind: 'scene', command: 'scenes' }, { t, examples });
}
