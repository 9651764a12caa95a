import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach } from 'vitest';
import { systemClock } from '#electron/base/clock.ts';
import { createService, type ServiceSettings } from '#electron/adapters/service/client.ts';
import type { Answer, Service, ServiceFailure } from '#electron/adapters/service/types.ts';
import { startRawServer, type RawServer, type Script } from './raw-server.ts';

export const key = 'test-key-4711';
/** Timeouts in milliseconds that are long enough for any busy machine. */
export const timeouts = { connectMs: 60_000, headersMs: 60_000, bodyMs: 60_000 };
/** Short timeouts, for a test that waits until a timeout is over. */
export const impatient = { timeouts: { ...timeouts, headersMs: 400, bodyMs: 400 } };

/** Creates servers, clients and files for the tests of one file; all are closed after each test. */
export function workbench() {
  const open: { close(): Promise<void> }[] = [];
  afterEach(async () => {
    for (const one of open.splice(0).toReversed()) await one.close();
  });

  async function serverWith(script: Script): Promise<RawServer> {
    const server = await startRawServer(script);
    open.push(server);
    return server;
  }

  /** Creates a client that does not wait between attempts, because its random numbers are always 0. */
  function serviceAt(baseUrl: string, more: Partial<ServiceSettings> = {}): Service {
    const parts = { baseUrl, key, clock: systemClock, random: () => 0, timeouts };
    const service = createService({ ...parts, ...more });
    open.push(service);
    return service;
  }

  /** Starts a server that follows the script, and creates a client for it. */
  async function serving(
    script: Script,
    more: Partial<ServiceSettings> = {},
  ): Promise<{ readonly server: RawServer; readonly service: Service }> {
    const server = await serverWith(script);
    return { server, service: serviceAt(server.url, more) };
  }

  /**
   * Starts a server that sends these replies in turn and then repeats the last one, and creates a client for
   * it.
   */
  const replying = (...replies: string[]) =>
    serving({
      onRequest: ({ number }, socket) => socket.write(replies[number - 1] ?? replies.at(-1) ?? ''),
    });

  async function fileOf(bytes: Uint8Array): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), 'darkslide-client-'));
    open.push({ close: () => rm(folder, { recursive: true, force: true }) });
    const path = join(folder, 'photo.jpg');
    await writeFile(path, bytes);
    return path;
  }

  return { serverWith, serviceAt, serving, replying, fileOf };
}

export function failureOf(answer: Answer<unknown>): ServiceFailure {
  if (answer.ok) throw new Error('a failure was expected');
  return answer.failure;
}
