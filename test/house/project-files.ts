import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Absolute path of the project. */
export const project = join(import.meta.dirname, '../..');

/** Returns the text of a file in the project. */
export const textOf = (file: string) => readFileSync(join(project, file), 'utf8');

/** Folders with generated files, which the tests of the project's rules skip. */
const made = new Set(['node_modules', 'dist', 'coverage', '.git', '.svelte-check', 'artefacts']);

/**
 * Returns every file of the project below `folder`, as sorted paths that are relative to the project and have
 * forward slashes.
 */
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
