/** `npm run texts`: writes the types of the texts (shared/texts/keys). */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { textKeys } from './text-keys.ts';

const project = join(import.meta.dirname, '../..');
const folder = join(project, 'shared/texts/keys');

const files = await textKeys();
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
for (const [path, source] of Object.entries(files)) writeFileSync(join(project, path), source);
