import { describe, expect, it } from 'vitest';
import sharp from 'sharp';
import { plainJpeg, quickDemo } from '../../test/demo/harness.ts';

type OpenDemo = Awaited<ReturnType<typeof quickDemo>>;

const agent = { agentName: 'aimodel', agentVersion: 'v1.0' };
const service = { fashionModels: 124, locations: 134 };

async function page(one: OpenDemo, list: keyof typeof service, number: number) {
  const path = `/agent/info?agentName=aimodel&agentVersion=v1.0&resourceType=${list}&page=${number}&pageSize=100`;
  const { data } = await one.client.get(path);
  return { entries: data[list], ...data.pagination[list] };
}

async function everyCustomModel(one: OpenDemo, list: keyof typeof service) {
  const models: { id: number; image: string; name: string; status: string }[] = [];
  for (let number = 1; ; number += 1) {
    const { entries, isLastPage, total } = await page(one, list, number);
    models.push(...entries.filter((entry: { type: string }) => entry.type === 'Yours'));
    if (isLastPage !== true) continue;
    expect(service[list] + models.length).toBe(total);
    return models;
  }
}

describe('custom models and scenes that exist from the start', () => {
  it.each([300, 999])(
    '%i are listed, page by page, each with different pictures',
    async (count) => {
      await using one = await quickDemo({ models: { models: count, scenes: 2 } });
      const models = await everyCustomModel(one, 'fashionModels');
      expect(models).toHaveLength(count);
      for (const fact of ['id', 'name', 'image'] as const) {
        expect(new Set(models.map((model) => model[fact])).size, fact).toBe(count);
      }
      expect(new Set(models.map(({ status }) => status))).toEqual(new Set(['complete']));
      expect(await everyCustomModel(one, 'locations')).toHaveLength(2);
      const picture = await one.client.bytesAt(models.at(-1)?.image ?? '');
      expect(await sharp(picture).metadata()).toMatchObject({ format: 'jpeg', width: 480 });
    },
  );

  it('leave room for one more model at 999, and for none at 1000', async () => {
    await using one = await quickDemo({ models: { models: 999 } });
    const { image } = (await one.client.upload(await plainJpeg())).data;
    const create = () =>
      one.client.post('/agent/myFashionModel/create', { ...agent, images: [image] });
    expect(await create()).toMatchObject({ success: true });
    const refusal = { success: false, msg: 'At most 1000 can be created.' };
    expect(await create()).toMatchObject(refusal);
    const [first] = await everyCustomModel(one, 'fashionModels');
    await one.client.post('/agent/myFashionModel/delete', { fashionModelId: first?.id });
    expect(await create()).toMatchObject({ success: true });
  });

  it('are added up to the requested number at the next start, and can be added at any time', async () => {
    const first = await quickDemo({ models: { scenes: 3 } });
    first.demo.addCustomModels({ scenes: 2, models: 1 });
    const { folder } = first;
    await first.demo.close();
    await using one = await quickDemo({ folder, models: { scenes: 7, models: 1 } });
    expect(await everyCustomModel(one, 'locations')).toHaveLength(7);
    expect(await everyCustomModel(one, 'fashionModels')).toHaveLength(1);
  });

  it('can be used in executions, with a picture from the service instead of an upload', async () => {
    await using one = await quickDemo({ render: 'full', models: { models: 1, scenes: 1 } });
    const [model] = await everyCustomModel(one, 'fashionModels');
    const [scene] = await everyCustomModel(one, 'locations');
    const taskId = await one.client.task('aimodel', await plainJpeg());
    const execution = await one.client.run(taskId, {
      generatedContent: 'freeCreation',
      maskType: 'autoApparelSegment',
      fashionModelId: model?.id,
      locationId: scene?.id,
      batchCount: 1,
    });
    expect(execution.status).toBe('Success');
  });

  it('have no entries on a page after the one that is marked as the last', async () => {
    await using one = await quickDemo({ models: { models: 1000 } });
    const last = await page(one, 'fashionModels', 12);
    expect(last).toMatchObject({ total: 1124, isLastPage: true });
    expect(last.entries).toHaveLength(24);
    expect((await page(one, 'fashionModels', 13)).entries).toEqual([]);
  });
});
