import { basename } from 'node:path';
import { expect, it } from 'vitest';
import { projectFiles } from './project-files.ts';

const componentsIn = (folder: string) =>
  projectFiles(folder)
    .filter((file) => file.endsWith('.svelte'))
    .map((file) => basename(file));

it('every control is on the page of controls', () => {
  expect(componentsIn('renderer/kit/controls')).toEqual(componentsIn('renderer/ui'));
});
