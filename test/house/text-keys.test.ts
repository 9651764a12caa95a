import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { textKeys } from '../tools/text-keys.ts';
import { project } from './project-files.ts';

it('the types of the texts are current (npm run texts)', async () => {
  const made = await textKeys();
  const read = (path: string) =>
    existsSync(join(project, path)) ? readFileSync(join(project, path), 'utf8') : null;
  expect(Object.keys(made).filter((path) => read(path) !== made[path])).toEqual([]);
  const files = readdirSync(join(project, 'shared/texts/keys'));
  expect(files.filter((file) => !(`shared/texts/keys/${file}` in made))).toEqual([]);
});
