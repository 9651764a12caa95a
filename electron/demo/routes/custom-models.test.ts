import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { plainJpeg, quickDemo } from '../../../test/demo/harness.ts';
import { handClock } from '../../../test/fixtures/hand-clock.ts';

let one: Awaited<ReturnType<typeof quickDemo>>;
let image: string;
const clock = handClock();
beforeAll(async () => {
  const speed = { executionMs: 0, jitterMs: 0, preparationMs: 1000 };
  one = await quickDemo({ speed }, clock);
  image = (await one.client.upload(await plainJpeg())).data.image;
});
afterAll(() => one.remove());

const agent = { agentName: 'aimodel', agentVersion: 'v1.0' };
const free = { generatedContent: 'freeCreation', maskType: 'autoApparelSegment' };
const createModel = (more: object) =>
  one.client.post('/agent/myFashionModel/create', { ...agent, ...more });
const createScene = (more: object) =>
  one.client.post('/agent/myLocation/create', { ...agent, ...more });
const queryModel = (id: number) =>
  one.client.get(`/agent/myFashionModel/query?fashionModelId=${id}`);
const queryScene = (id: number) => one.client.get(`/agent/myLocation/query?locationId=${id}`);

describe('custom models', () => {
  it('change from prepare to complete, and can be used only then', async () => {
    const created = await createModel({ images: [image, image] });
    expect(created).toMatchObject({ success: true, code: 0 });
    const { fashionModelId } = created.data;
    expect((await queryModel(fashionModelId)).data).toEqual({
      fashionModelId,
      name: '我的模特 1',
      cover: image,
      images: [image, image],
      status: 'prepare',
    });
    const taskId = await one.client.task('aimodel', await plainJpeg());
    const params = { ...free, fashionModelId };
    expect((await one.client.execute(taskId, params)).message).toMatch(/its status is prepare/);
    clock.pass(1000);
    expect((await queryModel(fashionModelId)).data.status).toBe('complete');
    expect(await one.client.execute(taskId, params)).toMatchObject({ success: true });
    const info = '/agent/info?agentName=aimodel&agentVersion=v1.0&page=2&pageSize=100';
    const last = (await one.client.get(info)).data.fashionModels.at(-1);
    expect(last).toMatchObject({ id: fashionModelId, type: 'Yours', status: 'complete' });
  });

  it('can’t be deleted twice', async () => {
    const { fashionModelId } = (await createModel({ images: [image], name: 'Ada' })).data;
    expect((await queryModel(fashionModelId)).data.name).toBe('Ada');
    const remove = () => one.client.post('/agent/myFashionModel/delete', { fashionModelId });
    expect(await remove()).toMatchObject({ success: true });
    expect(await remove()).toMatchObject({ success: false });
    expect(await queryModel(fashionModelId)).toMatchObject({ success: false });
  });

  it('accept at most 4 images of at most 5M, for aimodel v1.0', async () => {
    expect((await createModel({ images: [image, image, image, image] })).success).toBe(true);
    const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
    const large = sharp({
      create: { width: 1500, height: 1500, channels: 3, noise, background: '#888' },
    });
    const heavy = (await one.client.upload(await large.png().toBuffer())).data.image;
    const refused: [object, RegExp][] = [
      [{ images: [image, image, image, image, image] }, /At most 4/],
      [{ images: [] }, /images is required/],
      [{ images: ['photo.jpg'] }, /address/],
      [{ images: [heavy] }, /larger than 5M/],
      [{ images: [image.replace(/[0-9a-f]{24}/, '0'.repeat(24))] }, /not at its address/],
      [{ images: [image], agentName: 'aiproduct' }, /aimodel/],
    ];
    for (const [body, words] of refused) expect((await createModel(body)).msg).toMatch(words);
  });

  it('C6 can have a name of any length, because the interface has no limit', async () => {
    const name = 'A'.repeat(500);
    expect(await createModel({ images: [image], name })).toMatchObject({ success: true });
  });

  it('fail at the requested rate', async () => {
    await using failing = await quickDemo({ failures: { customModel: 1 } });
    const images = [(await failing.client.upload(await plainJpeg())).data.image];
    const created = await failing.client.post('/agent/myFashionModel/create', { ...agent, images });
    const path = `/agent/myFashionModel/query?fashionModelId=${created.data.fashionModelId}`;
    expect((await failing.client.get(path)).data.status).toBe('failed');
  });
});

describe('custom scenes', () => {
  it('are created, listed, used and deleted', async () => {
    const { locationId } = (await createScene({ image })).data;
    expect((await queryScene(locationId)).data).toEqual({
      locationId,
      name: '我的场景 1',
      cover: image,
      image,
      status: 'prepare',
    });
    clock.pass(1000);
    expect((await queryScene(locationId)).data.status).toBe('complete');
    const taskId = await one.client.task('aimodel', await plainJpeg());
    const params = { ...free, locationId };
    expect(await one.client.execute(taskId, params)).toMatchObject({ success: true });
    const removed = await one.client.post('/agent/myLocation/delete', { locationId });
    expect(removed.success).toBe(true);
    expect((await one.client.execute(taskId, params)).message).toMatch(/not in the list/);
  });

  it('require an image', async () => {
    expect((await createScene({})).msg).toMatch(/image is required/);
  });
});
