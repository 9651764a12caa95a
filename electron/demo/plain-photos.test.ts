import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { plainJpeg, quickDemo } from '../../test/demo/harness.ts';
import { portrait } from '../../test/fixtures/people.ts';
import type { DemoOptions } from './types.ts';

let shared: Awaited<ReturnType<typeof demoWith>>;
beforeAll(async () => {
  shared = await demoWith();
});
afterAll(() => shared.remove());

type Kind = 'model' | 'scene';
const facts = {
  model: { path: '/agent/myFashionModel', idName: 'fashionModelId' },
  scene: { path: '/agent/myLocation', idName: 'locationId' },
} as const;

/** Starts a demo service that rejects custom models and scenes made from plain photos. */
async function demoWith(options: Partial<DemoOptions> = {}) {
  const one = await quickDemo({ rejectsPlainPhotos: true, ...options });
  const { client } = one;

  async function uploaded(file: string | Buffer): Promise<string> {
    const bytes = typeof file === 'string' ? readFileSync(file) : file;
    return (await client.upload(bytes)).data.image;
  }

  /** Creates a custom model or scene from these photos; returns its final status. */
  async function became(kind: Kind, files: readonly (string | Buffer)[]): Promise<string> {
    const images = await Promise.all(files.map(uploaded));
    const given = kind === 'model' ? { images } : { image: images[0] };
    const agent = { agentName: 'aimodel', agentVersion: 'v1.0' };
    const { path, idName } = facts[kind];
    const created = await client.post(`${path}/create`, { ...agent, ...given });
    const { data } = await client.get(`${path}/query?${idName}=${created.data[idName]}`);
    return data.status;
  }

  return { ...one, became };
}

/**
 * Returns a photo of a plain wall with light fall-off and grain: it shows no object, but no two of
 * its pixels are equal.
 */
async function wall(): Promise<Buffer> {
  const size = { width: 900, height: 700 };
  const light =
    '<svg xmlns="http://www.w3.org/2000/svg" width="900" height="700"><radialGradient id="l"><stop offset="0" stop-color="#fff"/><stop offset="1" stop-color="#777"/></radialGradient><rect width="900" height="700" fill="url(#l)"/></svg>';
  const noise = { type: 'gaussian', mean: 128, sigma: 15 } as const;
  const grain = await sharp({ create: { ...size, channels: 3, background: '#808080', noise } })
    .png()
    .toBuffer();
  return sharp(Buffer.from(light))
    .composite([{ input: grain, blend: 'soft-light' }])
    .flatten()
    .jpeg()
    .toBuffer();
}

describe('a custom model', () => {
  it('is created from a portrait, whether in colour, grey, dark or mirrored, alone or with a plain photo', async () => {
    const face = sharp(portrait);
    const dark = await face.clone().linear(0.35).jpeg().toBuffer();
    const grey = await face.clone().greyscale().jpeg().toBuffer();
    const mirrored = await face.clone().flop().png().toBuffer();
    for (const photos of [[portrait], [dark], [grey], [mirrored], [await wall(), portrait]]) {
      expect(await shared.became('model', photos)).toBe('complete');
    }
  });

  it('fails if every photo is plain, even with uneven light and grain', async () => {
    expect(await shared.became('model', [await plainJpeg(), await wall()])).toBe('failed');
  });

  it('can’t be used in an execution after it failed', async () => {
    const { client } = shared;
    const info = await client.get(
      '/agent/info?agentName=aimodel&agentVersion=v1.0&resourceType=fashionModels&page=2&pageSize=100',
    );
    const model = info.data.fashionModels.at(-1);
    expect(model).toMatchObject({ type: 'Yours', status: 'failed' });
    const taskId = await client.task('aimodel', await plainJpeg());
    const answer = await client.execute(taskId, {
      generatedContent: 'freeCreation',
      maskType: 'autoApparelSegment',
      fashionModelId: model.id,
    });
    expect(answer.message).toMatch(/its status is failed/);
  });
});

describe('a custom scene', () => {
  it('is created from a photo that shows something, and fails if it is plain', async () => {
    expect(await shared.became('scene', [portrait])).toBe('complete');
    expect(await shared.became('scene', [await wall()])).toBe('failed');
  });
});

it('photos for a custom model or scene are checked only if pictures are processed or the settings ask for it', async () => {
  await using quick = await quickDemo();
  const { image } = (await quick.client.upload(await plainJpeg())).data;
  const agent = { agentName: 'aimodel', agentVersion: 'v1.0' };
  const { data } = await quick.client.post('/agent/myLocation/create', { ...agent, image });
  const asked = await quick.client.get(`/agent/myLocation/query?locationId=${data.locationId}`);
  expect(asked.data.status).toBe('complete');
  await using full = await demoWith({ render: 'full' });
  expect(await full.became('model', [await plainJpeg()])).toBe('failed');
});
