import { basename } from 'node:path';
import { expect, it } from 'vitest';
import { projectFiles } from './project-files.ts';

const componentsIn = (folder: string) =>
  projectFiles(folder)
    .filter((file) => file.endsWith('.svelte'))
    .map((file) => basename(file));

/** Components that are only shown inside other controls. */
const parts = ['MenuItems.svelte'];

it('the page of controls shows every control', () => {
  const controls = componentsIn('renderer/ui').filter((name) => !parts.includes(name));
  expect(componentsIn('renderer/kit/controls')).toEqual(controls);
});
