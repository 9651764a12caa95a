import { existsSync } from 'node:fs';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { hotFolderStudio, type HotFolderStudio } from '../../../test/fixtures/hot-folder-studio.ts';
import { codeOf, valueOf } from '../../../test/fixtures/values.ts';
import { checkHotFolder, planHotFolder, prepareHotFolder } from './check-folder.ts';

const studioOnly = (root: string) => ({
  folders: { within: [join(root, 'studio')] },
  limits: { imagesPerDay: 50 },
});
const others = ({ ledger }: HotFolderStudio) => ledger.hotFolders.saved();

it('returns settings ready to save, with absolute paths and an output folder', async () => {
  const studio = await hotFolderStudio();
  const draft = await studio.draft('drop', { imagesPerDay: 7 });
  const untidy = { ...draft, path: `${draft.path}/../drop/` };
  const checked = await checkHotFolder(studio.access, untidy, []);
  expect(valueOf(checked)).toEqual(draft);
  expect(existsSync(draft.outFolder)).toBe(false);
  expect(valueOf(await prepareHotFolder(studio.access, untidy, []))).toEqual(draft);
  expect(existsSync(draft.outFolder)).toBe(true);
});

it('refuses settings that the policy doesn’t allow, names them, and creates no folder', async () => {
  const studio = await hotFolderStudio(studioOnly);
  const { access } = studio;
  const good = await studio.draft('studio/in', { outFolder: join(studio.root, 'studio/out') });
  const elsewhere = await studio.draft('elsewhere');
  await symlink(elsewhere.path, join(studio.root, 'studio/link'));
  const cases = [
    [{ path: elsewhere.path }, 'managed-folder', 'path'],
    [{ path: join(studio.root, 'studio/link') }, 'managed-folder', 'path'],
    [{ outFolder: elsewhere.outFolder }, 'managed-folder', 'outFolder'],
    [{ imagesPerDay: 51 }, 'managed-limit', 'imagesPerDay'],
  ] as const;
  for (const check of [prepareHotFolder, checkHotFolder, planHotFolder]) {
    for (const [change, code, parameter] of cases) {
      const refused = await check(access, { ...good, ...change }, []);
      expect(refused, JSON.stringify(change)).toMatchObject({ problem: { code, parameter } });
    }
  }
  expect(existsSync(good.outFolder) || existsSync(elsewhere.outFolder)).toBe(false);
  expect(await prepareHotFolder(access, { ...good, imagesPerDay: 50 }, [])).toMatchObject({
    ok: true,
  });
});

it('F69 refuses nested folders, Darkslide’s own folders, and output folders whose results would be processed again', async () => {
  const studio = await hotFolderStudio();
  const { access, root } = studio;
  studio.arm(await studio.draft('one', { outFolder: join(root, 'two') }));
  const codes = async (name: string, outFolder = 'out', change: object = {}) => {
    const draft = await studio.draft(name, { outFolder: join(root, outFolder), ...change });
    const checks = [prepareHotFolder, checkHotFolder, planHotFolder];
    const found = await Promise.all(checks.map((check) => check(access, draft, others(studio))));
    return found.map(codeOf);
  };
  const thrice = (code: string | null) => [code, code, code];
  expect(await codes('x', 'x/results')).toEqual(thrice('folder-own-output'));
  expect(await codes('two', 'one/results')).toEqual(thrice('folder-own-output'));
  expect(await codes('one/sub')).toEqual(thrice('folder-in-folder'));
  expect(await codes('one', 'out', { after: 'move' })).toEqual(thrice('folder-in-folder'));
  await symlink(join(root, 'one'), join(root, 'spelling'));
  expect(await codes('spelling', 'out', { subFolders: 'ignore' })).toEqual(
    thrice('folder-in-folder'),
  );
  expect(await codes('data/previews')).toEqual(thrice('folder-in-data'));
  expect(await codes('.', 'out', { subFolders: 'ignore' })).toEqual(thrice('folder-in-data'));
  expect(await codes('two')).toEqual(thrice(null));
});

it('checks the folder and its output folder, unless another account will watch it', async () => {
  const studio = await hotFolderStudio();
  const { access, root } = studio;
  const draft = await studio.draft('drop');
  const file = join(root, 'file');
  await writeFile(file, 'x');
  for (const change of [{ path: join(root, 'gone') }, { path: file }, { outFolder: file }]) {
    const code = 'path' in change ? 'folder-missing' : 'folder-unwritable';
    for (const check of [prepareHotFolder, checkHotFolder]) {
      expect(codeOf(await check(access, { ...draft, ...change }, []))).toBe(code);
    }
    expect(await planHotFolder(access, { ...draft, ...change }, [])).toMatchObject({ ok: true });
  }
  await mkdir(join(root, 'there'));
  for (const path of ['', 'there', `${root}\0`]) {
    const relative = { code: 'path-relative', parameter: 'path' };
    const planned = await planHotFolder(access, { ...draft, path }, []);
    expect(planned, path).toMatchObject({ problem: relative });
  }
});
