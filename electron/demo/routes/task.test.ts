import sharp from 'sharp';
import type { Sharp } from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { plainJpeg, quickDemo } from '../../../test/demo/harness.ts';
import { handClock } from '../../../test/fixtures/hand-clock.ts';

let one: Awaited<ReturnType<typeof quickDemo>>;
let photo: Buffer;
beforeAll(async () => {
  one = await quickDemo();
  photo = await plainJpeg();
});
afterAll(() => one.remove());

const cut = { maskType: 'autoSubjectSegment' };

describe('create', () => {
  it('returns a task id of 24 hexadecimal digits, with message and code 0', async () => {
    const uploaded = await one.client.upload(photo);
    const created = await one.client.post('/agent/task/create', {
      agentName: 'removeBG',
      agentVersion: 'v1.0',
      initParams: { originalImage: uploaded.data.image, batchCount: '4', surprise: true },
    });
    expect(created).toMatchObject({ success: true, code: 0, message: 'success' });
    expect(created).not.toHaveProperty('msg');
    expect(created.data.taskId).toMatch(/^[0-9a-f]{24}$/);
  });

  it.each([
    ['an unknown agent', { agentName: 'removebg' }, /No agent is named "removebg"/],
    ['an unknown version', { agentVersion: 'v9' }, /no version "v9"/],
    ['no agent', { agentName: undefined }, /agentName and agentVersion/],
    ['no photo', {}, /originalImage/],
    [
      'a long task name',
      { initParams: { taskName: 'x'.repeat(21), originalImage: 'http://a.example/b.jpg' } },
      /20/,
    ],
    ['an invalid address', { initParams: { originalImage: 'photo.jpg' } }, /originalImage/],
    [
      'an address without an upload',
      { initParams: { originalImage: 'http://127.0.0.1:1/cdn/uploads/0.jpg' } },
      /no image/,
    ],
  ])('refuses %s', async (_what, body, words) => {
    const agent = { agentName: 'removeBG', agentVersion: 'v1.0' };
    const refused = await one.client.post('/agent/task/create', { ...agent, ...body });
    expect(refused).toMatchObject({ success: false, status: 200 });
    expect(refused.message).toMatch(words);
    expect(refused).not.toHaveProperty('data');
  });
});

describe('execute', () => {
  it.each([
    ['removeBG', { ...cut, backgroundId: 1 }, /backgroundId 1 is not in the list/],
    ['removeBG', { maskType: 'autoHumanSegment' }, /maskType/],
    ['removeBG', { maskType: 'custom' }, /mask/],
    ['removeBG', { ...cut, backgroundHex: 'red' }, /backgroundHex/],
    ['expandimage', { targetWidth: 5000, targetHeight: 100 }, /targetWidth/],
    ['expandimage', { targetWidth: 1000, targetHeight: 1000, fillLeft: 993 }, /fillLeft/],
    ['expandimage', { targetWidth: 1000, targetHeight: 1000, fillTop: -713 }, /fillTop/],
    [
      'aimodel',
      { generatedContent: 'freeCreation', maskType: 'autoApparelSegment' },
      /Enter a description, or choose/,
    ],
    ['aipose', {}, /textDescription/],
    ['virtualtryon', { generateVersion: 'bananaPro', descriptionType: 'auto' }, /imageSize/],
    ['changemodelbg', { descriptionType: 'custom' }, /textDescription/],
    ['mannequin', { paramType: 'template', ...cut }, /locationId/],
  ])('refuses %s with %j', async (agent, params, words) => {
    const refused = await one.client.execute(await one.client.task(agent, photo), params);
    expect(refused.success).toBe(false);
    expect(refused.message).toMatch(words);
  });

  it('accepts fillLeft and fillTop at their limits', async () => {
    const taskId = await one.client.task('expandimage', photo);
    const size = { targetWidth: 1000, targetHeight: 1000 };
    const ends = [{ fillLeft: 992 }, { fillLeft: -632 }, { fillTop: -712 }, { fillTop: 992 }];
    for (const end of ends) {
      expect((await one.client.execute(taskId, { ...size, ...end })).success).toBe(true);
    }
  });

  it('creates 4 images if batchCount is invalid, and ignores parameters that the agent does not declare', async () => {
    const taskId = await one.client.task('removeBG', photo);
    const execution = await one.client.run(taskId, { ...cut, batchCount: 5, pose: 'freePose' });
    expect(execution.results).toHaveLength(4);
    expect(execution.params).toEqual({ ...cut, batchCount: 4 });
    expect((await one.client.run(taskId, { ...cut, batchCount: 1 })).results).toHaveLength(1);
  });

  it('refuses an id from another version of mannequin', async () => {
    const taskId = await one.client.task('mannequin', photo, {}, 'v1.5');
    const params = { paramType: 'template', ...cut, locationId: 101, fashionModelId: 6301 };
    expect((await one.client.execute(taskId, params)).message).toMatch(/locationId 101/);
    const right = { ...params, locationId: 6101 };
    expect(await one.client.execute(taskId, right)).toMatchObject({ success: true });
  });

  it('refuses an invalid callback address', async () => {
    const taskId = await one.client.task('removeBG', photo);
    const refused = await one.client.execute(taskId, cut, { callbackUrl: 'ftp://a/b' });
    expect(refused.message).toMatch(/callbackUrl/);
  });

  it('refuses a body that is not a JSON object', async () => {
    const response = await fetch(`${one.demo.url}/agent/task/execute`, {
      method: 'POST',
      headers: { authorization: 'demo' },
      body: '[1, 2',
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ success: false });
  });
});

