import {
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type OutgoingHttpHeaders,
} from 'node:http';
import { json } from 'node:stream/consumers';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** Posts to an address as the service does; returns the response. */
export async function post(url: string, headers: Record<string, string> = {}, body = '{}') {
  const response = await fetch(url, { method: 'POST', headers, body });
  return { status: response.status, text: await response.text() };
}

interface Between {
  readonly path?: (path: string) => string;
  readonly headers?: (incoming: IncomingMessage) => OutgoingHttpHeaders;
  /**
   * Called before a request is forwarded. May delay the request, or return a response with which the proxy
   * answers it.
   */
  readonly answer?:
    ((path: string) => Promise<{ status: number; message: string } | null>) | undefined;
  /** Changes the response to a query of a task. */
  readonly told?: (answer: TaskAnswer) => void;
}

/** The service's response to a query of a task, without a check. */
interface TaskAnswer {
  readonly data?: {
    readonly executions?: readonly { readonly results: Record<string, unknown>[] }[];
  };
}

/** Puts a proxy between a harness and the service. The proxy answers or changes some requests. */
export const through = (change: Between) => async (url: string) => {
  const { host, pathname } = new URL(url);
  return `http://${await between(host, change)}${pathname}`;
};
export const answering = (answer: Between['answer']) => through({ answer });

/** Starts a proxy that forwards requests and changes paths, headers or responses. */
export async function between(target: string, change: Between): Promise<string> {
  const server = createServer((incoming, outgoing) => {
    const { path = (same) => same, headers = (same) => same.headers, answer, told } = change;
    const url = `http://${target}${path(incoming.url ?? '')}`;
    const passed = httpRequest(url, { method: incoming.method, headers: headers(incoming) });
    const give = async (answered: IncomingMessage) => {
      const instead = (await answer?.(incoming.url ?? '')) ?? null;
      if (instead !== null) {
        answered.resume();
        const { status, message } = instead;
        outgoing.writeHead(status, { 'content-type': 'application/json' });
        outgoing.end(JSON.stringify({ success: false, code: 4001, message }));
        return;
      }
      if (told !== undefined && incoming.url?.endsWith('/agent/task/query')) {
        const changed = (await json(answered)) as TaskAnswer;
        told(changed);
        outgoing.writeHead(answered.statusCode ?? 502, { 'content-type': 'application/json' });
        outgoing.end(JSON.stringify(changed));
        return;
      }
      outgoing.writeHead(answered.statusCode ?? 502, answered.headers);
      answered.pipe(outgoing);
    };
    passed.on('response', (answered) => void give(answered));
    passed.on('error', () => outgoing.destroy());
    incoming.pipe(passed);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => void server.close());
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}
