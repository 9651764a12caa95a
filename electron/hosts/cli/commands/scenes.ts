import type { Command } from 'commander';
import type { Perform } from '../perform.ts';
import { addCustomModels } from './custom-models.ts';

const HELP = `
Examples:
  darkslide scenes list
  darkslide scenes create loft.jpg --name Loft
  darkslide scenes wait 2077
  darkslide scenes dismiss 3
  darkslide scenes delete 2077`;

export function addScenes(program: Command, perform: Perform): void {
  addCustomModels(program, perform, { kind: 'scene', command: 'scenes' }, HELP);
}
