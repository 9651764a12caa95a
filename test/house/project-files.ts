import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Absolute. */
export const project = join(import.meta.dirname, '../..');

/** Returns the text of a file of the project. */
export const textOf = (file: string) => readFileSync(join(project, file), 'utf8');

/** Generated files, which the house tests never check. */
const made = new Set(['node_modules', 'dist', 'coverage', '.git', '.svelte-check', 'artefacts']);

/** Returns every file of the project below `folder`, relative to the project, forward slashes, sorted. */
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
