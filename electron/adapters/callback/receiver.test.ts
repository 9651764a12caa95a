import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { CallbackSettings } from '#shared/views/callback.ts';
import { handClock } from '../../../test/fixtures/hand-clock.ts';
import { serveHere, takePort } from '../../../test/network/server.ts';
import { createNetwork } from '../network/network.ts';
import { noProxies } from '../network/ways.ts';
import { usualCallback } from '#shared/views/callback.ts';
import { createReceiver } from './receiver.ts';

const switchedOn = { ...usualCallback, isOn: true, port: 0, sources: ['127.0.0.1'] };

/** Opens a receiver with one execution whose notification address is `url`. */
async function listening(
  given: Partial<CallbackSettings> = {},
  serviceUrl = 'http://127.0.0.1:9000/openapi/v1',
) {
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
  onTestFinished(() => receiver.close());
  const settings = { ...switchedOn, ...given };
  await receiver.set(settings);
  const port = Number(receiver.status().listensOn?.split(':').at(-1));
  await receiver.set({ ...settings, publicUrl: `http://127.0.0.1:${port}` });
  const address = receiver.newAddress();
  if (address !== null) known.add(address.key);
  hinted.length = 0;
  const url = address?.url ?? `http://127.0.0.1:${port}/${'A'.repeat(43)}`;
  return { receiver, clock, troubles, hinted, url, port };
}

/**
 * Opens a connection that sends `text`; `said` resolves with everything received until the connection
 * ends.
 */
function say(port: number, text: string | Buffer): { socket: Socket; said: Promise<string> } {
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  let heard = '';
  socket.on('data', (chunk: Buffer) => (heard += chunk.toString()));
  socket.on('error', () => {});
  socket.write(text);
  return { socket, said: new Promise((resolve) => socket.once('close', () => resolve(heard))) };
}

/**
 * Sends `piece` up to `times` times, until the receiver closes the connection; returns the
 * receiver's answer.
 */
async function pour(port: number, head: string, piece: Buffer | string, times: number) {
  const { socket, said } = say(port, head);
  for (let n = 0; n < times && !socket.destroyed; n += 1) {
    if (!socket.write(piece)) {
      await new Promise<void>((on) => socket.once('drain', on).once('close', on));
    }
  }
  return { answer: await said, bytes: socket.bytesWritten };
}

const head = (url: string, length: number) =>
  `POST ${new URL(url).pathname} HTTP/1.1\r\nHost: x\r\nContent-Length: ${length}\r\n\r\n`;

async function notify(url: string, body: string): Promise<readonly [number, string]> {
  const response = await fetch(url, { method: 'POST', body });
  return [response.status, await response.text()];
}

