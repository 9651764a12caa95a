import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { shippedPresets } from '#shared/finish/shipped.ts';
import { ownFolder } from '../../../test/fixtures/own-folder.ts';
import { photograph } from '../../../test/fixtures/photographs.ts';
import { patches } from '../../../test/fixtures/pictures.ts';
import { workHere } from '../../../test/world/images.ts';
import { systemClock, type Clock } from '../../base/clock.ts';
import { createImages } from './images.ts';
import { profileBeside } from './protocol.ts';
import type { HelperProcess } from '../../base/helper.ts';
import { startNode } from './start-node.ts';
import type { Images } from './types.ts';

const folder = await ownFolder('images', afterAll);
const margins = { top: 150, bottom: 150, left: 150, right: 150 };
let photo = '';
const opened: Images[] = [];
const children: ChildProcess[] = [];

beforeAll(async () => {
  photo = join(folder, 'photo.jpg');
  await patches(900, 700).jpeg().toFile(photo);
});
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGCONT');
  await Promise.all(opened.splice(0).map((images) => images.close()));
});

/** Starts a process like `startNode`, and gives the test access to it. */
function startWatched(modulePath: string): HelperProcess {
  const child = fork(modulePath, [], {
    serialization: 'advanced',
    execArgv: [],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  children.push(child);
  return {
    send: (message) => void child.send(message as object),
    onMessage: (listener) => void child.on('message', listener),
    onExit: (listener) => void child.on('exit', listener),
    kill: () => void child.kill('SIGKILL'),
  };
}

function open(more: Partial<Parameters<typeof createImages>[0]> = {}): Images {
  const images = createImages({ start: startWatched, processes: 1, clock: systemClock, ...more });
  opened.push(images);
  return images;
}

/**
 * Creates `Images` with the usual deadlines. After `hurry(n)`, the next deadline ends after a
 * fraction 1/n of its time.
 */
function openWithDeadlines(): { readonly images: Images; hurry(times: number): void } {
  let haste = 1;
  const sleep: Clock['sleep'] = (ms, signal) => {
    const slept = systemClock.sleep(ms / haste, signal);
    haste = 1;
    return slept;
  };
  return { images: open({ clock: { ...systemClock, sleep } }), hurry: (times) => (haste = times) };
}

/** Returns the process that was started first. */
function first(): ChildProcess {
  const [child] = children;
  if (child === undefined) throw new Error('no process was started');
  return child;
}

const gone = (child: ChildProcess) => new Promise((resolve) => child.once('exit', resolve));

describe('the image processes', () => {
  it('load the neural network that finds subjects before the first request for a subject', async () => {
    expect(await open().expectSubjects()).toMatchObject({ ok: true });
  });

  it('handle requests for shop files after all other waiting requests', async () => {
    const images = open();
    const [shipped] = shippedPresets;
    const output = shipped?.preset.outputs[0];
    if (shipped === undefined || output === undefined) throw new Error('There is no preset.');
    const answered: string[] = [];
    const begun = images.probe(photo);
    const target = join(folder, 'shop-file');
    const source = join(folder, 'on-white.jpg');
    // on a plain background, a subject is found without the neural network
    await patches(300, 200)
      .extend({ ...margins, background: '#ffffff' })
      .toFile(source);
    const finished = images
      .finish({ source, files: [{ preset: shipped.preset, output, target }] })
      .then(() => answered.push('finish'));
    const probed = images.probe(photo).then(() => answered.push('probe'));
    await Promise.all([begun, finished, probed]);
    expect(answered).toEqual(['probe', 'finish']);
  });

  it('leave no colour profile of shop files behind, even if they were stopped', async () => {
    const images = open();
    const target = join(folder, 'stopped');
    await writeFile(profileBeside(target), 'left by a process that was stopped');
    const preset = shippedPresets[0]?.preset;
    const output = preset?.outputs[0];
    if (preset === undefined || output === undefined) throw new Error('There is no preset.');
    const files = [{ preset, output, target }];
    const source = join(folder, 'missing.jpg');
    expect(await images.finish({ source, files })).toMatchObject({ ok: false });
    expect((await readdir(folder)).filter((name) => name.startsWith('stopped'))).toEqual([]);
  });

  it('answer many requests, one per process at a time', async () => {
    const images = open({ processes: 2 });
    const outcomes = await Promise.all(Array.from({ length: 9 }, () => images.probe(photo)));
    expect(outcomes.every((outcome) => outcome.ok && outcome.value.width === 900)).toBe(true);
    expect(children).toHaveLength(2);
  });

  it('start when they are needed, and end when they are closed', async () => {
    const images = open({ processes: 3 });
    expect(children).toHaveLength(0);
    await images.probe(photo);
    expect(children).toHaveLength(1);
    const ended = gone(first());
    await images.close();
    await ended;
    expect(await images.probe(photo)).toMatchObject({ problem: { code: 'aborted' } });
  });

  it('F79 lose only their own photo when they are killed', async () => {
    const images = open();
    await images.probe(photo);
    first().kill('SIGSTOP');
    const stopped = images.probe(photo);
    const second = images.probe(photo);
    first().kill('SIGKILL');
    expect(await stopped).toMatchObject({
      ok: false,
      problem: { code: 'image-process-crashed', message: expect.stringContaining('photo.jpg') },
    });
    expect(await second).toMatchObject({ ok: true });
    expect(children).toHaveLength(2);
  });

  it('F79 are ended at the deadline when they hang, and replaced', async () => {
    const { images, hurry } = openWithDeadlines();
    await images.probe(photo);
    first().kill('SIGSTOP');
    const ended = gone(first());
    hurry(30);
    const stopped = images.probe(photo);
    const second = images.probe(photo);
    expect(await stopped).toMatchObject({ ok: false, problem: { code: 'photo-timeout' } });
    expect(await second).toMatchObject({ ok: true });
    await ended;
  });

  it('F79 are killed in the middle of decoding at the deadline', async () => {
    const large = join(folder, 'large.jpg');
    const create = { width: 6_000, height: 4_000, channels: 3, background: '#808080' } as const;
    await sharp({ create }).jpeg().toFile(large);
    const { images, hurry } = openWithDeadlines();
    await images.probe(photo);
    const ended = gone(first());
    hurry(3_000); // three minutes become 60 ms
    const stopped = images.prepare(request(large));
    const second = images.probe(photo);
    expect(await stopped).toMatchObject({ ok: false, problem: { code: 'photo-timeout' } });
    expect(await second).toMatchObject({ ok: true });
    await ended;
  });

  it('answer an aborted request immediately, even while they go on processing it', async () => {
    const images = open();
    const stop = new AbortController();
    const running = images.probe(photo, stop.signal);
    const waiting = images.probe(photo, stop.signal);
    const next = images.probe(photo);
    stop.abort();
    expect(await running).toMatchObject({ problem: { code: 'aborted' } });
    expect(await waiting).toMatchObject({ problem: { code: 'aborted' } });
    expect(await next).toMatchObject({ ok: true });
    expect(await images.probe(photo, stop.signal)).toMatchObject({ problem: { code: 'aborted' } });
  });

  it('are ended if an aborted request doesn’t finish', async () => {
    const images = open();
    await images.probe(photo);
    first().kill('SIGSTOP');
    const stop = new AbortController();
    const ended = gone(first());
    const running = images.probe(photo, stop.signal);
    stop.abort();
    expect(await running).toMatchObject({ problem: { code: 'aborted' } });
    await ended;
    expect(await images.probe(photo)).toMatchObject({ ok: true });
  });

  it('are replaced after many requests', async () => {
    const tiny = join(folder, 'tiny.png');
    await patches(16, 16).png().toFile(tiny);
    let started = 0;
    const start = () => {
      started += 1;
      return workHere();
    };
    const images = open({ start });
    await Promise.all(Array.from({ length: 251 }, () => images.probe(tiny)));
    expect(started).toBe(2);
  });

  it('report immediately that their module can’t be started', async () => {
    const images = open({ modulePath: join(folder, 'nowhere.js') });
    expect(await images.probe(photo)).toMatchObject({ problem: { code: 'image-process-crashed' } });
  });

  it('report an invalid request', async () => {
    expect(await open().probe('relative.jpg')).toMatchObject({ problem: { code: 'internal' } });
  });
});

describe('under plain Node', () => {
  it('a process receives no secrets in its environment', async () => {
    process.env['DARKSLIDE_API_KEY'] = 'secret-of-a-test';
    const helper = startNode(
      new URL('../../../test/fixtures/show-environment.ts', import.meta.url).pathname,
    );
    const told = await new Promise((resolve) => helper.onMessage(resolve));
    helper.kill();
    delete process.env['DARKSLIDE_API_KEY'];
    expect(told).toMatchObject({ MALLOC_ARENA_MAX: '2', PATH: process.env['PATH'] });
    expect(JSON.stringify(told)).not.toContain('secret-of-a-test');
  });

  it.runIf(process.platform === 'linux')(
    'a process holds a photo of 24 megapixels in memory at most twice',
    async () => {
      const [width, height] = [6_000, 4_000];
      const big = join(folder, 'big.jpg');
      const content = await sharp(photograph('raccoon-face.jpg'))
        .resize({ width, height, fit: 'fill' })
        .withMetadata({ orientation: 6 })
        .jpeg({ quality: 90 })
        .toBuffer();
      await writeFile(big, content);
      const images = open({ start: (path) => watchStart(path) });
      const small = await images.prepare(request(photo));
      expect(small.ok).toBe(true);
      const before = peak();
      const outcome = await images.prepare(request(big));
      expect(outcome.ok).toBe(true);
      // room for the pixels twice, the encoded copy, and a margin for the heap
      const bound = 2 * width * height * 3 + content.length + 40_000_000;
      expect(peak() - before).toBeLessThan(bound);
    },
  );
});

/** Returns the peak memory of the first process in bytes. */
function peak(): number {
  const status = readFileSync(`/proc/${first().pid}/status`, 'utf8');
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) * 1_024;
}

function watchStart(path: string): HelperProcess {
  process.env['MALLOC_ARENA_MAX'] = '2';
  const helper = startWatched(path);
  delete process.env['MALLOC_ARENA_MAX'];
  return helper;
}

function request(source: string) {
  const target = join(folder, 'copy');
  return { source, target, purpose: 'upload', pad: null, gps: 'remove' } as const;
}

it('a finished copy leaves no partial file', async () => {
  const images = open();
  await images.prepare(request(photo));
  expect((await readdir(folder)).filter((name) => name.endsWith('.part'))).toEqual([]);
});
