import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { afterAll, expect, it } from 'vitest';
import { success } from '#shared/problem.ts';
import { ownFolder } from '../../test/fixtures/own-folder.ts';
import { keepContent } from './keep-content.ts';

const folder = await ownFolder('keep-content', afterAll);

it('only one call at a time uses content whose names are the same file on some disks', async () => {
  const names = ['Café.jpg', 'café.jpg', 'CAFÉ.JPG', 'Café.jpg'.normalize('NFD')];
  let [used, most] = [0, 0];
  const keep = (name: string) =>
    keepContent(
      { folder, letters: 8 },
      { name, content: Readable.from(['the same content']) },
      new AbortController().signal,
      async ({ file }) => {
        used += 1;
        most = Math.max(most, used);
        const text = await readFile(file, 'utf8');
        used -= 1;
        return { outcome: success(text), isKept: false };
      },
    );
  const kept = await Promise.all([...names, ...names].map(keep));
  expect(kept).toEqual(kept.map(() => success('the same content')));
  expect(most).toBe(1);
});