describe('the receiver', () => {
  it('answers SUCCESS to a notification, whatever its body', async () => {
    const { url, hinted, receiver } = await listening();
    for (const body of ['{"data":1}', '', '<html>', '\0'.repeat(900_000)]) {
      expect(await notify(url, body)).toEqual([200, 'SUCCESS']);
    }
    expect(hinted).toEqual([7, 7, 7, 7]);
    expect(receiver.status()).toMatchObject({ acknowledged: 4, lastRefusal: null });
  });

  it('C6 accepts a body that repeats a mask of 10 MB in base64', async () => {
    const { url, hinted } = await listening();
    const customMask = Buffer.alloc(10_000_000).toString('base64');
    const body = JSON.stringify({ data: { executions: [{ params: { customMask } }] } });
    expect(await notify(url, body)).toEqual([200, 'SUCCESS']);
    expect(hinted).toEqual([7]);
  });

  it.each([
    ['https://service.example/openapi/v1', 'http://localhost:8455', false],
    ['https://service.example/openapi/v1', 'https://127.8.0.1/told', false],
    ['https://service.example/openapi/v1', 'http://[::1]:8455', false],
    ['https://service.example/openapi/v1', 'https://studio.example/told', true],
    ['http://127.0.0.1:9000/openapi/v1', 'http://127.0.0.1:8455', true],
  ])(
    'C6 with the service at %s, offers the public address %s: %s',
    async (serviceUrl, publicUrl, isOffered) => {
      const { receiver } = await listening({}, serviceUrl);
      await receiver.set({ ...switchedOn, publicUrl });
      expect(receiver.newAddress() !== null).toBe(isOffered);
      expect(receiver.status()).toMatchObject({
        isOffered,
        problem: isOffered ? null : { code: 'callback-settings', about: publicUrl },
      });
    },
  );

  it.each(['GET', 'PUT', 'DELETE', 'HEAD', 'OPTIONS'])('refuses %s', async (method) => {
    const { url, hinted } = await listening();
    const response = await fetch(url, { method });
    expect(response.status).toBe(405);
    expect(hinted).toEqual([]);
  });

  it('reads almost none of a 100 MB body, and answers 413', async () => {
    const { url, port, hinted, receiver } = await listening();
    const piece = Buffer.alloc(1_000_000);
    const { answer, bytes } = await pour(port, head(url, 100_000_000), piece, 100);
    expect(answer).toMatch(/^(HTTP\/1\.1 413 |$)/);
    expect(bytes).toBeLessThan(20_000_000);
    expect(receiver.status().refused.size).toBe(1);
    expect(hinted).toEqual([]);
  });

  it('stops reading a long body of unknown length', async () => {
    const { url, port, receiver } = await listening();
    const chunked = `POST ${new URL(url).pathname} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n`;
    const piece = `${(100_000).toString(16)}\r\n${'x'.repeat(100_000)}\r\n`;
    const { bytes } = await pour(port, chunked, piece, 2000);
    expect(bytes).toBeLessThan(120_000_000);
    expect(receiver.status()).toMatchObject({ acknowledged: 0, refused: { size: 1 } });
  });

  it('does not acknowledge a truncated notification', async () => {
    const { url, port, receiver, hinted } = await listening();
    const { socket } = say(port, `${head(url, 1000)}half of it`);
    await new Promise((resolve) => socket.once('connect', resolve));
    socket.end();
    await expect.poll(() => receiver.status().refused.size).toBe(1);
    expect(hinted).toEqual([]);
  });

  it('limits silent connections from unknown senders, so that the service can always connect', async () => {
    const { url, port, receiver } = await listening({ sources: ['127.0.0.2'], trustedProxies: [] });
    const strangers = Array.from({ length: 200 }, () => say(port, 'POST /'));
    await expect.poll(() => receiver.status().refused.connections).toBeGreaterThan(160);
    const service = connect({ port, host: '127.0.0.1', localAddress: '127.0.0.2' });
    onTestFinished(() => void service.destroy());
    service.write(`${head(url, 2)}{}`);
    const answer = await new Promise<string>((resolve) => {
      service.once('data', (chunk: Buffer) => resolve(chunk.toString()));
    });
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    expect(strangers.filter(({ socket }) => !socket.destroyed).length).toBeLessThanOrEqual(32);
  });

  it('drops a sender that sends headers byte by byte', async () => {
    const { port } = await listening();
    const { said, socket } = say(port, 'POST / HTTP/1.1\r\nX: ');
    const drip = setInterval(() => socket.write('x'), 100);
    onTestFinished(() => clearInterval(drip));
    await said;
    expect(socket.destroyed).toBe(true);
  });

  it('offers no notification address while it would refuse every sender', async () => {
    const { receiver, port } = await listening({ sources: [] });
    expect(receiver.newAddress()).toBeNull();
    expect(receiver.isListening()).toBe(false);
    expect(receiver.status()).toMatchObject({ state: 'listening', isOffered: false });
    const response = await fetch(`http://127.0.0.1:${port}/x`, { method: 'POST' });
    expect(response.status).toBe(403);
  });

  it('tests its public address, and reports an untrusted reverse proxy', async () => {
    const { receiver, port } = await listening();
    const { origin: publicUrl } = await serveHere((incoming, outgoing) => {
      const headers = { 'x-forwarded-for': '203.0.113.9' };
      void fetch(`http://127.0.0.1:${port}${incoming.url}`, { method: 'POST', headers })
        .then((answer) => answer.text())
        .then((text) => outgoing.end(text));
    });
    const { signal } = new AbortController();
    await receiver.set({ ...switchedOn, publicUrl });
    expect(await receiver.test(signal)).toMatchObject({ hindrance: 'proxy-not-trusted' });
    await receiver.set({ ...switchedOn, publicUrl, trustedProxies: ['127.0.0.1'] });
    const reached = { outcome: 'reached', hindrance: null, from: '203.0.113.9' };
    expect(await receiver.test(signal)).toMatchObject(reached);
    expect(receiver.status()).toMatchObject({ acknowledged: 0, lastRefusal: null });
  });

  it('reports that its port is in use, and keeps trying to listen', async () => {
    const { port, free } = await takePort();
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
    await free();
    const state = () => {
      clock.pass(30_000);
      return receiver.status().state;
    };
    await expect.poll(state).toBe('listening');
    expect(troubles).toHaveLength(told);
    expect(hinted).toContain(undefined);
  });

  it('moves to another port, and stops when it is turned off', async () => {
    const { receiver, port } = await listening();
    await receiver.set(switchedOn);
    expect(receiver.status().listensOn).toBe(`127.0.0.1:${port}`);
    await receiver.set({ ...switchedOn, listenOn: '::1' });
    expect(receiver.status().listensOn).toMatch(/^\[::1\]:/);
    await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow('fetch failed');
    await receiver.set(usualCallback);
    expect(receiver.status()).toMatchObject({ state: 'off', listensOn: null });
  });
});
