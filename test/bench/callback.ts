import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { createServer, request, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '#electron/base/clock.ts';
import { startDemo } from '#electron/demo/demo.ts';
import { resolveRecipe } from '#electron/intake/admit.ts';
import { createService } from '#electron/service/client.ts';
import { usualCallback } from '#electron/settings/callback.ts';
import { openStudio } from '#electron/studio.ts';
import { parseRecipe } from '#shared/recipe.ts';
import { makePhotos } from './photos.ts';
import type { Row } from './row.ts';

const PHOTOS = 12;

/**
 * From a notification's arrival at the public address until the end of the execution is known, and until
 * its image lies on the disk, one photo after another; executions of 1.5 s, so that none is found by
 * asking. The floor is one question and
 * the bare download of the image, for the same executions.
 */
export async function benchCallback(): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'darkslide-told-'));
  await mkdir(join(folder, 'out'));
  const speed = { executionMs: 1500, jitterMs: 0 };
  const demo = await startDemo({ folder: join(folder, 'demo'), render: 'quick', speed });
  const way = await openWay();
  const ended = new Map<number, () => void>();
  const known = new Map<number, number>();
  const { url, key } = demo;
  const { port } = way;
  const sources = ['127.0.0.1'];
  const opened = await openStudio(
    {
      dataFolder: join(folder, 'data'),
      service: { url, key },
      callback: { ...usualCallback, isOn: true, port, publicUrl: way.url, sources },
    },
    (event) => {
      if (event.kind !== 'job') return;
      const [execution] = studio.ledger.executions.ofJob(event.jobId);
      if (execution?.state === 'finished' && !known.has(event.jobId)) {
        known.set(event.jobId, performance.now());
      }
      if (event.ended) ended.get(event.jobId)?.();
    },
  );
  if (!opened.ok) throw new Error(opened.problem.message);
  const studio = opened.value;
  try {
    studio.start();
    const parsed = parseRecipe({
      agent: 'removeBG',
      params: { maskType: 'autoSubjectSegment', batchCount: 1 },
    });
    if (!('recipe' in parsed)) throw new Error('the recipe of the benchmark is not valid');
    const recipe = await resolveRecipe(parsed.recipe, folder);
    if (!recipe.ok) throw new Error(recipe.problem.message);
    const [taken, learned]: [number[], number[]] = [[], []];
    for (const source of await makePhotos(join(folder, 'photos'), PHOTOS)) {
      const photo = { source, recipe: recipe.value, outFolder: join(folder, 'out'), subFolder: '' };
      const admitted = await studio.admit(
        { ...photo, hotFolderId: null, again: false },
        new AbortController().signal,
      );
      if (!admitted.ok) throw new Error(admitted.problem.message);
      await new Promise<void>((resolve) => ended.set(admitted.value.jobId, resolve));
      taken.push(performance.now() - way.lastAt());
      learned.push((known.get(admitted.value.jobId) ?? Infinity) - way.lastAt());
    }
    const told = studio.ledger.hints.learned('removeBG', PHOTOS);
    if (told.some((how) => how !== 'hint'))
      throw new Error(`ends were learned by ${told.join(', ')}`);
    const floor = await floorOf(demo);
    const row = (what: string, times: readonly number[]): Row => {
      const product = median(times.slice(2));
      return { what, product, floor, ratio: product / floor, goal: '< 200 ms', unit: 'ms' };
    };
    return [
      row('callback: until the end is known', learned),
      row('callback: until the image is on disk', taken),
    ];
  } finally {
    await studio.stop();
    await way.close();
    await demo.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** One question and one download, with nothing checked and nothing written. */
async function floorOf(demo: Awaited<ReturnType<typeof startDemo>>): Promise<number> {
  const service = createService({
    baseUrl: demo.url,
    key: demo.key,
    requestsPerSecond: 1000,
    clock: systemClock,
    random: Math.random,
  });
  const times: number[] = [];
  for (const { executionId } of demo.books().executions) {
    const begun = performance.now();
    const answer = await service.query({ executionId });
    if (!answer.ok) throw new Error(answer.failure.message);
    for (const { image } of answer.value.executions[0]?.results ?? []) {
      await (await fetch(image ?? '')).arrayBuffer();
    }
    times.push(performance.now() - begun);
  }
  await service.close();
  return median(times);
}

/** The way from the service to the receiver, which notes when something came. */
async function openWay() {
  const port = await freePort();
  let last = 0;
  const server = createServer((incoming, outgoing) => {
    last = performance.now();
    const { method, headers } = incoming;
    const passed = request(`http://127.0.0.1:${port}${incoming.url}`, { method, headers });
    passed.on('response', (answer: IncomingMessage) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    passed.on('error', () => outgoing.destroy());
    incoming.pipe(passed);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    port,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    lastAt: () => last,
    close: () => new Promise((closed) => server.close(closed)),
  };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  await new Promise((closed) => server.close(closed));
  return port;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;
}