describe('a custom mask', () => {
  const mask = (width: number, height: number, channels: 3 | 4) =>
    sharp({ create: { width, height, channels, background: { r: 0, g: 0, b: 0, alpha: 0.5 } } });
  const sent = async (picture: Sharp) => (await picture.toBuffer()).toString('base64');

  async function execute(customMask: string) {
    const taskId = await one.client.task('removeBG', photo);
    return one.client.execute(taskId, { maskType: 'custom', customMask });
  }

  it('is accepted at the size of the photo, and not included in answers', async () => {
    const started = await execute(await sent(mask(640, 720, 4).png()));
    expect(started).toMatchObject({ success: true });
    const execution = await one.client.ended(started.data.executionId);
    expect(execution.params).not.toHaveProperty('customMask');
  });

  it.each([
    ['of another size', () => sent(mask(640, 721, 4).png()), /640\*720; it is 640\*721/],
    ['without transparency', () => sent(mask(640, 720, 3).png()), /no transparency/],
    ['that is a JPEG', () => sent(mask(640, 720, 3).jpeg()), /PNG/],
    [
      'that is a data URL',
      async () => `data:image/png;base64,${await sent(mask(640, 720, 4).png())}`,
      /customMask/,
    ],
  ])('is refused %s', async (_what, make, words) => {
    const refused = await execute(await make());
    expect(refused.success).toBe(false);
    expect(refused.message).toMatch(words);
  });

  it('given by its address is checked in the same way', async () => {
    const other = await one.client.upload(await mask(900, 900, 4).png().toBuffer(), 'mask.png');
    const taskId = await one.client.task('removeBG', photo);
    const params = { maskType: 'custom', customMaskUrl: other.data.image };
    expect((await one.client.execute(taskId, params)).message).toMatch(/900\*900/);
  });
});

