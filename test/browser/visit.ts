import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { request, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { systemClock } from '#electron/base/clock.ts';
import { openPage, type Page, type PageOptions } from '#electron/hosts/browser/page.ts';
import type { Screens } from '#electron/hosts/contract/screens.ts';
import type { Handlers } from '#shared/contract/serve.ts';
import { channels } from '#shared/ipc.ts';
import { failure } from '#shared/failure.ts';
import { success } from '#shared/problem.ts';
import { valueOf } from '../fixtures/values.ts';

/** A text in every picture and answer that only a signed-in page may read. */
export const SECRET = 'what nobody may read';
/** A text in every file of the screens, which anybody may read. */
export const SCREEN = 'what is in every package';

const screenOf = (body: string, isHashed: boolean) => ({
  body: Buffer.from(body),
  type: 'text/html; charset=utf-8',
  etag: `"${body.length}"`,
  isHashed,
});
const screens: Screens = new Map([
  ['/', screenOf(`<!doctype html><head></head>${SCREEN}`, false)],
  ['/assets/index-abc.js', screenOf(SCREEN, true)],
]);

/** Returns handlers that answer every request with the secret, and count the requests. */
export function tellAll(): { readonly handlers: Handlers; asked(): number } {
  let asked = 0;
  const handler = () => {
    asked += 1;
    return success(SECRET);
  };
  const all = Object.keys(channels).map((name) => [name, handler]);
  return { handlers: Object.fromEntries(all) as Handlers, asked: () => asked };
}

/**
 * Opens a page host with a screen, a script and no pictures until the end of the test, or until the end of
 * the file if `atEnd` is `afterAll`.
 */
export async function openOne(
  more: Partial<PageOptions> = {},
  atEnd: (end: () => Promise<void>) => void = onTestFinished,
): Promise<Page> {
  const outcome = await openPage({
    port: 0,
    screens,
    look: () => ({ language: 'en', appearance: 'dark' }),
    handlers: tellAll().handlers,
    findMedia: () =>
      Promise.resolve(failure({ code: 'request-unknown', message: 'There is no such image.' })),
    takePhoto: () => Promise.reject(new Error('nobody hands over a photo here')),
    onBug: (what, error) => {
      throw new Error(what, { cause: error });
    },
    clock: systemClock,
    secret: randomBytes,
    ...more,
  });
  const page = valueOf(outcome);
  atEnd(() => page.close());
  return page;
}

export interface Answer {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

export interface Question {
  readonly path: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** A client of a page host that may send valid or invalid requests. */
export interface Visitor {
  readonly host: string;
  /** The cookie as `name=value`, as the server set it. */
  readonly cookie: string;
  /** The secrets that only the page knows. */
  readonly session: { readonly page: string; readonly media: string };
  /** Sends a request exactly as given, even if it is invalid, unlike an ordinary client. */
  ask(question: Question): Promise<Answer>;
  /** Sends a request as the page itself would. */
  askAsPage(question: Question): Promise<Answer>;
  /** Sends raw bytes and returns everything received until the connection ends. */
  raw(bytes: string): Promise<string>;
  /** Tries to open a WebSocket. Resolves with the open socket, or with the HTTP status of the rejection. */
  dial(
    path: string,
    headers?: Readonly<Record<string, string | undefined>>,
    secret?: string | null,
  ): Promise<WebSocket | number | undefined>;
  /** Opens the socket as the page itself does. */
  open(): Promise<WebSocket>;
}

/** Signs in with the token in the address. */
export async function visit(address: string): Promise<Visitor> {
  const { hostname, port, host, origin, search } = new URL(address);

  const ask = async ({ path, method = 'GET', headers = {}, body }: Question): Promise<Answer> => {
    const sent = request({ hostname, port, path, method, headers, agent: false });
    sent.end(body);
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    let text = '';
    for await (const chunk of response) text += String(chunk);
    return { status: response.statusCode, headers: response.headers, text };
  };
  const entered = await ask({ path: `/${search}` });
  const cookie = entered.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
  const [, page = '', media = ''] = /content="([^".]+)\.([^"]+)"/.exec(entered.text) ?? [];

  const dial: Visitor['dial'] = (path, headers = {}, secret = page) => {
    const all = Object.entries({ cookie, origin, ...headers });
    const sent = all.filter((entry): entry is [string, string] => entry[1] !== undefined);
    const protocols = secret === null ? [] : ['darkslide', secret];
    const options = { headers: Object.fromEntries(sent) };
    const socket = new WebSocket(`ws://${host}${path}`, protocols, options);
    onTestFinished(() => socket.terminate());
    return new Promise((resolve, reject) => {
      socket.once('open', () => resolve(socket));
      socket.once('unexpected-response', (_request, response) => resolve(response.statusCode));
      socket.once('error', reject);
    });
  };

  return {
    host,
    cookie,
    session: { page, media },
    ask,
    askAsPage: ({ path, headers, ...question }) =>
      ask({
        ...question,
        path: path.replace(/^\/media\//, `/media/${media}/`),
        headers: { cookie, host, 'x-darkslide-session': page, ...headers },
      }),
    async raw(bytes) {
      const socket = connect(Number(port), hostname);
      let text = '';
      socket.on('data', (chunk) => {
        text += String(chunk);
        socket.end();
      });
      // a response that was cut off counts as a response, too
      socket.on('error', () => {});
      socket.write(bytes);
      await new Promise((resolve) => socket.once('close', resolve));
      return text;
    },
    dial,
    async open() {
      const socket = await dial('/studio');
      if (!(socket instanceof WebSocket)) throw new Error(`rejected with ${socket}`);
      return socket;
    },
  };
}
