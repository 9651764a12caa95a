import { randomBytes } from 'node:crypto';
import { createServer as createHttpServer } from 'node:http';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import type { CallbackSettings } from '#shared/views/callback.ts';
import { handClock } from '../../test/fixtures/hand-clock.ts';
import { createNetwork } from '../network/network.ts';
import { noProxies } from '../network/ways.ts';
import { usualCallback } from '../settings/callback.ts';
import { createReceiver, type Receiver } from './receiver.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

interface Listening {
  readonly receiver: Receiver;
  readonly clock: ReturnType<typeof handClock>;
  readonly troubles: string[];
  readonly hinted: (number | undefined)[];
  /** An address that the ledger knows. */
  readonly url: string;
  readonly port: number;
}

/** A receiver with one execution that it knows the address of. */
async function listening(
  given: Partial<CallbackSettings> = {},
  serviceUrl = 'http://127.0.0.1:9000/openapi/v1',
): Promise<Listening> {
  const clock = handClock();
  const [troubles, hinted]: [string[], (number | undefined)[]] = [[], []];
  const known = new Set<string>();
  const receiver = createReceiver({
    serviceUrl,
    hints: {
      isKnown: (key) => known.has(key),
      take: (key) => (known.has(key) ? { jobId: 7 } : null),
    },
    clock,
    secret: randomBytes,
    network: createNetwork({ clock, waysTo: noProxies }),
    onHint: (jobId) => hinted.push(jobId),
    onChange: () => {},
    onTrouble: (problem) => troubles.push(problem.message),
    onMistake: (error) => troubles.push(String(error)),
  });
  closing.push(() => receiver.close());
  const settings = { ...usualCallback, isOn: true, port: 0, sources: ['127.0.0.1'], ...given };
  await receiver.set(settings);
  const port = Number(receiver.status().listensOn?.split(':').at(-1));
  await receiver.set({ ...settings, publicUrl: `http://127.0.0.1:${port}` });
  const address = receiver.newAddress();
  if (address !== null) known.add(address.key);
  hinted.length = 0;
  const url = address?.url ?? `http://127.0.0.1:${port}/${'A'.repeat(43)}`;
  return { receiver, clock, troubles, hinted, url, port };
}

/** A connection that says `text`, and what came back until it ended. */
function say(port: number, text: string | Buffer): { socket: Socket; said: Promise<string> } {
  const socket = connect(port, '127.0.0.1');
  closing.push(() => socket.destroy());
  let heard = '';
  socket.on('data', (chunk: Buffer) => (heard += chunk.toString()));
  socket.on('error', () => {});
  socket.write(text);
  return { socket, said: new Promise((resolve) => socket.once('close', () => resolve(heard))) };
}

const head = (url: string, length: number) =>
  `POST ${new URL(url).pathname} HTTP/1.1\r\nHost: x\r\nContent-Length: ${length}\r\n\r\n`;

