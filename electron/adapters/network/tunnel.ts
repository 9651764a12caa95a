import type { Socket } from 'node:net';
import { authorityOf, type Place } from './connect.ts';
import type { Limit } from '../../base/limit.ts';

/** A proxy's answer to a request for a tunnel. */
export interface TunnelAnswer {
  readonly status: number;
  /** Header names in lower case; repeated headers are joined. */
  readonly headers: Readonly<Record<string, string>>;
  /**
   * Whether the proxy sent bytes after the headers, before any data was sent through the tunnel. If so, the answer is
   * a page and not a tunnel.
   */
  readonly saysMore: boolean;
}

/** Maximum size of the answer's headers in bytes; a proxy's answer is a few lines. */
const LONGEST_HEAD = 16 * 1024;

/**
 * Requests a tunnel to `place` from the proxy at the other end of `socket` (CONNECT, RFC 9110
 * 9.3.6). Sends only that request and, if given, the name and password for this proxy. Returns null
 * if the proxy closes the connection or does not speak HTTP. Rejects when the limit is reached.
 */
export async function askForTunnel(
  socket: Socket,
  place: Place,
  authorization: string | null,
  within: Limit,
): Promise<TunnelAnswer | null> {
  const to = authorityOf(place);
  const lines = [
    `CONNECT ${to} HTTP/1.1`,
    `Host: ${to}`,
    ...(authorization === null ? [] : [`Proxy-Authorization: ${authorization}`]),
  ];
  socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  return within.race(readHead(socket));
}

function readHead(socket: Socket): Promise<TunnelAnswer | null> {
  return new Promise((resolve) => {
    let bytes = Buffer.alloc(0);
    const finish = (answer: TunnelAnswer | null) => {
      socket.off('readable', onReadable).off('end', onEnd).off('error', onEnd).off('close', onEnd);
      resolve(answer);
    };
    const onEnd = () => finish(null);
    const onReadable = () => {
      for (let piece; (piece = socket.read() as Buffer | null) !== null;) {
        bytes = Buffer.concat([bytes, piece]);
      }
      const end = bytes.indexOf('\r\n\r\n');
      if (end !== -1) finish(parseHead(bytes.toString('latin1', 0, end), bytes.length > end + 4));
      else if (bytes.length > LONGEST_HEAD) finish(null);
    };
    socket.on('readable', onReadable).on('end', onEnd).on('error', onEnd).on('close', onEnd);
  });
}

function parseHead(head: string, saysMore: boolean): TunnelAnswer | null {
  const [first = '', ...lines] = head.split('\r\n');
  const status = /^HTTP\/1\.[01] (\d{3})(?: |$)/u.exec(first)?.[1];
  if (status === undefined) return null;
  const headers: Record<string, string> = {};
  for (const line of lines) {
    const colon = line.indexOf(':');
    const name = line.slice(0, colon).trim().toLowerCase();
    const value = line.slice(colon + 1).trim();
    headers[name] = headers[name] === undefined ? value : `${headers[name]}, ${value}`;
  }
  return { status: Number(status), headers, saysMore };
}
