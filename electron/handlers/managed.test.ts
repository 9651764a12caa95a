import { copyFile, mkdir, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { parseRecipe } from '#shared/recipe.ts';
import type { HotFolderDraft } from '#shared/views/folders.ts';
import { plainRecipe } from '../../test/fixtures/plain-recipe.ts';
import { lightPhotograph } from '../../test/fixtures/photographs.ts';
import { openWindow, patience, type Window } from '../../test/handlers/window.ts';
import { sampleRecipes } from '../demo/sample.ts';
import { plainFolder } from '../../test/fixtures/hot-folder.ts';

let window: Window;
afterEach(() => window.close());

const draftIn = async (of: Window, path: string, outFolder: string): Promise<HotFolderDraft> => {
  await mkdir(path, { recursive: true });
  const { savedRecipes } = of.desk.studio().ledger;
  const { white } = sampleRecipes;
  const { id: recipeId } = savedRecipes.named(white.name) ?? savedRecipes.add(white);
  return {
    path,
    outFolder,
    recipeId,
    ...plainFolder,
  };
};

describe('a window under a policy', () => {
  it('keeps to its service, whose key a person gives, and to its settings', async () => {
    window = await openWindow({
      service: 'none',
      policy: (_folder, url) => ({
        version: 1,
        service: { url },
        enforced: { callback: { isOn: false }, network: { mode: 'normal' } },
      }),
    });
    const { url, key } = window.service;
    const settings = await window.ask('settings.get', {});
    expect(settings.service).toEqual({ url, key: 'none', isFixed: false });
    expect(settings.managed?.locked).toEqual(['network.mode', 'callback.isOn', 'serviceUrl']);
    const about = '/etc/darkslide/policy.json';
    const managed = { code: 'managed', about };
    const ofService = { code: 'managed-service', about };
    expect(
      await window.refused('settings.connect', { url: 'https://other.example', key }),
    ).toMatchObject(ofService);
    expect(await window.refused('settings.disconnect', {})).toMatchObject(ofService);
    expect((await window.ask('settings.connect', { url, key })).service.key).toBe('session');
    const { callback, network } = settings.preferences;
    expect(
      await window.refused('settings.change', {
        preferences: { callback: { ...callback, isOn: true }, inFlight: 3 },
      }),
    ).toMatchObject({ ...managed, parameter: 'callback.isOn' });
    const offline = { ...network, mode: 'offline' as const, proxyUser: 'anna' };
    expect(
      await window.refused('settings.network', {
        network: offline,
        password: { text: 'p4ss', systemProxy: null },
      }),
    ).toMatchObject({ ...managed, parameter: 'network.mode' });
    const after = await window.ask('settings.get', {});
    expect(after.preferences).toEqual(settings.preferences);
    expect(after.hasProxyPassword).toBe(false);
  });

  it('lets drop folders, outputs and exports lie only where it says, also those from before', async () => {
    let allowed = false;
    const policy = (folder: string) => ({
      version: 1,
      folders: { within: [allowed ? folder : join(folder, 'studio')] },
      limits: { imagesPerDay: 50 },
    });
    allowed = true;
    window = await openWindow({ policy });
    const root = dirname(window.folder);
    const inside = join(root, 'studio');
    await mkdir(inside);
    const outside = await draftIn(window, join(root, 'elsewhere'), join(inside, 'out'));
    const before = await window.ask('folders.add', { draft: outside, existing: 'process' });
    allowed = false;
    window = await window.restart();
    await vi.waitFor(async () => {
      const [card] = await window.ask('folders.all', {});
      expect(card).toMatchObject({ id: before.id, problem: { code: 'managed-folder' } });
    }, patience);

    const good = await draftIn(window, join(inside, 'in'), join(inside, 'good'));
    const add = (draft: typeof good) =>
      window.refused('folders.add', { draft, existing: 'process' });
    const barred = { code: 'managed-folder', about: inside };
    expect(await add({ ...good, outFolder: join(root, 'out') })).toMatchObject({
      ...barred,
      parameter: 'outFolder',
    });
    await symlink(root, join(inside, 'link'));
    expect(await add({ ...good, outFolder: join(inside, 'link', 'out') })).toMatchObject(barred);
    expect(await add({ ...good, imagesPerDay: 51 })).toMatchObject({
      code: 'managed-limit',
      parameter: 'imagesPerDay',
    });
    await window.ask('folders.add', { draft: { ...good, imagesPerDay: 50 }, existing: 'skip' });
    const { preferences } = await window.ask('settings.get', {});
    expect(
      await window.refused('settings.change', { preferences: { outFolder: join(root, 'out') } }),
    ).toMatchObject({ ...barred, parameter: 'outFolder' });
    const options = { ...preferences.export, folder: join(root, 'export') };
    expect(await window.refused('export.start', { filter: { ids: [1] }, options })).toMatchObject({
      ...barred,
      parameter: 'folder',
    });
  });

  it('B1 a retouch run, and a job from before, deliver and buy only where the policy allows', async () => {
    let allowed = true;
    window = await openWindow({
      policy: (folder) => ({
        version: 1,
        folders: { within: [allowed ? folder : join(folder, 'studio')] },
      }),
    });
    const root = dirname(window.folder);
    const source = join(root, 'raccoon-face.jpg');
    await copyFile(lightPhotograph('raccoon-face.jpg'), source);
    const [id = 0] = (await window.ask('retouch.add', { paths: [source] })).ids;
    const parsed = parseRecipe(plainRecipe);
    if (!('recipe' in parsed)) throw new Error(parsed.problems[0]?.message);
    await window.ask('work.pause', {});
    const before = await window.ask('retouch.run', { ids: [id], recipe: parsed.recipe });
    const jobId = before.jobs[0]?.jobId ?? 0;

    allowed = false;
    window = await window.restart();
    await window.ask('work.resume', {});
    await window.until(jobId, 'held');
    const held = window.desk.studio().ledger.jobs.load(jobId);
    expect(held).toMatchObject({ value: { problem: { code: 'managed-folder' } } });
    const other = {
      ...parsed.recipe,
      params: { ...parsed.recipe.params, backgroundHex: '#123456' },
    };
    const { jobs, refused } = await window.ask('retouch.run', { ids: [id], recipe: other });
    expect(jobs).toEqual([]);
    expect(refused).toMatchObject([{ problem: { code: 'managed-folder' } }]);
    expect(window.service.books().uploads).toHaveLength(0);
    expect(window.service.books().executions).toHaveLength(0);
  });
});
