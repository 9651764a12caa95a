/**
 * The HTTP server on 127.0.0.1: finds the route, checks the key, reads the body, applies faults and sends the answer.
 * The routes implement the operations.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Clock } from '#electron/base/clock.ts';
import { causeText } from '#shared/problem.ts';
import { openContent } from './content.ts';
import type { Content } from './content.ts';
import { envelopeOf, grant, refuse } from './envelope.ts';
import type { Operation, Reply } from './envelope.ts';
import type { FaultEffect, Wait } from './faults.ts';
import type { Body, Route } from './routes/route.ts';
import { send, sendContent } from './wire.ts';
import type { Answer } from './wire.ts';

export const basePath = '/openapi/v1';
const contentPath = '/cdn/';
/** Maximum bytes of a JSON body, which may contain a custom mask of 10M as base64. */
const longestJson = 20_000_000;

export interface ServerParts {
  readonly routes: readonly Route[];
  readonly clock: Clock;
  /** Returns the picture, thumbnail or PSD at a path below `/cdn/`, or undefined. */
  content(path: string): Promise<Content | undefined>;
  accepts(key: string): boolean;
  /** Called once for every request of a known operation. */
  effectOn(operation: Operation): FaultEffect;
}

/** Reads a JSON object from the body. A request whose body ends early is never processed. */
async function readJson(message: IncomingMessage): Promise<Reply<Body>> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of message as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > longestJson) return refuse('The request is too large.', 4130, 413);
    chunks.push(chunk);
  }
  try {
    const value: unknown = JSON.parse(Buffer.concat(chunks).toString('utf8'));
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      return grant(value as Body);
    }
  } catch {
    // A body that is not JSON is answered below, like any other body that is not an object.
  }
  return refuse('The request body must be a JSON object.', 4001, 400);
}

function json(operation: Operation, reply: Reply, effect: FaultEffect): Answer {
  const envelope = envelopeOf(operation, reply);
  const body = effect.change === undefined ? envelope : effect.change(envelope);
  return {
    status: effect.status ?? (reply.ok ? 200 : reply.refusal.status),
    headers: { 'content-type': 'application/json;charset=UTF-8' },
    body: Buffer.from(JSON.stringify(body)),
  };
}

/** Returns the answer that a fault sends instead of the service's own; undefined if there is no such fault. */
function standIn(operation: Operation, effect: FaultEffect): Answer | undefined {
  if (effect.instead !== undefined) {
    const { status, headers, body, type } = effect.instead;
    return { status, headers: { ...headers, 'content-type': type }, body: Buffer.from(body) };
  }
  if (effect.refusal === undefined) return undefined;
  const { text, status, headers } = effect.refusal;
  const answer = json(operation, refuse(text, status === 200 ? 4000 : status * 10, status), effect);
  return { ...answer, headers: { ...answer.headers, ...headers } };
}

export class DemoServer {
  readonly #parts: ServerParts;
  readonly #server: Server;
  readonly #closing = new AbortController();

  constructor(parts: ServerParts) {
    this.#parts = parts;
    this.#server = createServer((message, response) => {
      this.#serve(message, response).catch((error: unknown) => {
        if (!response.headersSent) {
          const reply = refuse(
            `Something went wrong in the demo service: ${causeText(error)}`,
            5000,
            500,
          );
          send(response, json('query', reply, { process: true }), undefined);
        } else response.destroy();
      });
    });
    // There is no time limit, so that slow uploads of large images are possible. Other computers
    // cannot reach this server.
    this.#server.requestTimeout = 0;
  }

  /** Starts to listen on 127.0.0.1, and returns the port. Rejects if the port is in use. */
  async listen(port: number): Promise<number> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(port, '127.0.0.1', () => {
        this.#server.off('error', reject);
        resolve();
      });
    });
    return (this.#server.address() as AddressInfo).port;
  }

  /** Serves a connection that was not opened through the port. */
  accept(connection: Duplex): void {
    this.#server.emit('connection', connection);
  }

  async close(): Promise<void> {
    this.#closing.abort();
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    this.#server.closeAllConnections();
    await closed;
  }

  async #serve(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(message.url ?? '/', 'http://127.0.0.1');
    if (url.pathname.startsWith(contentPath))
      return this.#serveContent(url.pathname, message, response);
    const below = url.pathname.startsWith(`${basePath}/`) && url.pathname.slice(basePath.length);
    const route = this.#parts.routes.find(
      (one) => one.path === below && one.method === message.method,
    );
    if (route === undefined) {
      const reply = refuse(`There is no ${message.method} ${url.pathname} here.`, 4040, 404);
      message.resume();
      return send(response, json('query', reply, { process: true }), undefined);
    }
    const { operation } = route;
    const effect = this.#parts.effectOn(operation);
    if (effect.wire === 'reset-unread') return void message.socket.resetAndDestroy();
    const answer = await this.#answer(route, url, message, effect);
    if (answer === undefined) return;
    await this.#pause(effect.waitAfter);
    send(response, standIn(operation, effect) ?? answer, effect.wire);
  }

  /**
   * Processes a request. Returns undefined if the client interrupted the body, because then no
   * client waits for an answer.
   */
  async #answer(
    route: Route,
    url: URL,
    message: IncomingMessage,
    effect: FaultEffect,
  ): Promise<Answer | undefined> {
    const { operation } = route;
    const reply = (value: Reply) => json(operation, value, effect);
    const key = message.headers.authorization ?? '';
    if (!this.#parts.accepts(key)) {
      message.resume();
      const text =
        key === '' ? 'The Authorization header is missing.' : 'The API key is not valid.';
      return reply(refuse(text, 4010, 401));
    }
    try {
      const body: Reply<Body> = route.body === 'json' ? await readJson(message) : grant({});
      if (!body.ok) return reply(body);
      await this.#pause(effect.waitBefore);
      if (!effect.process) {
        message.resume();
        return reply(grant(undefined));
      }
      return reply(
        await route.handle({
          body: body.value,
          query: url.searchParams,
          message,
          pace: effect.pace,
          view: effect.view ?? {},
        }),
      );
    } catch (error) {
      if (message.destroyed && !message.complete) return undefined;
      throw error;
    }
  }

  async #serveContent(
    path: string,
    message: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    message.resume();
    const operation = path.endsWith('.psd') ? 'psd-file' : 'image';
    const effect = this.#parts.effectOn(operation);
    if (effect.wire === 'reset-unread') return void message.socket.resetAndDestroy();
    await this.#pause(effect.waitBefore);
    const instead = standIn(operation, effect);
    const content = instead === undefined ? await this.#parts.content(path) : undefined;
    await this.#pause(effect.waitAfter);
    if (content === undefined) {
      return send(response, instead ?? notFound(path), effect.wire);
    }
    await sendContent(response, await openContent(content, message.headers), effect.wire);
  }

  async #pause(wait: Wait | undefined): Promise<void> {
    const { signal } = this.#closing;
    if (typeof wait === 'number') await this.#parts.clock.sleep(wait, signal);
    else if (wait !== undefined && !signal.aborted) {
      await Promise.race([wait, once(signal, 'abort')]);
    }
  }
}

function notFound(path: string): Answer {
  const body = Buffer.from(`There is nothing at ${path}.`);
  return { status: 404, headers: { 'content-type': 'text/plain' }, body };
}
