import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { expect, it, onTestFinished } from 'vitest';
import { exportFinishPreset } from '#shared/finish/preset.ts';
import { shippedPresets } from '#shared/finish/shipped.ts';
import { codeOf } from '../../../test/fixtures/values.ts';
import { newFolder } from '../../../test/world/folder.ts';
import {
  findPresets,
  presetFile,
  presetFolder,
  presetsNamed,
  storedPresets,
} from './finish-presets.ts';

async function folderWith(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await newFolder('presets');
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await mkdir(presetFolder(folder));
  for (const [name, text] of Object.entries(files)) await writeFile(presetFile(folder, name), text);
  return folder;
}

const textOf = (name: string) =>
  shippedPresets
    .slice(0, 1)
    .map(({ preset }) => exportFinishPreset({ ...preset, name }))
    .join('');

it('finds each preset on its own, whatever is wrong with the others', async () => {
  const folder = await folderWith({
    mine: `\uFEFF${textOf('mine')}`,
    other: textOf('mine'),
    half: '{',
  });
  await mkdir(presetFile(folder, 'folder'));
  await symlink(presetFile(folder, 'mine'), presetFile(folder, 'link'));
  const names = ['gone', 'mine', '../mine', 'ebay-main', 'other', 'half', 'folder', 'link', 'mine'];
  const named = await presetsNamed(folder, names);
  expect(named.map(({ name, state }) => [name, state])).toEqual([
    ['gone', 'missing'],
    ['mine', 'found'],
    ['../mine', 'missing'],
    ['ebay-main', 'found'],
    ['other', 'invalid'],
    ['half', 'invalid'],
    ['folder', 'invalid'],
    ['link', 'invalid'],
  ]);
  expect(named[0]).toMatchObject({ problem: { code: 'finish-preset-unknown' } });
  expect(codeOf(await findPresets(folder, ['mine', 'gone']))).toBe('finish-preset-unknown');
});

it('tells a file that cannot be read from a missing one, and reports it in the list', async () => {
  const folder = await folderWith({});
  await rm(presetFolder(folder), { recursive: true });
  expect((await storedPresets(folder)).problems).toEqual([]);
  await symlink(presetFolder(folder), presetFolder(folder));
  expect(await presetsNamed(folder, ['mine'])).toMatchObject([
    { state: 'unreadable', problem: { code: 'file-unreadable' } },
  ]);
  expect((await storedPresets(folder)).problems).toMatchObject([{ code: 'file-unreadable' }]);
});
