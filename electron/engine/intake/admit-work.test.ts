import { createHash } from 'node:crypto';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { exportRecipe } from '#shared/recipe.ts';
import {
  hotFolderHarness,
  jpeg,
  type HotFolderHarness,
} from '../../../test/intake/hot-folder-harness.ts';
import { codeOf, recipeOf, valueOf } from '../../../test/fixtures/values.ts';
import { accessIn } from '../../../test/fixtures/permitted.ts';
import type { OfFiles, RecipeFile } from '../../base/recipe-content.ts';
import { admitForeign } from './admit-work.ts';
import { resolveRecipe } from './recipe-files.ts';

let harness: HotFolderHarness;
beforeEach(async () => void (harness = await hotFolderHarness()));

const tryOn = { generateVersion: 'weshopFlash', descriptionType: 'auto' };

/** Returns a recipe that names one file, as `file`. */
function recipeWith(field: RecipeFile, file: string) {
  return field === 'mask'
    ? recipeOf({ agent: 'removeBG', params: { maskType: 'custom' }, mask: file })
    : recipeOf({ agent: 'virtualtryon', params: tryOn, init: { [field]: file } });
}

/** Admits a photo that another station offered with the identity of a recipe with `content` in place of the file. */
async function admit(
  field: RecipeFile,
  file: string,
  content: string,
  {
    files = {},
    mayUse = true,
    ...change
  }: { files?: OfFiles; source?: string; hotFolderId?: number; mayUse?: boolean } = {},
) {
  const { root, inbox, ledger } = harness;
  const source = await harness.put('photo.jpg', await jpeg(1));
  const photo = await readFile(source);
  const { identity: purchase } = valueOf(await resolveRecipe(recipeWith(field, content), inbox));
  const foreign = {
    photo: createHash('sha256').update(photo).digest('hex'),
    bytes: photo.length,
    purchase,
    priority: 0,
    source,
    outFolder: root,
    subFolder: '',
    recipe: exportRecipe(recipeWith(field, file)),
    files,
    client: '',
    hotFolderId: null,
    ...change,
  };
  const access = accessIn(join(root, 'data'));
  return admitForeign(
    { ledger, access, mayUse: () => mayUse },
    foreign,
    new AbortController().signal,
  );
}

describe.each(['mask', 'fashionModelImage', 'locationImage'] as const)(
  'the %s of an offered photo',
  (field) => {
    it('must not be a path of this computer or of another one', async () => {
      const file = await harness.put('own.png', 'secret');
      const named = [file, 'own.png', '../in/own.png', '//evil.example/share/own.png'];
      for (const path of [...named, '\\\\evil.example\\share\\own.png', 'C:\\own.png']) {
        const admitted = await admit(field, path, file);
        expect([path, codeOf(admitted)]).toEqual([path, 'work-unreadable']);
      }
      expect(harness.ledger.jobs.count().waiting).toBe(0);
    });

    it('may be a file of a shared folder, or a web address', async () => {
      const file = await harness.put('shared.png', 'white');
      expect(
        codeOf(await admit(field, 'day/shared.png', file, { files: { [field]: file } })),
      ).toBeNull();
      const address = 'https://images.example/own.png';
      expect(codeOf(await admit(field, address, address))).toBeNull();
    });
  },
);

it('a photo is given back if its custom model may not be used for it as far as this station knows', async () => {
  const address = 'https://images.example/a.png';
  const admitted = await admit('mask', address, address, { mayUse: false });
  expect(admitted).toMatchObject({ problem: { code: 'work-unreachable', parameter: 'photo' } });
  expect(harness.ledger.jobs.count().waiting).toBe(0);
});

it('a photo that is gone from a hot folder is distinguished from one whose disk is not mounted', async () => {
  const address = 'https://images.example/a.png';
  const { id: hotFolderId } = harness.folder();
  const codeFor = async (...path: string[]) => {
    const source = join(harness.inbox, ...path);
    return codeOf(await admit('mask', address, address, { source, hotFolderId }));
  };
  expect(await codeFor('gone.jpg')).toBe('file-missing');
  expect(await codeFor('renamed', 'a.jpg')).toBe('file-missing');
  await mkdir(join(harness.inbox, 'disk'));
  expect(await codeFor('disk', 'a.jpg')).toBe('work-unreachable');
  const mount = join(harness.root, 'mount');
  await mkdir(mount);
  const empty = harness.folder({ path: mount });
  const source = join(mount, 'a.jpg');
  const admitted = await admit('mask', address, address, { source, hotFolderId: empty.id });
  expect(admitted).toMatchObject({ problem: { code: 'work-unreachable', parameter: 'photo' } });
  await rm(mount, { recursive: true });
  const away = await admit('mask', address, address, { source, hotFolderId: empty.id });
  expect(codeOf(away)).toBe('work-unreachable');
});
