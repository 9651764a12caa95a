import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lightPhotograph } from '../../test/fixtures/photographs.ts';
import { pageOf } from '../../test/handlers/owned.ts';
import { openWindow, patience, type Window } from '../../test/handlers/window.ts';
import { findMedia } from './media.ts';

const never = new AbortController().signal;

let window: Window;
let shoot: string;
beforeEach(async () => {
  window = await openWindow();
  shoot = join(window.folder, 'shoot');
  await mkdir(shoot);
});
afterEach(() => window.close());

async function photo(name: string): Promise<string> {
  const path = join(shoot, name);
  await copyFile(lightPhotograph(name), path);
  return path;
}

const look = (path: string) => window.ask('own.look', { kind: 'model', path });
const creations = async () => (await pageOf(window, 'model')).creations;

describe('making an own model', () => {
  it('begins with photos that were looked at, and ends in the list', async () => {
    const looked = await look(await photo('lipstick-rouge.jpg'));
    expect(looked).toMatchObject({ name: 'lipstick-rouge.jpg', problem: null });
    expect(looked.copy?.bytes).toBeGreaterThan(0);
    const small = await findMedia(window.desk, `further/${looked.pictureId}/160`, never);
    expect(small).toMatchObject({ ok: true, value: { type: 'image/jpeg' } });

    const { path, sha256 } = looked;
    const created = await window.ask('own.create', {
      kind: 'model',
      name: ' Anna ',
      photos: [{ path, sha256 }],
    });
    expect(created.creationId).toBeGreaterThan(0);
    const page = async () => (await pageOf(window, 'model')).rows;
    await expect
      .poll(page, patience)
      .toMatchObject([
        { name: 'Anna', isMadeHere: true, photos: 1, hasCover: true, status: 'complete' },
      ]);
    expect(await creations()).toEqual([]);
    expect(window.service.books().requests['own-model-create']).toBe(1);
  });

  it('that stops stays in sight with its photos, and is begun anew or put away', async () => {
    const { path, sha256, pictureId } = await look(await photo('watch-steel.jpg'));
    const refusal = {
      on: 'own-model-create',
      kind: 'refused',
      text: 'No face was found.',
    } as const;
    window.service.inject({ ...refusal, times: 2 });
    const photos = [{ path, sha256 }];
    const { creationId: id } = await window.ask('own.create', { kind: 'model', name: '', photos });
    const stopped = {
      id,
      kind: 'model',
      name: null,
      state: 'stopped',
      photos: [{ path, name: 'watch-steel.jpg', pictureId, sent: 1 }],
      problem: { code: 'service-refused' },
    };
    await expect.poll(creations, patience).toMatchObject([stopped]);
    expect((await creations())[0]?.problem?.message).toContain('No face was found.');
    expect((await pageOf(window, 'scene')).creations).toEqual([]);

    await window.ask('own.again', { id });
    const arrived = () => window.service.books().requests['own-model-create'];
    await expect.poll(arrived, patience).toBe(2);
    await expect.poll(creations, patience).toMatchObject([stopped]);
    await window.ask('own.put-away', { id });
    expect(await creations()).toEqual([]);
    expect((await window.refused('own.again', { id })).code).toBe('own-unknown');
  });

  it('of what is no photo, or another one by now, or not named wholly is refused', async () => {
    const text = join(shoot, 'notes.jpg');
    await writeFile(text, 'not a photo');
    const refused = (path: string) => window.refused('own.look', { kind: 'model', path });
    expect((await refused(text)).code).toMatch(/^photo-/);
    expect((await refused(join(shoot, 'gone.jpg'))).code).toBe('file-missing');
    expect((await refused('gone.jpg')).code).toBe('path-relative');

    const { path, sha256 } = await look(await photo('watch-steel.jpg'));
    await writeFile(path, await readFile(lightPhotograph('lipstick-rouge.jpg')));
    const create = { kind: 'model', name: null, photos: [{ path, sha256 }] } as const;
    const asked = { ...create, photos: [...create.photos] };
    expect((await window.refused('own.create', asked)).code).toBe('own-photo-changed');
    await rm(path);
    expect((await window.refused('own.create', asked)).code).toMatch(/^file-/);
    expect(await creations()).toEqual([]);
    expect(window.service.books().requests['upload'] ?? 0).toBe(0);
  });
});
