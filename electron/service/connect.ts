import { connect as connectTcp, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { Limit } from './limit.ts';
import { TransportFailure } from './transport.ts';

export interface Place {
  readonly protocol: string;
  /** Without the brackets of an IPv6 address. */
  readonly hostname: string;
  readonly port: number;
}

export function placeOf(url: URL): Place {
  const hostname = url.hostname.replace(/^\[(.*)\]$/, '$1');
  return { protocol: url.protocol, hostname, port: portOf(url.protocol, url.port) };
}

/** The port, or the usual one of the protocol where none is written. */
export function portOf(protocol: string, written: string): number {
  return Number(written) || (protocol === 'https:' ? 443 : 80);
}

/**
 * Opens a connection and waits until it is up: for https, until TLS is done and the certificate
 * holds. Always HTTP/1.1. Rejects with a `TransportFailure` that says `sent: false`, because nothing
 * but a handshake can have left.
 */
export async function openConnection(place: Place, within: Limit): Promise<Socket> {
  const secure = place.protocol === 'https:';
  const where = { host: place.hostname, port: place.port };
  const socket = secure ? connectTls({ ...where, ALPNProtocols: ['http/1.1'] }) : connectTcp(where);
  socket.setNoDelay(true);
  // Whoever holds the socket later hears of an error by its own listener; without this one an error
  // between two holders would end the process.
  socket.on('error', () => {});
  try {
    await within.race(
      new Promise<void>((resolve, reject) => {
        socket.once(secure ? 'secureConnect' : 'connect', resolve);
        socket.once('error', reject);
        socket.once('close', () => reject(new Error('closed during the handshake')));
      }),
    );
    return socket;
  } catch (error) {
    socket.destroy();
    throw connectFailure(error, within, place.hostname);
  }
}

function connectFailure(error: unknown, within: Limit, hostname: string): TransportFailure {
  const ended = within.ended();
  if (ended === 'aborted')
    return new TransportFailure('aborted', false, 'aborted while connecting');
  if (ended === 'timeout') {
    return new TransportFailure('timeout', false, `no connection to ${hostname} in time`);
  }
  const text = connectErrorText(error);
  const reason = /CERT|UNABLE_TO_|SELF_SIGNED/.test(text) ? 'certificate' : 'connect';
  return new TransportFailure(reason, false, text, error);
}

/** With several addresses tried, Node's error has no text of its own, only those of each try. */
function connectErrorText(error: unknown): string {
  const tries = error instanceof AggregateError ? (error.errors as unknown[]) : [error];
  const texts = tries.map((one) => {
    if (!(one instanceof Error)) return String(one);
    const code = (one as { code?: unknown }).code;
    return typeof code === 'string' && !one.message.includes(code)
      ? `${code}: ${one.message}`
      : one.message;
  });
  return texts.join('; ');
}
