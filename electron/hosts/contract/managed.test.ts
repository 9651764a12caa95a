import { mkdir, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { HotFolderDraft } from '#shared/views/folders.ts';
import { plainRecipe } from '../../../test/fixtures/plain-recipe.ts';
import { openWindow, type Window } from '../../../test/handlers/window.ts';
import { sampleRecipes } from '../../demo/sample.ts';
import { plainFolder } from '../../../test/fixtures/hot-folder.ts';

let window: Window;

const draftIn = async (path: string, outFolder: string): Promise<HotFolderDraft> => {
  await mkdir(path, { recursive: true });
  const { savedRecipes } = window.session.studio().ledger;
  const { white } = sampleRecipes;
  const { id: savedRecipeId } = savedRecipes.named(white.name) ?? savedRecipes.add(white);
  return { path, outFolder, savedRecipeId, ...plainFolder };
};

describe('a window under a policy', () => {
  it('uses the policy’s service, whose key the user enters, and the policy’s settings', async () => {
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
    const other = { url: 'https://other.example', key };
    expect(await window.refused('settings.connect', other)).toMatchObject(ofService);
    expect(await window.refused('settings.disconnect', {})).toMatchObject(ofService);
    expect((await window.ask('settings.connect', { url, key })).service.key).toBe('session');
    const callback = { ...settings.preferences.callback, isOn: true };
    const preferences = { callback, inFlight: 3 };
    const ofCallback = { ...managed, parameter: 'callback.isOn' };
    expect(await window.refused('settings.change', { preferences })).toMatchObject(ofCallback);
    const offline = { mode: 'offline', proxyUser: 'anna' } as const;
    const network = { ...settings.preferences.network, ...offline };
    const given = { network, password: { text: 'p4ss', systemProxy: null } };
    const ofMode = { ...managed, parameter: 'network.mode' };
    expect(await window.refused('settings.network', given)).toMatchObject(ofMode);
    const after = await window.ask('settings.get', {});
    expect(after.preferences).toEqual(settings.preferences);
    expect(after.hasProxyPassword).toBe(false);
  });

  it('allows hot folders, outputs and exports only in the policy’s folders, even if they were saved earlier', async () => {
    let allowed = true;
    const policy = (folder: string) => ({
      version: 1,
      folders: { within: [allowed ? folder : join(folder, 'studio')] },
      limits: { imagesPerDay: 50 },
    });
    window = await openWindow({ policy });
    const root = dirname(window.folder);
    const inside = join(root, 'studio');
    await mkdir(inside);
    const outside = await draftIn(join(root, 'elsewhere'), join(inside, 'out'));
    const before = await window.ask('folders.add', { draft: outside, existing: 'process' });
    allowed = false;
    window = await window.restart();
    const ofFolder = { id: before.id, problem: { code: 'managed-folder' } };
    await expect.poll(() => window.ask('folders.all', {})).toMatchObject([ofFolder]);

    const good = await draftIn(join(inside, 'in'), join(inside, 'good'));
    const add = (draft: typeof good) =>
      window.refused('folders.add', { draft, existing: 'process' });
    const barred = { code: 'managed-folder', about: inside };
    const outFolder = join(root, 'out');
    const ofOutput = { ...barred, parameter: 'outFolder' };
    expect(await add({ ...good, outFolder })).toMatchObject(ofOutput);
    await symlink(root, join(inside, 'link'));
    expect(await add({ ...good, outFolder: join(inside, 'link', 'out') })).toMatchObject(barred);
    const ofLimit = { code: 'managed-limit', parameter: 'imagesPerDay' };
    expect(await add({ ...good, imagesPerDay: 51 })).toMatchObject(ofLimit);
    const draft = { ...good, imagesPerDay: 50 };
    const { id, revision } = await window.ask('folders.add', { draft, existing: 'skip' });
    const moved = { ...good, outFolder };
    const edited = await window.refused('folders.edit', { id, revision, draft: moved });
    expect(edited).toMatchObject(ofOutput);
    const foreseen = await window.refused('folders.foresee', { id, draft: moved });
    expect(foreseen).toMatchObject(ofOutput);
    const { preferences } = await window.ask('settings.get', {});
    const changed = await window.refused('settings.change', { preferences: { outFolder } });
    expect(changed).toMatchObject(ofOutput);
    const options = { ...preferences.export, folder: join(root, 'export') };
    const exported = await window.refused('export.start', { filter: { ids: [1] }, options });
    expect(exported).toMatchObject({ ...barred, parameter: 'folder' });
  });

  it('B1 a run in Retouch and an earlier job buy and deliver only if the policy allows their folders', async () => {
    let allowed = true;
    window = await openWindow({
      policy: (folder) => ({
        version: 1,
        folders: { within: [allowed ? folder : join(folder, 'studio')] },
      }),
    });
    const [id = 0] = await window.onStrip('a.jpg');
    await window.ask('work.pause', {});
    const before = await window.ask('retouch.run', { ids: [id], recipe: plainRecipe });
    const jobId = before.jobs[0]?.jobId ?? 0;

    allowed = false;
    window = await window.restart();
    await window.ask('work.resume', {});
    await window.until(jobId, 'held');
    const barred = { problem: { code: 'managed-folder' } };
    expect(window.session.studio().ledger.jobs.load(jobId)).toMatchObject({ value: barred });
    const other = { ...plainRecipe, params: { ...plainRecipe.params, backgroundHex: '#123456' } };
    const { jobs, refused } = await window.ask('retouch.run', { ids: [id], recipe: other });
    expect(jobs).toEqual([]);
    expect(refused).toMatchObject([barred]);
    expect(window.service.records().uploads).toHaveLength(0);
    expect(window.bought()).toBe(0);
  });
});
