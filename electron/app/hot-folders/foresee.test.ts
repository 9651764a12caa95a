import { existsSync } from 'node:fs';
import { utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { HotFolderDraft } from '#shared/views/folders.ts';
import { hotFolderStudio, never } from '../../../test/fixtures/hot-folder-studio.ts';
import { codeOf, valueOf } from '../../../test/fixtures/values.ts';
import { jpeg } from '../../../test/intake/hot-folder-harness.ts';
import { foreseeHotFolder } from './foresee.ts';
import { rememberForeseen } from './foresight.ts';

const LONG_AGO = new Date(2020, 1, 1);
const price = { agent: 'removeBG', version: null, amount: 20 };

it('returns the photos that would be bought and their cost, remembers their number, and changes nothing', async () => {
  const studio = await hotFolderStudio(undefined, [price]);
  const draft = await studio.draft('drop');
  const photo = join(draft.path, '1.jpg');
  await writeFile(photo, await jpeg(1));
  await utimes(photo, LONG_AGO, LONG_AGO);
  const foresight = rememberForeseen();
  const asked = { draft: { ...draft, path: `${draft.path}/` }, id: null };
  const foreseen = valueOf(await foreseeHotFolder(studio, foresight, asked, never));
  expect(foreseen).toMatchObject({
    jobs: 1,
    images: 4,
    problem: null,
    ends: [],
    cost: { currency: 'EUR', minor: 80 },
  });
  expect(existsSync(draft.outFolder)).toBe(false);
  expect(studio.ledger.hotFolders.all()).toEqual([]);
  expect(foresight.take(draft)).toBe(1);
});

it('refuses everything that adding the folder would refuse', async () => {
  const studio = await hotFolderStudio((root) => ({
    folders: { within: [join(root, 'studio')] },
  }));
  const outFolder = join(studio.root, 'studio/out');
  const draft = await studio.draft('studio/in', { outFolder });
  const id = studio.arm({ ...draft, after: 'move' });
  const foresee = async (change: Partial<HotFolderDraft>, edited: number | null = id) =>
    codeOf(
      await foreseeHotFolder(
        studio,
        rememberForeseen(),
        { draft: { ...draft, ...change }, id: edited },
        never,
      ),
    );
  expect(await foresee({})).toBeNull();
  expect(await foresee({}, null)).toBe('folder-in-folder');
  expect(await foresee({ outFolder: join(studio.root, 'out') })).toBe('managed-folder');
  expect(await foresee({ savedRecipeId: 999 })).toBe('recipe-unknown');
});
