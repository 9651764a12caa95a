import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { ownFolder } from '../../../test/fixtures/own-folder.ts';
import { readListFile, writeListFile, type SavedListing } from './list-file.ts';
import type { Template } from './template.ts';

const origin = 'http://127.0.0.1:4000';
const row: Template = {
  id: 7,
  name: 'Loft 😀',
  image: `${origin}/cdn/7.jpg`,
  owner: 'Yours',
  status: 'prepare',
  categories: ['Studio'],
  tags: [{ id: 1, name: 'Warm' }],
  about: [],
  size: null,
};
const kept: SavedListing = {
  begunAt: 1_700_000_000_000,
  listing: { page: 2, lists: { locations: { rows: [row], total: 40, end: 'open' } } },
};

let file: string;
beforeEach(async () => {
  file = join(await ownFolder('templates'), 'below', 'aimodel v1.0 locations.json');
});
const write = () => writeListFile(file, kept, origin, Math.random);

describe('a cached list', () => {
  it('is read back unchanged, and leaves no other file in its folder', async () => {
    expect(await write()).toMatchObject({ ok: true });
    expect(await readListFile(file, origin)).toEqual(kept);
    expect(await readdir(join(file, '..'))).toEqual(['aimodel v1.0 locations.json']);
  });

  it('keeps the pictures of a service that has moved to another port', async () => {
    const elsewhere = { ...row, id: 8, image: 'https://cdn.example/8.jpg' };
    const lists = { locations: { rows: [row, elsewhere], total: 40, end: 'open' as const } };
    await writeListFile(file, { ...kept, listing: { page: 2, lists } }, origin, Math.random);
    const moved = await readListFile(file, 'http://127.0.0.1:5000');
    expect(moved?.listing.lists.locations?.rows.map(({ image }) => image)).toEqual([
      'http://127.0.0.1:5000/cdn/7.jpg',
      'https://cdn.example/8.jpg',
    ]);
  });

  it('is empty if there is no file', async () => {
    expect(await readListFile(file, origin)).toBeNull();
  });

  it.each([
    ['truncated', (text: string) => text.slice(0, -20)],
    ['empty', () => ''],
    ['of another format', (text: string) => text.replace('"format":1', '"format":2')],
    [
      'listing an id twice',
      (text: string) => text.replace(/"rows":\[(\{.*\})\]/, '"rows":[$1,$1]'),
    ],
    ['longer than its total', (text: string) => text.replace('"total":40', '"total":0')],
    ['with an unknown status', (text: string) => text.replace('"prepare"', '"ready"')],
    ['with an id that is not a number', (text: string) => text.replace('"id":7', '"id":"7"')],
    [
      'with an additional field',
      (text: string) => text.replace('"format":1', '"format":1,"more":1'),
    ],
    ['with an unknown list', (text: string) => text.replace('"locations"', '"__proto__"')],
  ])('is ignored if it is %s', async (_what, change) => {
    await write();
    const before = await readFile(file, 'utf8');
    const after = change(before);
    expect(after).not.toBe(before);
    await writeFile(file, after);
    expect(await readListFile(file, origin)).toBeNull();
  });

  it('is ignored if its content is any other JSON', async () => {
    await write();
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), async (json) => {
        await writeFile(file, JSON.stringify(json));
        expect(await readListFile(file, origin)).toBeNull();
      }),
      { numRuns: 50 },
    );
  });
});
