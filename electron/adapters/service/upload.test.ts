import { randomBytes } from 'node:crypto';
import { appendFile, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  granted,
  http,
  refusedWith,
  type RawServer,
  type Script,
} from '../../../test/service/raw-server.ts';
import { failureOf, workbench } from '../../../test/service/workbench.ts';
import type { UploadOptions } from './types.ts';

const { serverWith, serviceAt, serving, fileOf } = workbench();

describe('upload', () => {
  const uploaded = { ...granted({ image: 'https://cdn.example/u.jpg' }), code: '1001' };
  const granting: Script = {
    onRequest: (_request, socket) => socket.write(http(200, uploaded)),
  };

  const upload = (server: RawServer, path: string, options: UploadOptions = {}) =>
    serviceAt(server.url).uploadImage({ path, name: 'a.jpg', type: 'image/jpeg' }, options);

  it('streams the file as the field `image`, with its length and type', async () => {
    const bytes = randomBytes(3_000_001);
    const server = await serverWith(granting);
    const path = await fileOf(bytes);
    const photo = { path, name: 'Ärmel "1".jpg', type: 'image/jpeg' } as const;
    const answer = await serviceAt(server.url).uploadImage(photo);
    expect(answer).toEqual({ ok: true, value: { image: 'https://cdn.example/u.jpg' } });
    const [request] = server.requests;
    expect(request?.path).toBe('/openapi/v1/asset/upload/image');
    expect(request?.headers['transfer-encoding']).toBeUndefined();
    const form = await new Response(new Uint8Array(request?.body ?? []), {
      headers: { 'content-type': request?.headers['content-type'] ?? '' },
    }).formData();
    expect([...form.keys()]).toEqual(['image']);
    const sent = form.get('image') as File;
    expect(sent.name).toBe('_rmel_1_.jpg');
    expect(sent.type).toBe('image/jpeg');
    expect(Buffer.compare(Buffer.from(await sent.arrayBuffer()), bytes)).toBe(0);
  });

  it('reports progress up to the last byte', async () => {
    const size = 3_000_001;
    const server = await serverWith(granting);
    const path = await fileOf(randomBytes(size));
    const told: [bytes: number, total: number][] = [];
    const answer = await upload(server, path, {
      onSent: (bytes, total) => told.push([bytes, total]),
    });
    expect(answer.ok).toBe(true);
    const bytes = told.map(([sent]) => sent);
    expect(bytes[0]).toBe(0);
    expect(bytes.at(-1)).toBe(size);
    expect(bytes).toEqual(bytes.toSorted((a, b) => a - b));
    expect(new Set(bytes).size).toBeGreaterThan(8);
    expect(new Set(told.map(([, total]) => total))).toEqual(new Set([size]));
  });

  it('reports only the bytes that a stalled connection has accepted, and no progress after an abort', async () => {
    const size = 40_000_000;
    let arrived = () => {};
    const begun = new Promise<void>((resolve) => (arrived = resolve));
    const server = await serverWith({
      onData: (_piece, socket) => {
        socket.pause();
        arrived();
      },
    });
    const path = await fileOf(randomBytes(size));
    const stop = new AbortController();
    const told: number[] = [];
    const running = upload(server, path, {
      onSent: (bytes) => told.push(bytes),
      signal: stop.signal,
    });
    await begun;
    stop.abort();
    expect(failureOf(await running).kind).toBe('aborted');
    const count = told.length;
    expect(told.at(-1)).toBeLessThan(size);
    await server.close();
    expect(told).toHaveLength(count);
  });

  it('F33 repeats an interrupted upload from the beginning, and restarts its progress', async () => {
    const size = 2_000_000;
    let cut = false;
    const server = await serverWith({
      ...granting,
      onData: (_piece, socket) => {
        if (cut || server.bytes() < size / 2) return;
        cut = true;
        socket.resetAndDestroy();
      },
    });
    const path = await fileOf(randomBytes(size));
    const told: number[] = [];
    const answer = await upload(server, path, { onSent: (bytes) => told.push(bytes) });
    expect(answer.ok).toBe(true);
    expect([server.connections(), server.requests.length]).toEqual([2, 1]);
    const again = told.lastIndexOf(0);
    expect(again).toBeGreaterThan(0);
    for (const one of [told.slice(0, again), told.slice(again)]) {
      expect(one).toEqual(one.toSorted((a, b) => a - b));
    }
    expect(told.at(-1)).toBe(size);
  });

  it('sends the file even if the progress listener throws', async () => {
    const server = await serverWith(granting);
    const path = await fileOf(randomBytes(600_000));
    const answer = await upload(server, path, {
      onSent() {
        throw new Error('the progress bar is gone');
      },
    });
    expect(answer.ok).toBe(true);
    expect(server.requests).toHaveLength(1);
  });

  it('reports a refusal that arrives before the file is sent', async () => {
    let answered = false;
    const server = await serverWith({
      onData: (_piece, socket) => {
        if (answered) return;
        answered = true;
        socket.write(http(200, refusedWith('too large')));
      },
    });
    const path = await fileOf(randomBytes(8_000_000));
    const answer = await upload(server, path);
    expect(failureOf(answer)).toMatchObject({ kind: 'refused', serviceMessage: 'too large' });
  });

  it('reports a missing file or a folder without connecting', async () => {
    const { server, service } = await serving(granting);
    for (const path of [join(tmpdir(), 'darkslide-no-such-file.jpg'), tmpdir()]) {
      const photo = { path, name: 'a.jpg', type: 'image/jpeg' } as const;
      const failure = failureOf(await service.uploadImage(photo));
      expect(failure).toMatchObject({ kind: 'file', mayHaveBeenProcessed: false });
      expect(JSON.stringify(failure)).not.toContain(tmpdir());
    }
    expect(server.connections()).toBe(0);
  });

  it.each([
    ['grows', (path: string) => appendFile(path, 'more')],
    ['becomes shorter', (path: string) => truncate(path, 10)],
  ])('F51 never sends the complete file if it %s during the upload', async (_name, change) => {
    const path = await fileOf(randomBytes(9_000_000));
    let changed: Promise<void> | null = null;
    const server = await serverWith({
      ...granting,
      onData: (_piece, socket) => {
        if (changed !== null) return;
        socket.pause();
        changed = change(path).then(() => void socket.resume());
      },
    });
    const answer = await upload(server, path);
    expect(failureOf(answer).kind).toBe('file');
    expect(server.requests).toHaveLength(0);
  });

  it('times out on a stalled connection', async () => {
    const timeouts = { connectMs: 50, headersMs: 50, bodyMs: 50 };
    const { service } = await serving({ onConnection: (socket) => socket.pause() }, { timeouts });
    const path = await fileOf(randomBytes(1_000));
    const photo = { path, name: 'a.jpg', type: 'image/jpeg' } as const;
    expect(failureOf(await service.uploadImage(photo)).kind).toBe('timeout');
  });
});
