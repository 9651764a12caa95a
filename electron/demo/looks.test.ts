import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { plainJpeg, quickDemo, until } from '../../test/demo/harness.ts';
import { portrait, writePersonInScene } from '../../test/fixtures/people.ts';
import { photograph } from '../../test/fixtures/photographs.ts';
import type { DemoOptions } from './types.ts';

let folder: string;
let inScene: string;
/** Looks with threads that are warm. */
let shared: Awaited<ReturnType<typeof demoWith>>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'darkslide-looks-'));
  inScene = join(folder, 'in-scene.jpg');
  await writePersonInScene(inScene);
  shared = await demoWith();
});
afterAll(async () => {
  await shared.remove();
  await rm(folder, { recursive: true, force: true });
});

type Kind = 'model' | 'scene';
const facts = {
  model: { path: '/agent/myFashionModel', idName: 'fashionModelId' },
  scene: { path: '/agent/myLocation', idName: 'locationId' },
} as const;

/** A demo service that looks at what own models and scenes are made of. */
async function demoWith(options: Partial<DemoOptions> = {}) {
  const one = await quickDemo({ looksAtOwn: true, ...options });
  const { client } = one;

  async function uploaded(file: string | Buffer): Promise<string> {
    const bytes = typeof file === 'string' ? readFileSync(file) : file;
    return (await client.upload(bytes)).data.image;
  }

  async function create(kind: Kind, files: readonly (string | Buffer)[]): Promise<number> {
    const images: string[] = [];
    for (const file of files) images.push(await uploaded(file));
    const given = kind === 'model' ? { images } : { image: images[0] };
    const agent = { agentName: 'aimodel', agentVersion: 'v1.0' };
    const answer = await client.post(`${facts[kind].path}/create`, { ...agent, ...given });
    return answer.data[facts[kind].idName];
  }

  async function statusOf(kind: Kind, id: number): Promise<string> {
    const { path, idName } = facts[kind];
    return (await client.get(`${path}/query?${idName}=${id}`)).data.status;
  }

  async function became(kind: Kind, files: readonly (string | Buffer)[]): Promise<string> {
    const id = await create(kind, files);
    return until(async () => {
      const status = await statusOf(kind, id);
      return status === 'prepare' ? undefined : status;
    });
  }

  return { ...one, create, statusOf, became };
}

const products = [
  'handbag-cognac.jpg',
  'lipstick-rouge.jpg',
  'perfume-amber.jpg',
  'sunglasses-tortoise.jpg',
  'teapot-stoneware.jpg',
  'watch-steel.jpg',
];
const others = ['dandelion-seeds.jpg', 'hubble-deep-field.jpg', 'raccoon-face.jpg'];

describe('an own model', () => {
  it('is made of a face, in colour or grey, light or dark, alone or among other photos', async () => {
    const { became } = shared;
    const face = sharp(portrait);
    const dark = await face.clone().linear(0.35).jpeg().toBuffer();
    const grey = await face.clone().greyscale().jpeg().toBuffer();
    const mirrored = await face.clone().flop().png().toBuffer();
    expect(await became('model', [portrait])).toBe('complete');
    expect(await became('model', [dark])).toBe('complete');
    expect(await became('model', [grey])).toBe('complete');
    expect(await became('model', [mirrored])).toBe('complete');
    expect(await became('model', [photograph('watch-steel.jpg'), portrait])).toBe('complete');
  });

  it.each([...products, ...others])('fails where it is made of %s', async (name) => {
    const { became } = shared;
    expect(await became('model', [photograph(name)])).toBe('failed');
  });

  it('fails where there is nothing to see, or a face too small', async () => {
    const { became } = shared;
    expect(await became('model', [await plainJpeg()])).toBe('failed');
    expect(await became('model', [inScene])).toBe('failed');
  });

  it('that failed is refused by an execution', async () => {
    const { became, client } = shared;
    expect(await became('model', [photograph('watch-steel.jpg')])).toBe('failed');
    const info = await client.get(
      '/agent/info?agentName=aimodel&agentVersion=v1.0&resourceType=fashionModels&page=2&pageSize=100',
    );
    const own = info.data.fashionModels.at(-1);
    expect(own).toMatchObject({ type: 'Yours', status: 'failed' });
    const taskId = await client.task('aimodel', await plainJpeg());
    const answer = await client.execute(taskId, {
      generatedContent: 'freeCreation',
      maskType: 'autoApparelSegment',
      fashionModelId: own.id,
    });
    expect(answer.message).toMatch(/its status is failed/);
  });
});

describe('an own scene', () => {
  it('is made of a place with somebody in it, near or far', async () => {
    const { became } = shared;
    expect(await became('scene', [inScene])).toBe('complete');
    expect(await became('scene', [portrait])).toBe('complete');
  });

  it.each(['handbag-cognac.jpg', 'dandelion-seeds.jpg', 'raccoon-face.jpg'])(
    'fails where it is made of %s',
    async (name) => {
      const { became } = shared;
      expect(await became('scene', [photograph(name)])).toBe('failed');
    },
  );
});

describe('looking', () => {
  it('takes nobody’s time: creating answers before, and the status is prepare until it is done', async () => {
    const { create, statusOf } = shared;
    const id = await create('scene', [photograph('raccoon-face.jpg')]);
    expect(await statusOf('scene', id)).toBe('prepare');
    await until(async () => (await statusOf('scene', id)) === 'failed' || undefined);
  });

  it('goes on after a restart', async () => {
    const first = await demoWith();
    const id = await first.create('model', [portrait]);
    await first.demo.close();
    await using again = await demoWith({ folder: first.folder });
    const status = await until(async () => {
      const now = await again.statusOf('model', id);
      return now === 'prepare' ? undefined : now;
    });
    expect(status).toBe('complete');
  });

  it('is left out where pictures are not worked on, unless it is asked for', async () => {
    await using quick = await quickDemo();
    const { image } = (await quick.client.upload(await plainJpeg())).data;
    const agent = { agentName: 'aimodel', agentVersion: 'v1.0' };
    const { data } = await quick.client.post('/agent/myLocation/create', { ...agent, image });
    const asked = await quick.client.get(`/agent/myLocation/query?locationId=${data.locationId}`);
    expect(asked.data.status).toBe('complete');
    await using full = await demoWith({ render: 'full' });
    expect(await full.became('model', [await plainJpeg()])).toBe('failed');
  });

  it('asks nothing of what was there before it was', async () => {
    const first = await quickDemo({ own: { models: 1 } });
    await first.demo.close();
    const book = new DatabaseSync(join(first.folder, 'book.sqlite'));
    book.exec('ALTER TABLE owned DROP COLUMN sees');
    const row = book.prepare('SELECT id FROM owned').get() as { id: number };
    book.close();
    await using again = await demoWith({ folder: first.folder });
    expect(await again.statusOf('model', row.id)).toBe('complete');
  });
});
