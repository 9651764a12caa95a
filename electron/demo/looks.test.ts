import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { plainJpeg, quickDemo, until } from '../../test/demo/harness.ts';
import { portrait } from '../../test/fixtures/people.ts';
import { serveHere } from '../../test/network/server.ts';
import type { DemoOptions } from './types.ts';

/** Looks with threads that are warm. */
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

/** A demo service that looks at what custom models and scenes are made of. */
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
    return ask(kind, images);
  }

  async function ask(kind: Kind, images: readonly string[]): Promise<number> {
    const given = kind === 'model' ? { images } : { image: images[0] };
    const agent = { agentName: 'aimodel', agentVersion: 'v1.0' };
    const answer = await client.post(`${facts[kind].path}/create`, { ...agent, ...given });
    return answer.data[facts[kind].idName];
  }

  async function statusOf(kind: Kind, id: number): Promise<string> {
    const { path, idName } = facts[kind];
    return (await client.get(`${path}/query?${idName}=${id}`)).data.status;
  }

  /** What it is in the end. */
  const ended = (kind: Kind, id: number) =>
    until(async () => {
      const status = await statusOf(kind, id);
      return status === 'prepare' ? undefined : status;
    });
  const became = async (kind: Kind, files: readonly (string | Buffer)[]) =>
    ended(kind, await create(kind, files));

  return { ...one, create, ask, statusOf, ended, became };
}

/** A wall in the fall-off of a lamp, with the grain of a camera: nothing is to be seen, and no pixel is equal. */
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
  it('is made of a portrait in colour or grey, dark or mirrored, alone or beside a plain photo', async () => {
    const face = sharp(portrait);
    const dark = await face.clone().linear(0.35).jpeg().toBuffer();
    const grey = await face.clone().greyscale().jpeg().toBuffer();
    const mirrored = await face.clone().flop().png().toBuffer();
    for (const photos of [[portrait], [dark], [grey], [mirrored], [await wall(), portrait]]) {
      expect(await shared.became('model', photos)).toBe('complete');
    }
  });

  it('fails when every photo is plain, lit and grainy as it may be', async () => {
    expect(await shared.became('model', [await plainJpeg(), await wall()])).toBe('failed');
  });

  it('that failed is refused by an execution', async () => {
    const { client } = shared;
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

describe('a custom scene', () => {
  it('is made of a photo that shows something, and fails when it is plain', async () => {
    expect(await shared.became('scene', [portrait])).toBe('complete');
    expect(await shared.became('scene', [await wall()])).toBe('failed');
  });
});

describe('looking', () => {
  it('keeps nobody waiting: creating answers before, and the status is prepare until it is done', async () => {
    const asked = Promise.withResolvers<ServerResponse>();
    const { origin } = await serveHere((_message, response) => asked.resolve(response));
    const id = await shared.ask('scene', [`${origin}/slow.jpg`]);
    const response = await asked.promise;
    expect(await shared.statusOf('scene', id)).toBe('prepare');
    response.end(readFileSync(portrait));
    expect(await shared.ended('scene', id)).toBe('complete');
  });

  it('goes on after a restart', async () => {
    const asked = Promise.withResolvers<void>();
    // the first request is open when the service ends
    const { origin, requests } = await serveHere((_message, response) => {
      if (requests.length > 1) response.end(readFileSync(portrait));
      else asked.resolve();
    });
    const first = await demoWith();
    const id = await first.ask('model', [`${origin}/slow.jpg`]);
    await asked.promise;
    await first.demo.close();
    await using again = await demoWith({ folder: first.folder });
    expect(await again.ended('model', id)).toBe('complete');
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
