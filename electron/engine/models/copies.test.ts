import { readdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { systemClock } from '#electron/base/clock.ts';
import { createImages } from '#electron/adapters/images/images.ts';
import { startNode } from '#electron/adapters/images/start-node.ts';
import { photoLike } from '../../../test/fixtures/pictures.ts';
import { codeOf, valueOf } from '../../../test/fixtures/values.ts';
import { openHarness, type Harness } from '../../../test/models/harness.ts';
import { createCopies } from './copies.ts';
import type { ModelPhoto } from './types.ts';

const never = new AbortController().signal;

/** Lists the stored copies. */
async function copiesIn(harness: Harness): Promise<string[]> {
  return readdir(join(harness.folder, 'data', 'work', 'own')).catch(() => []);
}

/** Returns noise that no encoder can shrink, as a JPEG of the best quality. */
async function heavy(width: number, height: number): Promise<Buffer> {
  const photo = await photoLike(width, height, 120);
  return photo.jpeg({ quality: 100, chromaSubsampling: '4:4:4' }).toBuffer();
}

describe('checking a photo', () => {
  it('A8 sends the checked content even if the file is replaced in the meantime', async () => {
    const harness = await openHarness();
    const [path, secret] = [join(harness.folder, 'a.jpg'), join(harness.folder, 'private.jpg')];
    await writeFile(path, await (await photoLike(900, 700, 60)).jpeg().toBuffer());
    await writeFile(secret, await (await photoLike(640, 600, 60)).jpeg().toBuffer());
    const images = createImages({ start: startNode, clock: systemClock, processes: 1 });
    const copies = createCopies({
      ledger: harness.ledger,
      folder: join(harness.folder, 'copies'),
      images: {
        ...images,
        async prepare(request, signal) {
          await rm(path);
          await symlink(secret, path);
          return images.prepare(request, signal);
        },
      },
    });
    const looked = await copies.look('model', path, never);
    await images.close();
    expect(looked).toMatchObject({ ok: true, value: { copy: { width: 900, height: 700 } } });
    expect(await readdir(join(harness.folder, 'copies'))).toHaveLength(1);
  });

  it('reduces a photo over 5 MB for a model, not for a scene', async () => {
    const harness = await openHarness();
    const path = join(harness.folder, 'heavy.jpg');
    const bytes = await heavy(1500, 1200);
    expect(bytes.length).toBeGreaterThan(5_000_000);
    await writeFile(path, bytes);
    const model = await harness.look('model', path);
    expect(model).toMatchObject({ bytes: bytes.length, width: 1500, height: 1200, problem: null });
    expect(model.copy).toMatchObject({ format: 'jpeg' });
    expect(model.copy?.bytes).toBeLessThanOrEqual(5_000_000);
    const scene = await harness.look('scene', path);
    expect(scene.copy).toMatchObject({ width: 1500, height: 1200 });
    expect(scene.copy?.bytes).toBeGreaterThan(5_000_000);
    // the service receives the copy
    const id = await harness.create('model', 'Ada', [path]);
    await harness.until(id, 'created');
    expect(harness.demo.records().uploads.map((one) => one.bytes)).toEqual([model.copy?.bytes]);
  });

  it.each(['model', 'scene'] as const)(
    'C2 a photo of 512 px is refused by name for a %s, and one of 513 px is accepted',
    async (kind) => {
      const harness = await openHarness();
      const small = await harness.look(
        kind,
        await harness.photo('small.jpg', { width: 512, height: 700 }),
      );
      expect(small.problem).toMatchObject({
        code: 'photo-too-small',
        message: expect.stringContaining('"small.jpg" is 512 × 700 px') as string,
      });
      expect(harness.arrived('upload')).toBe(0);
      const path = await harness.photo('enough.jpg', { width: 513, height: 700 });
      await harness.until(await harness.create(kind, null, [path]), 'created');
    },
  );

  it.each([
    ['model', 'photo-too-long', [1300, 600]],
    ['model', 'photo-too-small', [900, 500]],
  ] as const)('reports an unusable photo for a %s: %s', async (kind, code, [width, height]) => {
    const harness = await openHarness();
    const looked = await harness.look(kind, await harness.photo('a.jpg', { width, height }));
    expect(looked).toMatchObject({ copy: null, problem: { code } });
    const created = await harness.tryToCreate(kind, null, [looked]);
    expect(codeOf(created)).toBe(code);
    expect(await copiesIn(harness)).toEqual([]);
  });

  it.each([
    ['is missing', null, 'file-missing'],
    ['is empty', '', 'file-incomplete'],
    ['is not a photo', 'Dear studio,', 'photo-not-an-image'],
    ['is an SVG', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'photo-refused-format'],
  ] as const)('reports a file that %s', async (_what, content, code) => {
    const harness = await openHarness();
    const path = join(harness.folder, 'a.jpg');
    if (content !== null) await writeFile(path, content);
    expect(codeOf(await harness.customModels.look('model', path, never))).toBe(code);
  });

  it('makes one copy per content, whatever the file name', async () => {
    const harness = await openHarness();
    const path = await harness.photo('a.jpg');
    const other = join(harness.folder, 'b.jpg');
    const looks = await Promise.all([harness.look('model', path), harness.look('model', path)]);
    expect(looks[0]).toEqual(looks[1]);
    await rename(path, other);
    expect(await harness.look('model', other)).toEqual({ ...looks[0], path: other, name: 'b.jpg' });
    expect(await copiesIn(harness)).toHaveLength(1);
  });
});

describe('a creation is refused and not recorded', () => {
  const looksAt = async (harness: Harness, names: readonly string[]): Promise<ModelPhoto[]> => {
    const photos: ModelPhoto[] = [];
    for (const name of names) photos.push(await harness.look('model', await harness.photo(name)));
    return photos;
  };

  it('with no photo, five photos, two for a scene, or the same content twice', async () => {
    const harness = await openHarness();
    const photos = await looksAt(harness, ['1.jpg', '2.jpg', '3.jpg', '4.jpg', '5.jpg']);
    const [first] = photos;
    if (first === undefined) throw new Error('there is no photo');
    expect(codeOf(await harness.tryToCreate('model', null, []))).toBe('own-photos');
    expect(codeOf(await harness.tryToCreate('model', null, photos))).toBe('own-photos');
    expect(codeOf(await harness.tryToCreate('scene', null, photos.slice(0, 2)))).toBe('own-photos');
    expect(codeOf(await harness.tryToCreate('model', null, [first, first]))).toBe(
      'own-photos-twice',
    );
    expect(harness.ledger.creations.shown('model')).toEqual([]);
  });

  it.each([
    ['of 500 characters', 'x'.repeat(500)],
    ['of 101 characters', 'x'.repeat(101)],
    ['that is empty', ''],
    ['that is blank', '   '],
    ['on two lines', 'Ada\nBea'],
  ])('with a name %s', async (_what, name) => {
    const harness = await openHarness();
    const photos = await looksAt(harness, ['1.jpg']);
    expect(codeOf(await harness.tryToCreate('model', name, photos))).toBe('own-name');
  });

  it('but not for spaces around a name, which are removed before its length is checked', async () => {
    const harness = await openHarness();
    const id = await harness.create('model', `  ${'x'.repeat(100)} `, [
      await harness.photo('a.jpg'),
    ]);
    expect(harness.creation(id).name).toBe('x'.repeat(100));
  });

  it('if a photo has changed since it was checked', async () => {
    const harness = await openHarness();
    const [photo] = await looksAt(harness, ['1.jpg']);
    if (photo === undefined) throw new Error('there is no photo');
    await writeFile(photo.path, await sharp(photo.path).rotate(90).jpeg().toBuffer());
    expect(codeOf(await harness.tryToCreate('model', null, [photo]))).toBe('own-photo-changed');
    await rm(photo.path);
    expect(codeOf(await harness.tryToCreate('model', null, [photo]))).toBe('file-missing');
    expect(harness.ledger.creations.shown('model')).toEqual([]);
  });
});

describe('the copy of a photo', () => {
  it('is kept while needed, after a restart and without the photo', async () => {
    const first = await openHarness();
    first.demo.inject({ kind: 'server-error', on: 'upload' });
    const needed = await first.photo('needed.jpg');
    const id = await first.create('model', 'Ada', [needed]);
    await first.look('model', await first.photo('looked at.jpg'));
    await first.poll(() => first.creation(id).problem?.code).toMatch(/^service-/);
    expect(await copiesIn(first)).toHaveLength(2);
    await rm(needed);
    const second = await first.restart();
    await second.poll(() => copiesIn(second)).toHaveLength(1);
    second.demo.clearFaults();
    await second.customModels.refresh();
    await second.until(id, 'created');
    await second.poll(() => copiesIn(second)).toEqual([]);
  });

  it.each([
    ['is gone', 'file-missing', (path: string) => rm(path)],
    [
      'has been replaced',
      'own-photo-changed',
      async (path: string) => writeFile(path, await sharp(path).rotate(90).jpeg().toBuffer()),
    ],
  ] as const)(
    'that is lost stops the creation if its photo %s: %s',
    async (_what, code, change) => {
      const first = await openHarness();
      first.demo.inject({ kind: 'server-error', on: 'upload' });
      const path = await first.photo('a.jpg');
      const id = await first.create('model', 'Ada', [path]);
      await first.customModels.stop();
      await rm(join(first.folder, 'data', 'work'), { recursive: true });
      await change(path);
      const second = await first.restart();
      expect((await second.until(id, 'stopped')).problem?.code).toBe(code);
      expect(second.arrived('custom-model-create')).toBe(0);
    },
  );

  it('is uploaded again if the address is over an hour old', async () => {
    const harness = await openHarness();
    harness.demo.inject({ kind: 'server-error', on: 'info' });
    const id = await harness.create('model', 'Ada', [await harness.photo('a.jpg')]);
    const isWaiting = () => harness.creation(id).problem?.code;
    await harness.poll(isWaiting).toMatch(/^service-/);
    const [old] = harness.creation(id).uploads;
    expect(old).not.toBeNull();
    await harness.pass(61 * 60_000);
    harness.demo.clearFaults();
    const { uploads } = await harness.until(id, 'created');
    expect(uploads).not.toEqual([old]);
    expect(harness.arrived('upload')).toBe(2);
  });
});

describe('a picture', () => {
  it('of the cover and of each photo is a thumbnail, even after the demo service was restarted', async () => {
    const first = await openHarness();
    const paths = [await first.photo('a.jpg'), await first.photo('b.jpg')];
    const id = await first.create('model', 'Ada', paths);
    const { serviceId } = await first.until(id, 'created');
    const model = serviceId ?? 0;
    await first.poll(() => first.ledger.customModels.get('model', model)?.cover).not.toBe('');
    const harness = await first.restartBoth();
    expect(harness.demo.port).not.toBe(first.demo.port);
    const size = async (n: number, px: 160 | 512) => {
      const made = valueOf(await harness.customModels.picture('model', model, n, px, never));
      const { width, height, format } = await sharp(made).metadata();
      return { width, height, format };
    };
    expect(await size(0, 160)).toEqual({ width: 142, height: 160, format: 'jpeg' });
    expect(await size(1, 512)).toEqual({ width: 455, height: 512, format: 'jpeg' });
    expect(await size(2, 512)).toEqual({ width: 455, height: 512, format: 'jpeg' });
    for (const [which, n] of [
      [model, 3],
      [model, -1],
      [1, 0],
    ] as const) {
      expect(codeOf(await harness.customModels.picture('model', which, n, 160, never))).toBe(
        'picture-unknown',
      );
    }
  });
});
