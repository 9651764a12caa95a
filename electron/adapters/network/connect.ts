import { problemOf } from '#shared/failure.ts';
import { connect as connectTcp, isIP, type LookupFunction, type Socket } from 'node:net';
import { connect as connectTls, type PeerCertificate, type TLSSocket } from 'node:tls';
import { certificateProblem, isCertificateError, type Trust } from './certificates.ts';
import { codeOf, ConnectFailure, systemText, type Leg } from './failure.ts';
import type { Limit } from '../../base/limit.ts';

export interface Place {
  readonly protocol: string;
  /** Host name, without the brackets of an IPv6 address. */
  readonly hostname: string;
  readonly port: number;
}

export function placeOf(url: URL): Place {
  return {
    protocol: url.protocol,
    hostname: plainHost(url.hostname),
    port: portOf(url.protocol, url.port),
  };
}

/** Returns a host name without the brackets of an IPv6 address. */
export function plainHost(hostname: string): string {
  return hostname.replace(/^\[(.*)\]$/, '$1');
}

/** Returns the port, or the protocol's default if none is given. */
export function portOf(protocol: string, written: string): number {
  return Number(written) || (protocol === 'https:' ? 443 : 80);
}

/** Returns host and port as in a URL, with an IPv6 address in brackets. */
export function authorityOf({ hostname, port }: Pick<Place, 'hostname' | 'port'>): string {
  return `${hostname.includes(':') ? `[${hostname}]` : hostname}:${port}`;
}

/** Opens a TCP connection. Rejects with a `ConnectFailure`. */
export async function dial(
  to: Pick<Place, 'hostname' | 'port'>,
  within: Limit,
  lookup?: LookupFunction,
): Promise<Socket> {
  const { hostname: host, port } = to;
  const socket = connectTcp({ host, port, ...(lookup && { lookup }) });
  socket.setNoDelay(true);
  try {
    return await whenUp(socket, 'connect', within);
  } catch (error) {
    socket.destroy();
    throw connectFailure(error, within, host, isNameError(error) ? 'name' : 'connection');
  }
}

/**
 * Completes the TLS handshake with `hostname` over an open connection and verifies the certificate.
 * The connection always uses HTTP/1.1. Rejects with a `ConnectFailure` and destroys `socket`.
 */
export async function secure(
  socket: Socket,
  hostname: string,
  trust: Trust,
  within: Limit,
): Promise<TLSSocket> {
  let seen: PeerCertificate | null = null;
  let over: TLSSocket | null = null;
  try {
    const tls = connectTls({
      socket,
      host: hostname,
      // several names may share one address, so without the server name, the server may send the
      // wrong certificate
      ...(isIP(hostname) === 0 && { servername: hostname }),
      ALPNProtocols: ['http/1.1'],
      secureContext: trust.context(),
      // explicit, because NODE_TLS_REJECT_UNAUTHORIZED would otherwise disable verification
      rejectUnauthorized: true,
    });
    over = tls;
    // read before Node verifies the certificate, because after a failure the certificate and its
    // date and names are no longer available for the message
    tls.prependOnceListener('secure', () => (seen = tls.getPeerCertificate()));
    return await whenUp(tls, 'secureConnect', within);
  } catch (error) {
    over?.destroy();
    socket.destroy();
    if (within.ended() === null && isCertificateError(error)) {
      const problem = certificateProblem(error, hostname, seen, trust.trouble());
      throw new ConnectFailure('certificate', 'certificate', problem, error);
    }
    throw connectFailure(error, within, hostname, 'connection');
  }
}

async function whenUp<S extends Socket>(socket: S, event: string, within: Limit): Promise<S> {
  // Later users of the socket add their own listeners. Without this listener, an error that occurs before then would
  // end the process.
  socket.on('error', () => {});
  await within.race(
    new Promise<void>((resolve, reject) => {
      socket.once(event, () => resolve());
      socket.once('error', reject);
      socket.once('close', () => reject(new Error('closed during the handshake')));
    }),
  );
  return socket;
}

function isNameError(error: unknown): boolean {
  return /^(?:ENOTFOUND|EAI_|ENODATA)/.test(codeOf(error));
}

/** Returns the failure of a connection that could not be opened. */
export function connectFailure(
  error: unknown,
  within: Limit,
  hostname: string,
  leg: Leg,
): ConnectFailure {
  if (error instanceof ConnectFailure) return error;
  const ended = within.ended();
  if (ended === 'aborted') {
    const problem = problemOf('aborted.request', { host: hostname }, { about: hostname });
    return new ConnectFailure('aborted', leg, { ...problem, detail: 'aborted while connecting' });
  }
  if (ended === 'timeout') {
    const problem = problemOf('service-timeout', { host: hostname }, { about: hostname });
    const detail = `no connection to ${hostname} in time`;
    return new ConnectFailure('timeout', leg, { ...problem, detail });
  }
  const isName = leg === 'name';
  return new ConnectFailure(
    isName ? 'name' : 'connection',
    leg,
    problemOf(
      isName ? 'service-unreachable.name' : 'service-unreachable',
      { host: hostname },
      { about: hostname, detail: systemText(error) },
    ),
    error,
  );
}
