import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { plainRecipe } from './desk.ts';
import { openHttpDesk } from './http-desk.ts';

interface Told {
  data?: { executions?: { results: Record<string, unknown>[] }[] };
}

/** The demo service, with what it answers about a task changed on the way. */
async function changing(url: string, change: (told: Told) => void) {
  const pictures: string[] = [];
  const server = createServer((request, response) => {
    const pass = async () => {
      const pieces: Buffer[] = [];
      for await (const piece of request) pieces.push(piece as Buffer);
      const path = request.url ?? '';
      if (path.startsWith('/surplus')) pictures.push(path);
      const answer = await fetch(`${new URL(url).origin}${path}`, {
        method: request.method ?? 'GET',
        headers: Object.fromEntries(
          Object.entries(request.headers).filter(
            (entry): entry is [string, string] =>
              typeof entry[1] === 'string' &&
              !/^(?:host|connection|content-length)$/u.test(entry[0]),
          ),
        ),
        ...(pieces.length > 0 && { body: Buffer.concat(pieces) }),
      });
      const text = await answer.text();
      const told = JSON.parse(text) as Told;
      if (path.endsWith('/agent/task/query')) change(told);
      response.writeHead(answer.status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(told));
    };
    pass().catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: url.replace(new URL(url).host, `127.0.0.1:${port}`), pictures };
}

it('A10 no more results are taken than were ordered, and the job tells of the surplus', async () => {
  let pictures: readonly string[] = [];
  const desk = await openHttpDesk({
    async through(url) {
      const changed = await changing(url, ({ data }) => {
        for (const { results } of data?.executions ?? []) {
          const [first] = results;
          if (first?.['status'] !== 'Success') continue;
          for (let n = 0; n < 9; n += 1) {
            results.push({ ...first, image: `${String(first['image'])}?surplus=${n}` });
          }
        }
      });
      pictures = changed.pictures;
      return changed.url;
    },
  });
  onTestFinished(() => desk.close());
  const job = await desk.admit({
    recipe: { ...plainRecipe, params: { ...plainRecipe.params, batchCount: 2 } },
  });
  await desk.until(job, 'done');
  const results = desk.ledger.results.ofJob(job);
  expect(results).toHaveLength(2);
  expect(results.map(({ url }) => url?.includes('surplus'))).toEqual([false, false]);
  expect(await readdir(join(desk.folder, 'out'))).toHaveLength(2);
  expect(pictures).toEqual([]);
  const surplus = desk.ledger.history
    .of(job)
    .filter(({ what }) => what.includes('than were ordered'));
  expect(surplus).toHaveLength(1);
  expect(surplus[0]?.detail).toMatch(/: 11 listed, 2 ordered$/u);
});

it('A10 what the service says is plain text in the ledger and on the job', async () => {
  const hostile = 'no\0 \u001B[2Jway\r\nDone: all\u202Egpj';
  const desk = await openHttpDesk({
    async through(url) {
      const changed = await changing(url, ({ data }) => {
        for (const { results } of data?.executions ?? []) {
          for (const [at, result] of results.entries()) {
            results[at] = { ...result, status: 'Failed', image: '', error: hostile };
          }
        }
      });
      return changed.url;
    },
  });
  onTestFinished(() => desk.close());
  const job = await desk.admit();
  await desk.until(job, 'failed');
  const loaded = desk.ledger.jobs.load(job);
  const words = JSON.stringify([
    loaded.ok ? loaded.value.problem : null,
    desk.ledger.results.ofJob(job).map(({ error }) => error),
    desk.ledger.history.of(job).map(({ detail }) => detail),
  ]);
  expect(words).toContain('no [2Jway Done: allgpj');
  expect(words).not.toMatch(/\\u00|\\[nr]|\u202E/u);
});
