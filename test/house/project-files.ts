import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Absolute. */
export const project = join(import.meta.dirname, '../..');

/** What is made, not written: never part of what the house tests look at. */
const made = new Set(['node_modules', 'dist', 'coverage', '.git', '.svelte-check', 'artefacts']);

/** Every file of the project below `folder`, relative to the project, forward slashes, sorted. */
export function projectFiles(folder = ''): string[] {
  return readdirSync(join(project, folder), { withFileTypes: true })
    .filter(({ name }) => !made.has(name))
    .flatMap((entry) => {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) return projectFiles(path);
      return entry.isFile() ? [path] : [];
    })
    .sort();
}
