import { initializeCanvas, readPsd, type Layer } from 'ag-psd';
import { fork } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { clientOf, plainJpeg, quickDemo, until } from '../../test/demo/harness.ts';
import { ownFolder } from '../../test/fixtures/own-folder.ts';
import { serveHere } from '../../test/network/server.ts';
import { handClock } from '../../test/fixtures/hand-clock.ts';

const cut = { maskType: 'autoSubjectSegment', backgroundHex: '#334455', batchCount: 2 };

/** Returns a grey studio photo with a red square. */
async function photo(): Promise<Buffer> {
  const square = await sharp({
    create: { width: 300, height: 300, channels: 3, background: '#b03030' },
  })
    .png()
    .toBuffer();
  return sharp(await plainJpeg(700, 800))
    .composite([{ input: square }])
    .jpeg()
    .toBuffer();
}

// By default, ag-psd stores pixels in a canvas, which Node does not have.
initializeCanvas(
  () => {
    throw new Error('there is no canvas here');
  },
  (width, height) => ({ width, height, data: new Uint8ClampedArray(width * height * 4) }),
);

const fast = { executionMs: 50, jitterMs: 0, psdMs: 50 };

describe('the demo service', () => {
  it('makes images at full size and a layered PSD of them', async () => {
    await using one = await quickDemo({ render: 'full', speed: fast });
    const execution = await one.client.run(await one.client.task('removeBG', await photo()), cut);
    for (const { image } of execution.results) {
      const bytes = await one.client.bytesAt(image);
      expect(await sharp(bytes).metadata()).toMatchObject({ width: 700, height: 800 });
      expect([...(await sharp(bytes).raw().toBuffer()).subarray(0, 3)]).toEqual([0x33, 0x44, 0x55]);
    }
    const { executionId } = execution;
    const psd = (what: string) => one.client.post(`/asset/download/psd/${what}`, { executionId });
    expect((await psd('query')).data).toEqual({ executionId, status: 'NotStart' });
    expect(await psd('create')).toMatchObject({ success: true, data: true, msg: 'success' });
    const seen = new Set<string>();
    const { result } = await until(async () => {
      const { data } = await psd('query');
      seen.add(data.status);
      return data.status === 'Success' ? data : undefined;
    });
    expect([...seen].at(-1)).toBe('Success');
    const opened = readPsd(await one.client.bytesAt(result.fileUrl), {
      useImageData: true,
      skipThumbnail: true,
    });
    expect(opened).toMatchObject({ width: 700, height: 800 });
    const layers = opened.children ?? [];
    const names = ['Original', 'Kept area', 'Result 2', 'Result 1'];
    expect(layers.map(({ name }) => name)).toEqual(names);
    expect(layers[1]?.mask).toBeDefined();
    const corner = (layer?: Layer) => [...(layer?.imageData?.data.subarray(0, 3) ?? [])];
    expect(corner(layers[3])).toEqual([0x33, 0x44, 0x55]);
    expect(corner(layers[0])).not.toEqual([0x33, 0x44, 0x55]);
  });

  it('refuses to create a PSD of an execution that has not ended, and lets a PSD fail if the settings say so', async () => {
    const clock = handClock();
    const speed = { executionMs: 1500, jitterMs: 0, psdMs: 0 };
    await using one = await quickDemo({ speed, failures: { psd: 1 } }, clock);
    const taskId = await one.client.task('removeBG', await photo());
    const { executionId } = (await one.client.execute(taskId, cut)).data;
    const psd = (what: string) => one.client.post(`/asset/download/psd/${what}`, { executionId });
    expect((await psd('create')).msg).toMatch(/Pending|Segmenting|Running/);
    clock.pass(1500);
    await one.client.ended(executionId);
    await psd('create');
    expect((await psd('query')).data).toEqual({ executionId, status: 'Failed' });
    await psd('create');
    expect(one.demo.records().psds[0]).toMatchObject({ requests: 2 });
  });

  it('fetches a photo from an address on this computer, and fails with a message if it can’t be reached', async () => {
    const bytes = await photo();
    const { origin } = await serveHere((_message, response) => response.end(bytes));
    await using one = await quickDemo({ render: 'full', speed: fast });
    const run = async (originalImage: string) => {
      const taskId = await one.client.task('removeBG', bytes, { originalImage });
      return one.client.run(taskId, cut);
    };
    const near = await run(`${origin}/a.jpg`);
    expect(near.status).toBe('Success');
    const far = await run('https://photos.example/a.jpg');
    expect(far.status).toBe('Failed');
    expect(far.results[0].error).toMatch(/photos\.example.*Upload the photo/);
  });

  it('accepts a result as the photo of the next task', async () => {
    await using one = await quickDemo({ render: 'full', speed: fast });
    const first = await one.client.run(await one.client.task('removeBG', await photo()), cut);
    const originalImage = first.results[0].image;
    const taskId = await one.client.task('expandimage', await photo(), { originalImage });
    const params = { targetWidth: 800, targetHeight: 900, batchCount: 1 };
    expect((await one.client.run(taskId, params)).status).toBe('Success');
  });

  it('continues after a restart on another port', async () => {
    const clock = handClock();
    const one = await quickDemo({ speed: { executionMs: 700, jitterMs: 0 } }, clock);
    const taskId = await one.client.task('removeBG', await photo());
    const { executionId } = (await one.client.execute(taskId, cut)).data;
    const before = one.demo.records();
    await one.demo.close();
    const speed = { executionMs: 1, jitterMs: 0 };
    await using again = await quickDemo({ folder: one.folder, speed }, clock);
    expect(again.demo.records().requests).toEqual(before.requests);
    expect(again.demo.records().executions).toHaveLength(1);
    const still = (await again.client.query({ executionId })).data;
    expect(still.executions[0].status).not.toBe('Success');
    expect(still.initParams.originalImage).toContain(`:${again.demo.port}/`);
    expect(await again.client.bytesAt(still.initParams.originalImage)).toEqual(await photo());
    clock.pass(700);
    expect((await again.client.ended(executionId)).status).toBe('Success');
    const next = await again.client.task('removeBG', await photo());
    expect(next).not.toBe(taskId);
  });

  it('loses nothing on kill -9, and finishes the images of the interrupted execution', async () => {
    const folder = await ownFolder('kill');
    const runner = new URL('../../test/demo/run-demo.ts', import.meta.url);
    const child = fork(runner, [folder], {
      execArgv: [],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const url = await new Promise<string>((resolve) =>
      child.once('message', (text) => resolve(text as string)),
    );
    const client = clientOf(url);
    const taskId = await client.task('removeBG', await photo());
    const { executionId } = (await client.execute(taskId, cut)).data;
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await gone;
    await using again = await quickDemo({ folder, render: 'full', speed: fast });
    const execution = await again.client.ended(executionId);
    expect(execution.status).toBe('Success');
    expect(again.demo.records().executionsByTask[taskId]).toBe(1);
    const files = again.demo.records().results.map(({ file }) => file ?? '');
    expect(files).toHaveLength(2);
    for (const file of files)
      expect((await sharp(await readFile(file)).stats()).isOpaque).toBe(true);
  });

  it('reports a port that is in use, and closes while requests hang', async () => {
    const one = await quickDemo();
    await expect(quickDemo({ port: one.demo.port })).rejects.toThrow(/EADDRINUSE/);
    one.demo.inject({ on: 'query', kind: 'hang' });
    const hanging = one.client.query({ taskId: 'x' }).catch((error: unknown) => error);
    await until(() => (one.demo.records().requests['query'] === 1 ? true : undefined));
    await one.remove();
    expect(await hanging).toBeInstanceOf(Error);
  });

  it('serves thousands of executions quickly, each image with unique bytes', async () => {
    await using one = await quickDemo();
    const taskId = await one.client.task('removeBG', await photo());
    const images = new Set<string>();
    for (let index = 0; index < 10; index += 1) {
      const execution = await one.client.run(taskId, cut);
      for (const { image } of execution.results) {
        const bytes = await one.client.bytesAt(image);
        expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png' });
        images.add(bytes.toString('base64'));
      }
    }
    expect(images.size).toBe(20);
  });
});
