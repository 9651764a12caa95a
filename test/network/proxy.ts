import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import type { ProxyWay } from '#electron/adapters/network/ways.ts';
import type { Certificate } from '../service/self-signed.ts';

export interface ProxyScript {
  /**
   * Ports of this computer to which the proxy connects, by the `host:port` that a client requests. The proxy
   * refuses all other requests with 502.
   */
  readonly leadsTo?: Readonly<Record<string, number>>;
  /** The credentials that the proxy requires, as `name:password`. */
  readonly wants?: string;
  /** The Proxy-Authenticate header with which the proxy requires credentials. */
  readonly challenge?: string;
  /** Text with which the proxy responds to everything, without closing the connection. */
  readonly answers?: string;
  /** Called for every piece that a client sends through the tunnel, before the piece is passed on. */
  readonly onTunnelled?: (piece: Buffer, ends: { readonly cut: () => void }) => void;
  /** The certificate, if the connection to the proxy itself uses TLS. */
  readonly tls?: Certificate;
}

export interface TestProxy {
  readonly port: number;
  /** Returns the settings that a client needs to use this proxy. */
  way(more?: Partial<ProxyWay>): ProxyWay;
  connections(): number;
  /** The request lines and headers of the requests so far, in order. */
  readonly asked: readonly string[];
  close(): Promise<void>;
}

/** Starts a real HTTP proxy with the given faults; it supports only CONNECT. */
export async function startProxy(script: ProxyScript = {}): Promise<TestProxy> {
  const sockets = new Set<Socket>();
  const asked: string[] = [];
  let connections = 0;

  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
  };

  const onSocket = (client: Socket) => {
    connections += 1;
    keep(client);
    let head = Buffer.alloc(0);
    const onData = (piece: Buffer) => {
      head = Buffer.concat([head, piece]);
      const end = head.indexOf('\r\n\r\n');
      if (end === -1) return;
      client.off('data', onData);
      answer(client, head.toString('latin1', 0, end));
    };
    client.on('data', onData);
  };

  const answer = (client: Socket, head: string): void => {
    asked.push(head);
    if (script.answers !== undefined) return void client.write(script.answers);
    const said = /^proxy-authorization: basic (.*)$/imu.exec(head)?.[1] ?? '';
    if (script.wants !== undefined && Buffer.from(said, 'base64').toString() !== script.wants) {
      const challenge = script.challenge ?? 'Basic realm="studio"';
      const page = '<html>sign in</html>';
      return void client.end(
        `HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: ${challenge}\r\ncontent-length: ${page.length}\r\n\r\n${page}`,
      );
    }
    const target = /^CONNECT (\S+) HTTP\/1\.1$/mu.exec(head)?.[1] ?? '';
    const port = script.leadsTo?.[target];
    if (port === undefined) return void client.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
    const server = connect({ host: '127.0.0.1', port }, () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      server.pipe(client);
    });
    keep(server);
    const cut = () => [client, server].forEach((socket) => socket.resetAndDestroy());
    client.on('data', (piece: Buffer) => {
      script.onTunnelled?.(piece, { cut });
      if (!server.destroyed) server.write(piece);
    });
    client.on('close', () => server.destroy());
    server.on('close', () => client.destroy());
  };

  const server =
    script.tls === undefined ? createServer(onSocket) : createTlsServer(script.tls, onSocket);
  server.on('tlsClientError', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    way: (more) => ({
      kind: 'proxy',
      isSecure: script.tls !== undefined,
      hostname: '127.0.0.1',
      port,
      credentials: null,
      ...more,
    }),
    connections: () => connections,
    asked,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