describe('query', () => {
  it('requires an id, and uses the execution’s id if both are given', async () => {
    expect((await one.client.query({})).msg).toMatch(/executionId or taskId/);
    const taskId = await one.client.task('removeBG', photo, { taskName: 'Spring' });
    const [first] = [await one.client.run(taskId, cut), await one.client.run(taskId, cut)];
    const both = await one.client.query({ taskId: '0'.repeat(24), executionId: first.executionId });
    expect(both).toMatchObject({ success: true, code: 0, msg: 'success' });
    expect(both.data).toMatchObject({ agentName: 'removeBG', agentVersion: 'v1.0' });
    expect(both.data.initParams).toMatchObject({ taskName: 'Spring' });
    expect(both.data.executions.map((e: { executionId: string }) => e.executionId)).toEqual([
      first.executionId,
    ]);
    expect(first.executionTime).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
  });

  it('lists at most the 20 most recent executions of a task', async () => {
    const taskId = await one.client.task('removeBG', photo);
    const ids: string[] = [];
    for (let index = 0; index < 22; index += 1) {
      ids.push((await one.client.execute(taskId, { ...cut, batchCount: 1 })).data.executionId);
    }
    const listed = (await one.client.query({ taskId })).data.executions;
    expect(listed.map((e: { executionId: string }) => e.executionId)).toEqual(
      ids.slice(2).toReversed(),
    );
    const records = one.demo.records();
    expect(records.executionsByTask[taskId]).toBe(22);
  });

  it('shows Segmenting, Pending, Running with progress, and Success with images that decode', async () => {
    const clock = handClock();
    await using slow = await quickDemo({ speed: { executionMs: 1000, jitterMs: 0 } }, clock);
    const taskId = await slow.client.task('removeBG', photo);
    const { executionId } = (await slow.client.execute(taskId, { ...cut, batchCount: 2 })).data;
    const now = async () => (await slow.client.query({ executionId })).data.executions[0];
    const seen: unknown[] = [];
    for (const ms of [0, 200, 200, 300]) {
      clock.pass(ms);
      const { status, results } = await now();
      seen.push([status, results[1].status, results[1].progress]);
    }
    expect(seen).toEqual([
      ['Segmenting', 'Pending', '0.00'],
      ['Pending', 'Pending', '0.00'],
      ['Running', 'Running', '0.14'],
      ['Running', 'Running', '0.57'],
    ]);
    clock.pass(300);
    const last = await now();
    expect(last.status).toBe('Success');
    for (const result of last.results) {
      const bytes = await slow.client.bytesAt(result.image);
      expect((await sharp(bytes).stats()).entropy).toBeGreaterThan(0);
    }
  });

  it('reports no progress for aipose and virtualtryon', async () => {
    const execution = await one.client.run(await one.client.task('aipose', photo), {
      textDescription: 'sit',
    });
    expect(execution.results[0]).toEqual({ status: 'Success', image: expect.any(String) });
  });

  it('can let single images or whole executions fail with an error', async () => {
    await using failing = await quickDemo({ seed: 3, failures: { result: 0.5 } });
    const taskId = await failing.client.task('aipose', photo);
    const some = await failing.client.run(taskId, { textDescription: 'sit', batchCount: 16 });
    expect(some.status).toBe('Success');
    const failed = some.results.filter((result: { status: string }) => result.status === 'Failed');
    expect(failed.length).toBeGreaterThan(2);
    expect(failed[0]).toEqual({ status: 'Failed', image: '', error: expect.stringMatching(/\w/) });
    await using broken = await quickDemo({ failures: { execution: 1 } });
    const none = await broken.client.run(await broken.client.task('removeBG', photo), cut);
    expect(none.status).toBe('Failed');
  });
});

describe('delete', () => {
  it('removes the task and its executions from all answers, but not from the records', async () => {
    const taskId = await one.client.task('removeBG', photo);
    const { executionId } = await one.client.run(taskId, cut);
    const remove = () => one.client.post('/agent/task/delete', { taskId });
    expect(await remove()).toEqual({ success: true, code: 0, msg: 'success', status: 200 });
    expect((await one.client.query({ taskId })).success).toBe(false);
    expect((await one.client.query({ executionId })).success).toBe(false);
    expect((await remove()).success).toBe(false);
    expect(one.demo.records().executionsByTask[taskId]).toBe(1);
  });
});

describe('keys', () => {
  it('must match exactly', async () => {
    for (const key of ['', 'Demo', 'demo2', 'Bearer demo']) {
      const response = await fetch(`${one.demo.url}/agent/task/query`, {
        method: 'POST',
        headers: { authorization: key },
        body: '{}',
      });
      expect(response.status).toBe(401);
      expect(await response.json()).toMatchObject({ success: false, msg: expect.any(String) });
    }
  });
});
