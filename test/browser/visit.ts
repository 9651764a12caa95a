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
import { failure, success } from '#shared/problem.ts';
import { valueOf } from '../fixtures/values.ts';

/** Stands in every picture and answer that a stranger must not read. */
export const SECRET = 'what nobody may read';
/** Stands in every file of the screens, which anybody may read. */
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

/** Handlers that answer everything with the secret and count how often they were asked. */
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
 * A page of the test's own with a screen, a script and no pictures, open until the test has ended; until all of
 * a file have, with `afterAll` as `atEnd`.
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
    findMedia: () => Promise.resolve(failure('request-unknown', 'There is no such image.')),
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

/** Someone who visits one page, well behaved or not. */
export interface Visitor {
  readonly host: string;
  /** `name=value`, as the server has set it. */
  readonly cookie: string;
  /** The secrets that only the page holds. */
  readonly session: { readonly page: string; readonly media: string };
  /** A request as it stands, whatever a well-behaved client would make of it. */
  ask(question: Question): Promise<Answer>;
  /** The same as the page itself would ask it. */
  askAsPage(question: Question): Promise<Answer>;
  /** What comes back for bytes as they are, until the connection ends. */
  raw(bytes: string): Promise<string>;
  /** Resolves with the status that turned it away, or with the open socket. */
  dial(
    path: string,
    headers?: Readonly<Record<string, string | undefined>>,
    secret?: string | null,
  ): Promise<WebSocket | number | undefined>;
  /** The socket as the page itself opens it. */
  open(): Promise<WebSocket>;
}

/** Goes in with the token of the address. */
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
      // cut off in the middle is an answer as well
      socket.on('error', () => {});
      socket.write(bytes);
      await new Promise((resolve) => socket.once('close', resolve));
      return text;
    },
    dial,
    async open() {
      const socket = await dial('/studio');
      if (!(socket instanceof WebSocket)) throw new Error(`turned away with ${socket}`);
      return socket;
    },
  };
}
