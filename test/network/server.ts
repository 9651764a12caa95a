import { randomInt } from 'node:crypto';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { createServer as createPort, type AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import type { Certificate } from '../service/self-signed.ts';

/** Starts a web server on 127.0.0.1 until the end of the test. It records requests and counts connections. */
export async function serveHere(answer: RequestListener, tls?: Certificate) {
  const requests: IncomingMessage[] = [];
  let knocks = 0;
  const onRequest: RequestListener = (request, response) => {
    requests.push(request);
    answer(request, response);
  };
  const server = tls === undefined ? createServer(onRequest) : createTlsServer(tls, onRequest);
  server.on('connection', () => (knocks += 1));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { port, origin: `http://127.0.0.1:${port}`, requests, knocks: () => knocks };
}

/** Occupies a port until `free` is called or the test ends. */
export async function takePort(): Promise<{ readonly port: number; free(): Promise<void> }> {
  const server = createPort();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const free = () => new Promise<void>((resolve) => server.close(() => resolve()));
  onTestFinished(() => void server.close());
  return { port: (server.address() as AddressInfo).port, free };
}

/**
 * Returns a port on which no program listens. It is outside the range from which the system chooses ports, because a
 * parallel test could otherwise get it before the caller listens there.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_000);
    const server = createPort();
    const isFree = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false));
      server.listen(port, '127.0.0.1', () => resolve(true));
    });
    await new Promise<void>((resolve) => server.close(() => resolve()));
    if (isFree) return port;
  }
}
