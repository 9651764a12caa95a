import { copyFile, mkdir, realpath, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { channels, type ChannelName, type Input } from '#shared/ipc.ts';
import { lightPhotograph } from '../../../test/fixtures/photographs.ts';
import { ownFolder } from '../../../test/fixtures/own-folder.ts';
import { codeOf, recipeOf } from '../../../test/fixtures/values.ts';
import { usualPreferences } from '#shared/views/settings.ts';
import { openWindow } from '../../../test/handlers/window.ts';
import { browsingIn } from './browsing.ts';
import { createReach } from './reach.ts';
import { watchedChannels } from './named-paths.ts';
import { plainFolder } from '../../../test/fixtures/hot-folder.ts';
import { uncheckedFolder } from '../../../test/fixtures/permitted.ts';

const folder = await realpath(await ownFolder('reach', afterAll));
/** A folder that the user may choose, and one that nobody has chosen. */
const [open, secret] = [join(folder, 'open'), join(folder, 'secret')];
for (const path of [open, secret, join(open, '.hidden')]) await mkdir(path);
const photo = join(secret, 'private.jpg');
for (const path of [photo, join(open, 'a.jpg'), join(open, '.hidden', 'b.jpg')]) {
  await copyFile(lightPhotograph('lipstick-rouge.jpg'), path);
}
await symlink(secret, join(open, 'link'));
await writeFile(join(secret, 'release.pdf'), '%PDF-1.4');
const window = await openWindow({ browsing: browsingIn([open]) }, afterAll);

const recipe = {
  agent: 'removeBG',
  name: 'Mine',
  params: { maskType: 'custom', backgroundHex: '#ffffff', batchCount: 1 },
};
const recipeWith = (mask: string | null) => recipeOf({ ...recipe, mask });
const draft = (path: string, outFolder: string) => ({
  path,
  savedRecipeId: 1,
  outFolder,
  ...plainFolder,
  settleMs: 2000,
});
/** Returns drafts of hot folders, with this path as watched folder and as output folder. */
const drafts = (path: string) => [
  draft(join(path, '..'), join(open, 'Out')),
  draft(open, join(path, '..')),
];

const exportTo = (path: string) => ({ ...usualPreferences.export, folder: join(path, '..') });
const trusting = (path: string) => ({ ...usualPreferences.network, extraCertificates: path });

/** For each channel that takes paths, requests that contain the path at each possible position. */
const requests: { [C in ChannelName]?: (path: string) => readonly Input<C>[] } = {
  'host.list-folders': (path) => [{ path: join(path, '..') }],
  'folders.foresee': (path) => drafts(path).map((draft) => ({ draft, id: null })),
  'folders.add': (path) => drafts(path).map((draft) => ({ draft, existing: 'process' })),
  'folders.edit': (path) => drafts(path).map((draft) => ({ id: 1, revision: 1, draft })),
  'folders.copy-in': (path) => [
    { id: 1, paths: [join(open, 'a.jpg'), path], from: null },
    { id: 1, paths: [join(open, 'a.jpg')], from: join(path, '..') },
  ],
  'queue.run-changed': (path) => [{ id: 1, recipe: recipeWith(path) }],
  'recipes.save': (path) => [{ id: null, revision: null, recipe: recipeWith(path) }],
  'retouch.find': (paths) => [{ paths: [join(open, 'a.jpg'), paths] }],
  'retouch.add': (paths) => [{ paths: [join(open, 'a.jpg'), paths] }],
  'retouch.further': (path) => [{ path, mayPad: false }],
  'retouch.run': (path) => [{ ids: [1], recipe: recipeWith(path) }],
  'retouch.foresee': (path) => [{ ids: [1], recipe: recipeWith(path) }],
  'retouch.keep-panel': (path) => [{ agent: 'a', version: '1', settings: { mask: path } }],
  'masks.load': (path) => [{ id: 1, path }],
  'masks.at': (path) => [{ path }],
  'custom-models.look': (path) => [{ kind: 'model', path }],
  'custom-models.create': (path) => [
    { kind: 'model', name: null, photos: [{ path, sha256: '0'.repeat(64) }], seen: 0 },
  ],
  'custom-models.set-release': (path) => [
    { kind: 'model', id: 1, path: join(path, '..', 'release.pdf') },
  ],
  'finish.preview': (path) => [{ path, preset: {}, output: 0 }],
  'finish.measure': (path) => [{ path, preset: {}, output: 0 }],
  'export.start': (path) => [{ filter: {}, options: exportTo(path) }],
  'settings.change': (path) => [
    { preferences: { outFolder: join(path, '..') } },
    { preferences: { export: exportTo(path) } },
    { preferences: { network: trusting(path) } },
  ],
  'settings.network': (path) => [{ network: trusting(path), password: null }],
  'stations.join': (certificateFile) => [
    { address: '', password: null, certificateFile, name: 'A' },
  ],
  'stations.set-root': (path) => [{ name: 'shoots', folder: join(path, '..') }],
};

describe('the paths that a page may name', () => {
  it('A11 are checked on every channel whose input can contain one', () => {
    const withRoom = Object.entries(channels)
      .filter(([, { input }]) => /path|folder|certificate|recipe"|settings"/iu.test(keysOf(input)))
      .map(([name]) => name);
    // These channels match the pattern but take no paths from a page: filters by a number or a name, and a refused file
    // that is looked up in the ledger.
    const without = [
      'queue.page',
      'queue.act',
      'queue.effects',
      'folders.dismiss',
      'host.reveal',
      'host.open-results',
      'library.page',
      'library.cells',
      'library.place',
      'custom-models.save-card',
    ];
    expect(new Set(watchedChannels)).toEqual(
      new Set(withRoom.filter((name) => !without.includes(name))),
    );
    expect(new Set(Object.keys(requests))).toEqual(new Set(watchedChannels));
  });

  it.each(watchedChannels)('A11 are refused by %s unless the user chose them', async (channel) => {
    const paths = [photo, join(open, 'link', 'private.jpg'), join(open, '.hidden', 'b.jpg')];
    for (const path of paths) {
      const inputs = (requests[channel] as (path: string) => readonly Input<ChannelName>[])(path);
      for (const input of inputs) {
        const code = codeOf(await window.client.ask(channel, input));
        expect([channel, path, code]).toEqual([channel, path, 'path-out-of-reach']);
      }
    }
    expect((await window.ask('retouch.filmstrip', { offset: 0, limit: 10 })).total).toBe(0);
  });

  it('A11 are left out of imported settings unless the user chose them', async () => {
    const text = JSON.stringify({
      darkslideSettings: 1,
      preferences: { outFolder: secret, export: { folder: secret } },
      recipes: [{ ...recipeWith(photo), name: 'From a file' }],
    });
    const { left, recipes } = await window.ask('settings.import', { text });
    expect(recipes).toBe(0);
    expect(left.map(({ problem }) => problem.code)).toEqual(Array(3).fill('path-out-of-reach'));
  });

  it('A11 include folders that may be browsed, and paths that the studio has returned', async () => {
    const { ids } = await window.ask('retouch.add', { paths: [join(open, 'a.jpg')] });
    expect(ids).toHaveLength(1);
    const removed = await window.ask('retouch.remove', { ids: [...ids] });
    expect(removed).toEqual([join(open, 'a.jpg')]);
    expect(await window.ask('retouch.add', { paths: [...removed] })).toMatchObject({ refusals: 0 });
    await window.ask('retouch.keep-panel', {
      agent: 'removeBG',
      version: 'v1.0',
      settings: { backgroundHex: '#fff', mask: join(open, 'a.jpg'), text: 'a/b' },
    });
  });

  it('A11 on the desktop are the paths that the user has chosen, and new folders next to them', async () => {
    const { session } = window;
    const reach = createReach(session, null);
    const check = async (path: string) => codeOf(await reach.check([path]));
    expect(await check(photo)).toBe('path-not-chosen');
    reach.grant([photo]);
    expect(await check(photo)).toBeNull();
    for (const path of [join(secret, 'release.pdf'), secret, open]) {
      expect(await check(path)).toBe('path-not-chosen');
    }
    reach.grant([open]);
    expect(await check(join(open, '.hidden', 'b.jpg'))).toBeNull();
    expect(await check(join(open, 'link', 'private.jpg'))).toBe('path-not-chosen');
    // The window suggests this folder for results. A folder that already exists must be chosen by the user.
    expect(await check(join(folder, 'open Results'))).toBeNull();
    await mkdir(join(folder, 'open Results'));
    expect(await check(join(folder, 'open Results'))).toBe('path-not-chosen');
    expect(await check(join(secret, 'new'))).toBe('path-not-chosen');
    expect(await check(join(session.dataFolder, 'photos', 'x.jpg'))).toBeNull();
  });

  it('A11 in saved hot folders and panels stay allowed after a restart', async () => {
    const { session } = window;
    const { ledger } = session.studio();
    const plain = recipeWith(join(open, 'a.jpg'));
    const recipeId = ledger.jobs.recipe(plain, 'identity');
    const settings = uncheckedFolder({ ...draft(secret, join(folder, 'results')), recipeId });
    const reach = createReach(session, null);
    const inside = [photo, join(folder, 'results', 'new.png')];
    expect(await reach.check(inside)).toMatchObject({ problem: { code: 'path-not-chosen' } });
    ledger.hotFolders.add(settings, ledger.savedRecipes.add(plain).id, 'skip');
    expect(await reach.check(inside)).toMatchObject({ ok: true });
    // The previous test saved this path in a panel.
    expect(await reach.check([join(open, 'a.jpg')])).toMatchObject({ ok: true });
  });
});

/** Names of all fields of a schema, in quotes. */
function keysOf(schema: object): string {
  const keys: string[] = [];
  JSON.stringify(schema, (key, value: unknown) => {
    if (key === 'entries' && typeof value === 'object' && value !== null) {
      keys.push(...Object.keys(value));
    }
    return value;
  });
  return keys.map((key) => `"${key}"`).join(' ');
}
