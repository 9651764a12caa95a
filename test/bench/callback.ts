import { mkdir } from 'node:fs/promises';
import { createServer, request, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { success } from '#shared/problem.ts';
import { systemClock } from '#electron/base/clock.ts';
import type { Demo } from '#electron/demo/types.ts';
import { resolveRecipe } from '#electron/engine/intake/admit.ts';
import { createService } from '#electron/adapters/service/client.ts';
import { usualCallback } from '#shared/views/callback.ts';
import { runPhotos } from '#electron/app/run-photos.ts';
import { openStudio } from '#electron/studio.ts';
import { recipeOf, valueOf } from '../fixtures/values.ts';
import { accessIn, uncheckedOutput } from '../fixtures/permitted.ts';
import { freePort } from '../network/server.ts';
import { newFolder, openDemo } from './opening.ts';
import { makePhotos } from './photos.ts';
import { rowOf, type Row } from './row.ts';
import { median } from './times.ts';

const PHOTOS = 12;

/**
 * Measures the time from when a notification arrives at the public address until Darkslide knows that the execution
 * has ended, and until its image is on disk, for one photo after another. Executions take 1.5 s, so that Darkslide
 * does not learn of their end from its own queries first. The floor is one query and one plain download of the image,
 * for the same executions.
 */
export async function benchCallback(): Promise<Row[]> {
  await using end = new AsyncDisposableStack();
  const folder = await newFolder(end, 'told');
  const outFolder = join(folder, 'out');
  const results = () => Promise.resolve(success(uncheckedOutput(outFolder)));
  await mkdir(outFolder);
  const speed = { executionMs: 1500, jitterMs: 0 };
  const demo = await openDemo(end, { folder: join(folder, 'demo'), speed });
  const way = await openWay();
  end.defer(way.close);
  const ended = new Map<number, () => void>();
  const known = new Map<number, number>();
  const { url, key } = demo;
  const opened = await openStudio(
    {
      dataFolder: join(folder, 'data'),
      service: { url, key },
      access: accessIn(folder),
      callback: {
        ...usualCallback,
        isOn: true,
        port: way.port,
        publicUrl: way.url,
        sources: ['127.0.0.1'],
      },
    },
    (event) => {
      if (event.kind === 'ended') ended.get(event.jobId)?.();
      if (event.kind !== 'committed') return;
      for (const jobId of event.commit.jobIds) {
        const [execution] = studio.ledger.executions.ofJob(jobId);
        if (execution?.state === 'finished' && !known.has(jobId)) {
          known.set(jobId, performance.now());
        }
      }
    },
  );
  const studio = valueOf(opened);
  end.defer(() => studio.stop());
  studio.start();
  const params = { maskType: 'autoSubjectSegment', batchCount: 1 };
  const recipe = valueOf(await resolveRecipe(recipeOf({ agent: 'removeBG', params }), folder));
  const [taken, learned]: [number[], number[]] = [[], []];
  const never = new AbortController().signal;
  const run = runPhotos(studio, { again: false });
  for (const source of await makePhotos(join(folder, 'photos'), PHOTOS)) {
    const photo = { source, seen: null, recipe, outFolder: results, subFolder: '' };
    const { jobId } = valueOf(await run(photo, never));
    await new Promise<void>((resolve) => ended.set(jobId, resolve));
    taken.push(performance.now() - way.lastAt());
    learned.push((known.get(jobId) ?? Infinity) - way.lastAt());
  }
  const told = studio.ledger.hints.learned('removeBG', PHOTOS);
  if (told.some((how) => how !== 'hint'))
    throw new Error(`ends were learned by ${told.join(', ')}`);
  const floor = await floorOf(demo);
  const row = (what: string, times: readonly number[]) =>
    rowOf(what, median(times.slice(2)), floor, '< 200 ms');
  return [
    row('callback: until the end is known', learned),
    row('callback: until the image is on disk', taken),
  ];
}

/** Measures one query and one download, without checks and without writing to disk. */
async function floorOf(demo: Demo): Promise<number> {
  const service = createService({
    baseUrl: demo.url,
    key: demo.key,
    requestsPerSecond: 1000,
    clock: systemClock,
    random: Math.random,
  });
  const times: number[] = [];
  for (const { executionId } of demo.records().executions) {
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

/** Opens a public address that passes notifications on to the receiver, and records when the last one arrived. */
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
    close: () => new Promise<void>((closed) => server.close(() => closed())),
  };
}