describe('the receiver', () => {
  it('says SUCCESS to a notification, whatever its body is', async () => {
    const { url, hinted, receiver } = await listening();
    for (const body of ['{"data":1}', '', '<html>', '\0'.repeat(900_000)]) {
      const response = await fetch(url, { method: 'POST', body });
      expect([response.status, await response.text()]).toEqual([200, 'SUCCESS']);
    }
    expect(hinted).toEqual([7, 7, 7, 7]);
    expect(receiver.status()).toMatchObject({ acknowledged: 4, lastRefusal: null });
  });

  it('C6 takes a body that echoes a mask of 10 MB in base64', async () => {
    const { url, hinted } = await listening();
    const customMask = Buffer.alloc(10_000_000).toString('base64');
    const body = JSON.stringify({ data: { executions: [{ params: { customMask } }] } });
    const response = await fetch(url, { method: 'POST', body });
    expect([response.status, await response.text()]).toEqual([200, 'SUCCESS']);
    expect(hinted).toEqual([7]);
  });

  it.each([
    ['https://service.example/openapi/v1', 'http://localhost:8455', false],
    ['https://service.example/openapi/v1', 'https://127.8.0.1/told', false],
    ['https://service.example/openapi/v1', 'http://[::1]:8455', false],
    ['https://service.example/openapi/v1', 'https://studio.example/told', true],
    ['http://127.0.0.1:9000/openapi/v1', 'http://127.0.0.1:8455', true],
  ])('C6 offers %s no public address that is %s: %s', async (serviceUrl, publicUrl, isOffered) => {
    const { receiver } = await listening({}, serviceUrl);
    const settings = { ...usualCallback, isOn: true, port: 0, sources: ['127.0.0.1'] };
    await receiver.set({ ...settings, publicUrl });
    expect(receiver.newAddress() !== null).toBe(isOffered);
    expect(receiver.status()).toMatchObject({
      isOffered,
      problem: isOffered ? null : { code: 'callback-settings', about: publicUrl },
    });
  });

  it.each(['GET', 'PUT', 'DELETE', 'HEAD', 'OPTIONS'])('refuses %s', async (method) => {
    const { url, hinted } = await listening();
    const response = await fetch(url, { method });
    expect(response.status).toBe(405);
    expect(hinted).toEqual([]);
  });

  it('reads nothing to speak of a body of 100 MB, and answers 413', async () => {
    const { url, port, hinted, receiver } = await listening();
    const { socket, said } = say(port, head(url, 100_000_000));
    const piece = Buffer.alloc(1_000_000);
    for (let n = 0; n < 100 && !socket.destroyed; n += 1) {
      if (!socket.write(piece)) {
        await new Promise<void>((on) => socket.once('drain', on).once('close', on));
      }
    }
    expect(await said).toMatch(/^(HTTP\/1\.1 413 |$)/);
    expect(socket.bytesWritten).toBeLessThan(20_000_000);
    expect(receiver.status().refused.size).toBe(1);
    expect(hinted).toEqual([]);
  });

  it('stops reading a body that does not say how long it is', async () => {
    const { url, port, receiver } = await listening();
    const chunked = `POST ${new URL(url).pathname} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n`;
    const { socket, said } = say(port, chunked);
    const piece = `${(100_000).toString(16)}\r\n${'x'.repeat(100_000)}\r\n`;
    for (let n = 0; n < 2000 && !socket.destroyed; n += 1) {
      if (!socket.write(piece)) {
        await new Promise<void>((on) => socket.once('drain', on).once('close', on));
      }
    }
    await said;
    expect(socket.bytesWritten).toBeLessThan(120_000_000);
    expect(receiver.status()).toMatchObject({ acknowledged: 0, refused: { size: 1 } });
  });

  it('acknowledges no notification that was cut', async () => {
    const { url, port, receiver, hinted } = await listening();
    const { socket } = say(port, `${head(url, 1000)}half of it`);
    await new Promise((resolve) => socket.once('connect', resolve));
    socket.end();
    await expect.poll(() => receiver.status().refused.size).toBe(1);
    expect(hinted).toEqual([]);
  });

  it('lets many strangers that say nothing in, and no more; there is room for the service', async () => {
    const { url, port, receiver } = await listening({
      sources: ['127.0.0.2'],
      trustedProxies: [],
    });
    const strangers = Array.from({ length: 200 }, () => say(port, 'POST /'));
    await expect.poll(() => receiver.status().refused.connections).toBeGreaterThan(160);
    const service = connect({ port, host: '127.0.0.1', localAddress: '127.0.0.2' });
    closing.push(() => service.destroy());
    service.write(`${head(url, 2)}{}`);
    const answer = await new Promise<string>((resolve) => {
      service.once('data', (chunk: Buffer) => resolve(chunk.toString()));
    });
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    expect(strangers.filter(({ socket }) => !socket.destroyed).length).toBeLessThanOrEqual(32);
  });

  it('drops who sends a head byte by byte', async () => {
    const { port } = await listening();
    const { said, socket } = say(port, 'POST / HTTP/1.1\r\nX: ');
    const drip = setInterval(() => socket.write('x'), 100);
    closing.push(() => clearInterval(drip));
    await said;
    expect(socket.destroyed).toBe(true);
  });

  it('gives out no addresses while nobody would be let in', async () => {
    const { receiver, port } = await listening({ sources: [] });
    expect(receiver.newAddress()).toBeNull();
    expect(receiver.isListening()).toBe(false);
    expect(receiver.status()).toMatchObject({ state: 'listening', isOffered: false });
    const response = await fetch(`http://127.0.0.1:${port}/x`, { method: 'POST' });
    expect(response.status).toBe(403);
  });

  it('tries its own public address, and tells of a reverse proxy that nobody trusts', async () => {
    const { receiver, port } = await listening();
    const proxy = createHttpServer((incoming, outgoing) => {
      const headers = { 'x-forwarded-for': '203.0.113.9' };
      void fetch(`http://127.0.0.1:${port}${incoming.url}`, { method: 'POST', headers })
        .then((answer) => answer.text())
        .then((text) => outgoing.end(text));
    });
    await new Promise<void>((on) => proxy.listen(0, '127.0.0.1', on));
    closing.push(() => proxy.close());
    const at = (proxy.address() as AddressInfo).port;
    const settings = { ...usualCallback, isOn: true, port: 0, sources: ['127.0.0.1'] };
    const publicUrl = `http://127.0.0.1:${at}`;
    const { signal } = new AbortController();
    await receiver.set({ ...settings, publicUrl });
    expect(await receiver.test(signal)).toMatchObject({ hindrance: 'proxy-not-trusted' });
    await receiver.set({ ...settings, publicUrl, trustedProxies: ['127.0.0.1'] });
    expect(await receiver.test(signal)).toMatchObject({
      outcome: 'reached',
      hindrance: null,
      from: '203.0.113.9',
    });
    expect(receiver.status()).toMatchObject({ acknowledged: 0, lastRefusal: null });
  });

  it('says that its port is taken, works on without, and tries again', async () => {
    const other = createServer();
    await new Promise<void>((on) => other.listen(0, '127.0.0.1', on));
    const { port } = other.address() as AddressInfo;
    const { receiver, clock, troubles, hinted } = await listening({ port });
    expect(receiver.status()).toMatchObject({
      state: 'trouble',
      listensOn: null,
      problem: { code: 'callback-not-listening', about: `127.0.0.1:${port}` },
    });
    expect(receiver.newAddress()).toBeNull();
    const told = troubles.length;
    clock.pass(30_000);
    await new Promise((resolve) => setImmediate(resolve));
    await new Promise((closed) => other.close(closed));
    await expect
      .poll(() => {
        clock.pass(30_000);
        return receiver.status().state;
      })
      .toBe('listening');
    expect(troubles).toHaveLength(told);
    expect(hinted).toContain(undefined);
  });

  it('moves to another port, and is off when it is switched off', async () => {
    const { receiver, port } = await listening();
    const settings = { ...usualCallback, isOn: true, sources: ['127.0.0.1'] };
    await receiver.set({ ...settings, port: 0 });
    expect(receiver.status().listensOn).toBe(`127.0.0.1:${port}`);
    await receiver.set({ ...settings, port: 0, listenOn: '::1' });
    expect(receiver.status().listensOn).toMatch(/^\[::1\]:/);
    await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow('fetch failed');
    await receiver.set(usualCallback);
    expect(receiver.status()).toMatchObject({ state: 'off', listensOn: null });
  });
});
