import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { lightPhotograph } from '../../../test/fixtures/photographs.ts';
import { pageOf } from '../../../test/handlers/custom-models.ts';
import { openWindow, type Window } from '../../../test/handlers/window.ts';
import { findMedia } from '../pictures/media.ts';

const never = new AbortController().signal;

let window: Window;
beforeEach(async () => {
  window = await openWindow();
});

const look = (path: string) => window.ask('custom-models.look', { kind: 'model', path });
const creations = async () => (await pageOf(window, 'model')).creations;

describe('creating a custom model', () => {
  it('starts with checked photos and ends with an entry in the list', async () => {
    const looked = await look(await window.shot('lipstick-rouge.jpg'));
    expect(looked).toMatchObject({ name: 'lipstick-rouge.jpg', problem: null });
    expect(looked.copy?.bytes).toBeGreaterThan(0);
    const small = await findMedia(window.session, `further/${looked.pictureId}/160`, never);
    expect(small).toMatchObject({ ok: true, value: { type: 'image/jpeg' } });

    const { path, sha256 } = looked;
    const photos = [{ path, sha256 }];
    const asked = { kind: 'model', name: ' Anna ', photos, seen: 0 } as const;
    expect(await window.ask('custom-models.create', asked)).toEqual({ creationId: 1 });
    const page = async () => (await pageOf(window, 'model')).rows;
    const anna = { name: 'Anna', isMadeHere: true, photos: 1, hasCover: true, status: 'complete' };
    await expect.poll(page).toMatchObject([anna]);
    expect(await creations()).toEqual([]);
    expect(window.requests('custom-model-create')).toBe(1);

    // the user may use Anna, or request another model from the same photos
    const id = (await page())[0]?.id;
    const earlier = { state: 'ready', creationId: 1, id, name: 'Anna', problem: null };
    expect(await window.ask('custom-models.create', asked)).toEqual({ earlier });
    expect(window.requests('custom-model-create')).toBe(1);
    const again = { ...asked, seen: 1 };
    expect(await window.ask('custom-models.create', again)).toEqual({ creationId: 2 });
    await expect.poll(page).toMatchObject([anna, anna]);
    expect(window.requests('custom-model-create')).toBe(2);
  });

  it('stays listed with its photos if it stops, and can then be retried or dismissed', async () => {
    const { path, sha256, pictureId } = await look(await window.shot('watch.jpg'));
    const refusal = { kind: 'refused', text: 'No face was found.', times: 2 } as const;
    window.service.inject({ on: 'custom-model-create', ...refusal });
    const photos = [{ path, sha256 }];
    const asked = { kind: 'model', name: '', photos, seen: 0 } as const;
    const id = 1;
    expect(await window.ask('custom-models.create', asked)).toEqual({ creationId: id });
    const sent = { path, name: 'watch.jpg', pictureId, sent: 1 };
    const problem = { code: 'service-refused' };
    const stopped = { id, kind: 'model', name: null, state: 'stopped', photos: [sent], problem };
    await expect.poll(creations).toMatchObject([stopped]);
    expect((await creations())[0]?.problem?.message).toContain('No face was found.');
    expect((await pageOf(window, 'scene')).creations).toEqual([]);

    await window.ask('custom-models.again', { id });
    const arrived = () => window.requests('custom-model-create');
    await expect.poll(arrived).toBe(2);
    await expect.poll(creations).toMatchObject([stopped]);
    await window.ask('custom-models.put-away', { id });
    expect(await creations()).toEqual([]);
    expect((await window.refused('custom-models.again', { id })).code).toBe('own-creation-unknown');
  });

  it('is refused for an invalid or changed photo, or a relative path', async () => {
    const text = await window.shot('notes.jpg');
    await writeFile(text, 'not a photo');
    const refused = (path: string) => window.refused('custom-models.look', { kind: 'model', path });
    expect((await refused(text)).code).toMatch(/^photo-/);
    expect((await refused(join(window.shoot, 'gone.jpg'))).code).toBe('file-missing');
    expect((await refused('gone.jpg')).code).toBe('path-relative');

    const { path, sha256 } = await look(await window.shot('watch-steel.jpg', 'watch-steel.jpg'));
    await writeFile(path, await readFile(lightPhotograph('lipstick-rouge.jpg')));
    const photos = [{ path, sha256 }];
    const asked = { kind: 'model', name: null, photos, seen: 0 } as const;
    expect((await window.refused('custom-models.create', asked)).code).toBe('own-photo-changed');
    await rm(path);
    expect((await window.refused('custom-models.create', asked)).code).toMatch(/^file-/);
    expect(await creations()).toEqual([]);
    expect(window.requests('upload')).toBe(0);
  });
});
