import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { quickDemo } from '../../../test/demo/harness.ts';

let one: Awaited<ReturnType<typeof quickDemo>>;
beforeAll(async () => {
  one = await quickDemo();
});
afterAll(() => one.remove());

const info = (agentName: string, more = '', agentVersion = 'v1.0') =>
  one.client.get(`/agent/info?agentName=${agentName}&agentVersion=${agentVersion}${more}`);

interface ListEntry {
  readonly id: number;
  readonly image: string;
}

async function everyPage(agentName: string, list: 'locations' | 'fashionModels', pageSize: number) {
  const entries: ListEntry[] = [];
  for (let page = 1; ; page += 1) {
    const { data } = await info(agentName, `&page=${page}&pageSize=${pageSize}`);
    entries.push(...data[list]);
    expect(data.pagination).toMatchObject({ page, pageSize });
    const { total, isLastPage } = data.pagination[list];
    expect(isLastPage).toBe(entries.length === total);
    if (isLastPage === true) return entries;
  }
}

describe('info', () => {
  it.each([
    ['aimodel', 'locations', 130],
    ['aimodel', 'fashionModels', 120],
    ['aiproduct', 'locations', 101],
  ] as const)('pages through %s %s without gaps', async (agent, list, atLeast) => {
    const inFifties = await everyPage(agent, list, 50);
    expect(inFifties.length).toBeGreaterThanOrEqual(atLeast);
    expect(new Set(inFifties.map(({ id }) => id)).size).toBe(inFifties.length);
    expect(await everyPage(agent, list, 7)).toEqual(inFifties);
  });

  it('counts the lists of aimodel separately, and returns an empty page after the last one', async () => {
    const { data } = await info('aimodel', '&page=3&pageSize=60');
    expect(data.locations).toHaveLength(14);
    expect(data.fashionModels).toHaveLength(4);
    expect((await info('aimodel', '&page=9')).data.locations).toEqual([]);
  });

  it('returns page 1 with 50 entries by default', async () => {
    const { data } = await info('aimodel');
    expect(data.locations).toHaveLength(50);
    expect(data.pagination).toEqual({
      page: 1,
      pageSize: 50,
      locations: { total: 134, isLastPage: false },
      fashionModels: { total: 124, isLastPage: false },
    });
    expect(data.locations[0]).toMatchObject({ type: 'AI', categories: [expect.any(String)] });
  });

  it('returns a single resource type on request', async () => {
    const { data } = await info('aimodel', '&resourceType=fashionModels');
    expect(Object.keys(data)).toEqual(['agentVersion', 'fashionModels', 'pagination']);
    expect(data.pagination).not.toHaveProperty('locations');
  });

  it('returns the lists of each other agent in its own format', async () => {
    expect((await info('expandimage')).data.dimensions[0]).toEqual({
      name: expect.any(String),
      width: expect.any(Number),
      height: expect.any(Number),
    });
    const background = (await info('removeBG')).data.backgrounds[0];
    expect(Object.keys(background)).toEqual(['id', 'image', 'name']);
    const [old, recent] = [await info('mannequin'), await info('mannequin', '', 'v1.5')];
    expect(Object.keys(old.data)).toEqual(['agentVersion', 'locations', 'fashionModels', 'tags']);
    expect(Object.keys(old.data.fashionModels[0])).toEqual(['id', 'image']);
    const [first, second] = [old, recent].map(
      ({ data }) => new Set((data.locations as ListEntry[]).map(({ id }) => id)),
    );
    expect(first?.isDisjointFrom(second ?? new Set())).toBe(true);
  });

  it.each([
    ['aipose', '', /has no lists/],
    ['nobody', '', /No agent/],
    ['aimodel', '&page=0', /page must/],
    ['aimodel', '&page=one', /page must/],
    ['aimodel', '&pageSize=101', /at most 100/],
    ['aimodel', '&resourceType=backgrounds', /resourceType/],
  ])('refuses %s%s', async (agent, more, words) => {
    const refused = await info(agent, more);
    expect(refused).toMatchObject({ success: false });
    expect(refused.msg).toMatch(words);
  });

  it('serves a different JPEG for every kind of template, and always the same JPEG for one template', async () => {
    const { data } = await info('aimodel');
    const products = await info('aiproduct');
    const listed: ListEntry[] = [
      ...data.locations.slice(0, 8),
      ...products.data.locations.slice(0, 5),
      ...data.fashionModels.slice(0, 4),
    ];
    const pictures = await Promise.all(listed.map(({ image }) => one.client.bytesAt(image)));
    for (const bytes of pictures) {
      const shown = { format: 'jpeg', width: 480, height: 600 };
      expect(await sharp(bytes).metadata()).toMatchObject(shown);
      expect((await sharp(bytes).stats()).entropy).toBeGreaterThan(2);
    }
    expect(new Set(pictures.map((bytes) => bytes.toString('base64'))).size).toBe(pictures.length);
    expect(await one.client.bytesAt(listed[0]?.image ?? '')).toEqual(pictures[0]);
  });

  it('serves no files other than pictures of templates', async () => {
    const origin = new URL(one.demo.url).origin;
    for (const path of [
      'templates/scene-attic-1.jpg',
      'templates/..%2fbook.sqlite',
      'uploads/x.jpg',
      'x',
    ]) {
      expect((await fetch(`${origin}/cdn/${path}`)).status).toBe(404);
    }
  });
});
