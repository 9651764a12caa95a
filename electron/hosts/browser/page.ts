import {
  createServer,
  STATUS_CODES,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { serve, type Handlers } from '#shared/contract/serve.ts';
import { channels, type StudioChange } from '#shared/ipc.ts';
import { failure } from '#shared/failure.ts';
import { causeText, success, type Outcome } from '#shared/problem.ts';
import type { Clock } from '../../base/clock.ts';
import type { FindMedia } from '../../app/pictures/media.ts';
import { pageWith, type Look, type Screens } from '../contract/screens.ts';
import { guard, refuse, sendMedia, sendScreen, sendSession, sendSignedIn } from './answers.ts';
import {
  createAuthenticator,
  MEDIA,
  type Authenticator,
  type SignInLink,
} from './authenticator.ts';
import { createScreen, type Screen } from './screen.ts';
import { takePhoto, type TakePhoto } from './take-photo.ts';

export interface PageOptions {
  /** The port; 0 for any free port. */
  readonly port: number;
  readonly screens: Screens;
  /** Returns the appearance and language for each page. */
  readonly look: () => Look;
  readonly handlers: Handlers;
  readonly findMedia: FindMedia;
  readonly takePhoto: TakePhoto;
  /** Receives errors that a handler threw. */
  readonly onBug: (what: string, error: unknown) => void;
  readonly clock: Clock;
  /** Returns the given number of random bytes. */
  readonly secret: (bytes: number) => Buffer;
}

/** The studio as a page on this computer. */
export interface Page {
  /** Creates a URL that signs in one page; calls `onUsed` when a page has used it. */
  signInLink(onUsed?: () => void): SignInLink;
  announce(changed: StudioChange): void;
  close(): Promise<void>;
}

/** The path of the WebSocket. */
const STUDIO = '/studio';
/** Maximum bytes of a message from a page; an area selected by colour in a large photo needs millions. */
const LONGEST_MESSAGE = 16 * 1024 * 1024;
/** Maximum number of pages open at the same time. */
const MOST_SCREENS = 32;
/** Interval in ms between two checks of whether a page still answers. */
const PROBE_EVERY = 20_000;
/** Time limit in ms for a page to disconnect. */
const GOODBYE = 1000;
/** Time limit in ms for the head of a request to arrive. */
const HEAD_PATIENCE = 10_000;
/** Time limit in ms for a complete request to arrive, such as a large photo that is written to a slow disk. */
const REQUEST_PATIENCE = 600_000;

/** Serves screens, pictures and the contract on 127.0.0.1 to authenticated requests. Problem: port-unavailable. */
export async function openPage(options: PageOptions): Promise<Outcome<Page>> {
  const { handlers, onBug, clock } = options;
  const server = createServer({
    requestTimeout: REQUEST_PATIENCE,
    headersTimeout: HEAD_PATIENCE,
    connectionsCheckingInterval: HEAD_PATIENCE / 2,
  });
  const listening = await listen(server, options.port);
  if (!listening.ok) return listening;
  const authenticator = createAuthenticator(listening.value, options.secret);

  const sockets = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: LONGEST_MESSAGE,
  });
  const screens = new Set<Screen>();
  const closing = new AbortController();

  server.on('request', (request, response) => {
    answer(request, response, authenticator, options).catch((error: unknown) => {
      onBug(`${request.method}`, error);
      if (response.headersSent) response.destroy();
      else refuse(response, 500);
    });
  });
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const decision = authenticator.checkSocket(request);
    // The close event handles connection errors.
    socket.on('error', () => {});
    if (decision.kind !== 'allowed') return turnAway(socket, decision.status);
    if (decision.path !== STUDIO) return turnAway(socket, 404);
    if (screens.size >= MOST_SCREENS) return turnAway(socket, 503);
    sockets.handleUpgrade(request, socket, head, (webSocket) => {
      const screen = createScreen(webSocket);
      screens.add(screen);
      webSocket.once('close', () => screens.delete(screen));
      serve(screen.port, channels, handlers, onBug);
    });
  });

  const probing = probe();
  async function probe(): Promise<void> {
    while (!closing.signal.aborted) {
      await clock.sleep(PROBE_EVERY, closing.signal);
      for (const screen of screens) screen.probe();
    }
  }

  return success({
    signInLink: authenticator.signInLink,
    announce(changed) {
      for (const screen of screens) screen.announce(changed);
    },
    async close() {
      closing.abort();
      await probing;
      const closed = new Promise((resolve) => server.close(resolve));
      for (const screen of screens) screen.leave();
      server.closeIdleConnections();
      const patience = new AbortController();
      await Promise.race([closed, clock.sleep(GOODBYE, patience.signal)]);
      patience.abort();
      for (const screen of screens) screen.port.close();
      server.closeAllConnections();
      await closed;
    },
  });
}

/** Starts to listen and returns the port. Problem: port-unavailable. */
function listen(server: Server, port: number): Promise<Outcome<number>> {
  return new Promise((resolve) => {
    server.once('error', (error) =>
      resolve(failure('port-unavailable', { port }, { detail: causeText(error) })),
    );
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => {
      server.removeAllListeners('error');
      resolve(success((server.address() as AddressInfo).port));
    });
  });
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  authenticator: Authenticator,
  { screens, look, findMedia, takePhoto: take }: PageOptions,
): Promise<void> {
  guard(response, authenticator.hosts);
  const decision = authenticator.check(request);
  if (decision.kind === 'refused') return refuse(response, decision.status);
  if (decision.kind === 'session') return sendSession(response, decision.isSignedIn);
  if (decision.kind === 'photo') return takePhoto(request, response, take);
  if (decision.kind === 'sign-in') {
    const start = screens.get('/');
    return start === undefined
      ? refuse(response, 404)
      : sendSignedIn(response, pageWith(start, look()), decision);
  }
  const { path } = decision;
  if (path.startsWith(MEDIA)) {
    return sendMedia(request, response, path.slice(MEDIA.length), findMedia);
  }
  const screen = screens.get(path);
  if (screen === undefined) return refuse(response, 404);
  sendScreen(request, response, path === '/' ? pageWith(screen, look()) : screen);
}

/** Refuses a connection before it becomes a WebSocket, with only the status. */
function turnAway(socket: Duplex, status: number): void {
  const line = `HTTP/1.1 ${status} ${STATUS_CODES[status]}`;
  socket.end(`${line}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
}
