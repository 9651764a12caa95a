/** `npm run docs`: writes the generated pages of docs/. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pages } from './reference.ts';

const project = join(import.meta.dirname, '../..');

for (const [path, page] of Object.entries(pages)) {
  mkdirSync(dirname(join(project, path)), { recursive: true });
  writeFileSync(join(project, path), await page());
  console.log(path);
}
