import { failure } from '#shared/failure.ts';
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { causeText, success, type Outcome } from '#shared/problem.ts';

export interface Listening {
  /** Address in the form `127.0.0.1:8455`. */
  readonly address: string;
  /** Stops listening and closes open connections. */
  close(): Promise<void>;
}

export interface Listener {
  readonly host: string;
  /** Port to listen on; 0 picks any free port. */
  readonly port: number;
  readonly onRequest: (request: IncomingMessage, response: ServerResponse) => void;
  /** Checks whether an address may belong to the service or to a proxy that the user trusts. */
  readonly isKnown: (address: string) => boolean;
  /** Called when a connection from an unknown address is refused. */
  readonly onTurnedAway: (address: string | null) => void;
}

/** Maximum number of simultaneous connections. */
const MOST_CONNECTIONS = 128;
/**
 * Maximum number of simultaneous connections from unknown addresses; lower than `MOST_CONNECTIONS`,
 * so that the service can always connect.
 */
const MOST_UNKNOWN = 32;
/** Time limits in ms: for the headers of a request, and for the entire request. */
const HEADERS_TIMEOUT = 5000;
const REQUEST_TIMEOUT = 60_000;

/**
 * Starts listening, with limits on the resources that an unknown sender can use. Problems:
 * callback-not-listening.
 */
export function listen(listener: Listener): Promise<Outcome<Listening>> {
  const { host, port, onRequest } = listener;
  const server = createServer({
    headersTimeout: HEADERS_TIMEOUT,
    requestTimeout: REQUEST_TIMEOUT,
    keepAliveTimeout: HEADERS_TIMEOUT,
    connectionsCheckingInterval: 1000,
    maxHeaderSize: 8192,
  });
  server.maxConnections = MOST_CONNECTIONS;
  const answer: RequestListener = (request, response) => onRequest(request, response);
  server.on('request', answer).on('checkContinue', answer);
  server.on('connection', limitUnknownSenders(listener));
  // input that is not HTTP gets no answer
  server.on('clientError', (_error, socket) => socket.destroy());
  return new Promise((resolve) => {
    server.once('error', (error) => resolve(notListening(host, port, error)));
    server.listen({ host, port, exclusive: true }, () => {
      server.removeAllListeners('error').on('error', () => {});
      const at = server.address() as AddressInfo;
      resolve(
        success({
          address: `${at.family === 'IPv6' ? `[${at.address}]` : at.address}:${at.port}`,
          close() {
            const closed = new Promise<void>((ended) => {
              server.close(() => ended());
            });
            server.closeAllConnections();
            return closed;
          },
        }),
      );
    });
  });
}

function limitUnknownSenders({ isKnown, onTurnedAway }: Listener): (socket: Socket) => void {
  const strangers = new Set<Socket>();
  return (socket) => {
    const address = socket.remoteAddress ?? null;
    if (address !== null && isKnown(address)) return;
    if (strangers.size >= MOST_UNKNOWN) {
      onTurnedAway(address);
      socket.destroy();
      return;
    }
    strangers.add(socket);
    socket.once('close', () => strangers.delete(socket));
  };
}

const reasons: Readonly<Record<string, string>> = {
  EADDRINUSE: 'taken',
  EACCES: 'kept',
  EADDRNOTAVAIL: 'foreign',
};

function notListening(host: string, port: number, error: Error): Outcome<never> {
  const { code } = error as NodeJS.ErrnoException;
  const at = `${host}:${port}`;
  const why = code === undefined ? 'other' : (reasons[code] ?? 'other');
  return failure(
    'callback-not-listening',
    { why, host, port },
    { about: at, detail: causeText(error) },
  );
}
