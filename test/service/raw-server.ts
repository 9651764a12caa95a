import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';

/** A complete request as received. */
export interface WireSeen {
  readonly method: string;
  /** The path, including the query. */
  readonly path: string;
  /** The header lines as sent, without the request line. */
  readonly headerLines: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** Number of the request, from 1, over all connections. */
  readonly number: number;
}

export interface RawServer {
  /** A base address, with the version prefix. */
  readonly url: string;
  connections(): number;
  /** Returns the number of bytes received on all connections, after TLS is removed. */
  bytes(): number;
  readonly requests: readonly WireSeen[];
  /** Resolves when this number of complete requests has arrived. */
  seen(count: number): Promise<void>;
  close(): Promise<void>;
}

export interface Script {
  /** Writes the response to a request to the socket, or does whatever else the test says. */
  readonly onRequest?: (request: WireSeen, socket: Socket) => void;
  readonly onConnection?: (socket: Socket) => void;
  /** Called with every chunk of bytes, before requests are parsed. */
  readonly onData?: (piece: Buffer, socket: Socket) => void;
  readonly tls?: { readonly key: string; readonly cert: string };
}

/**
 * Starts a server whose behaviour on its sockets a test fully controls: it can reset and cut connections, send
 * slowly and send wrong data. The server counts the bytes and requests that arrive.
 */
export async function startRawServer(script: Script): Promise<RawServer> {
  const sockets = new Set<Socket>();
  const requests: WireSeen[] = [];
  let watchers: (() => void)[] = [];
  let connections = 0;
  let bytes = 0;

  const onSocket = (socket: Socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    let pending = Buffer.alloc(0);
    socket.on('data', (piece: Buffer) => {
      bytes += piece.length;
      script.onData?.(piece, socket);
      pending = Buffer.concat([pending, piece]);
      for (;;) {
        const taken = takeRequest(pending, requests.length + 1);
        if (taken === null) break;
        pending = pending.subarray(taken.length);
        requests.push(taken.request);
        script.onRequest?.(taken.request, socket);
        watchers.forEach((look) => look());
      }
    });
    script.onConnection?.(socket);
  };

  const server: Server =
    script.tls === undefined ? createServer(onSocket) : createTlsServer(script.tls, onSocket);
  server.on('tlsClientError', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  return {
    url: `http${script.tls === undefined ? '' : 's'}://127.0.0.1:${port}/openapi/v1`,
    connections: () => connections,
    bytes: () => bytes,
    requests,
    seen: (count) =>
      new Promise((resolve) => {
        const look = () => {
          if (requests.length < count) return;
          watchers = watchers.filter((one) => one !== look);
          resolve();
        };
        watchers.push(look);
        look();
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

function takeRequest(
  bytes: Buffer,
  number: number,
): { readonly request: WireSeen; readonly length: number } | null {
  const end = bytes.indexOf('\r\n\r\n');
  if (end === -1) return null;
  const [first = '', ...headerLines] = bytes.subarray(0, end).toString('latin1').split('\r\n');
  const headers = Object.fromEntries(
    headerLines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  const length = end + 4 + Number(headers['content-length'] ?? 0);
  if (bytes.length < length) return null;
  const [method = '', path = ''] = first.split(' ');
  const body = Buffer.from(bytes.subarray(end + 4, length));
  return { request: { method, path, headerLines, headers, body, number }, length };
}

/** Returns a complete HTTP response as text, with its length. */
export function http(
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): string {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const lines = Object.entries({
    'content-type': typeof body === 'string' ? 'text/html' : 'application/json',
    'content-length': String(Buffer.byteLength(text)),
    ...headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} Status\r\n${lines.join('')}\r\n${text}`;
}

export const granted = (data: unknown) => ({ success: true, code: 0, msg: 'ok', data });
export const refusedWith = (msg: string, code: number | string = 4001) => ({
  success: false,
  code,
  msg,
});
