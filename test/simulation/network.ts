import {
  TransportFailure,
  type RawResponse,
  type Transport,
  type TransportReason,
  type WireRequest,
} from '#electron/adapters/service/transport.ts';
import type { ModelDisk } from './disk.ts';
import { photoOf, type Arrival, type Reply } from './replies.ts';
import { imagesIn } from './roster.ts';
import type { ModelService } from './service.ts';
import type { Happening, Life } from './time.ts';
import type { Watch } from './watch.ts';
import type { CustomWatch } from './watch-customs.ts';
import type { World } from './world.ts';

export const baseUrl = 'https://service.example/openapi/v1';

/** Milliseconds from the first byte of a request to the whole answer; equals the timeout of the real transport. */
const ANSWER_TAKES = 60_000;

/** A period in which every request fails, and how it fails. */
export interface Outage {
  readonly from: number;
  readonly to: number;
  readonly kind: 'refused' | 'sign-in page' | 'gateway';
}

/** Both ends of the network, and the observers of its traffic. */
export interface Wires {
  readonly service: ModelService;
  readonly disk: ModelDisk;
  readonly outages: readonly Outage[];
  readonly watch: Watch;
  readonly customWatch: CustomWatch;
}

/**
 * Creates the network between one life of the program and the service. The network delays, loses, duplicates
 * and corrupts messages. Requests that have left the program arrive even if the program crashes.
 */
export function networkOf(world: World, life: Life, outside: Wires): Transport {
  return {
    send: (request) =>
      new Promise((resolve, reject) => {
        if (!life.dead) travel(world, life, outside, request, resolve, reject);
      }),
    close: () => Promise.resolve(),
  };
}

function travel(
  world: World,
  life: Life,
  { service, disk, outages, watch, customWatch }: Wires,
  request: WireRequest,
  resolve: (response: RawResponse) => void,
  reject: (error: unknown) => void,
): void {
  const { time, chance } = world;
  const [path = '', search] = request.url.slice(baseUrl.length).split('?');
  const query = new URLSearchParams(search);
  const isExecute = path.endsWith('execute');
  const isCreation = path.includes('/my') && path.endsWith('/create');
  const operation = path.slice(path.lastIndexOf('/', path.lastIndexOf('/') - 1) + 1);
  const body = request.body?.kind === 'json' ? JSON.parse(request.body.text) : {};
  const who = photoOf(subjectOf(body, request));
  const where = `${operation} ${who}`;
  let sent = false;
  let over = false;
  let deadline: Happening | null = null;

  const end = (settle: () => void) => {
    if (over || life.dead) return;
    over = true;
    if (deadline !== null) deadline.isOff = true;
    request.signal.removeEventListener('abort', abort);
    settle();
  };
  const fail = (reason: TransportReason) =>
    end(() => {
      if (isExecute || isCreation) world.tell(who, `${operation}: ${reason}`);
      reject(new TransportFailure(reason, sent, reason));
    });
  const abort = () => fail('aborted');
  const delay = () => chance.between(where, 5, 120);
  /** Reports the loss to the client after a moment, or not at all, so that the client times out. */
  const silence = () => {
    if (chance.number(where) < 0.5) time.after(delay(), life, () => fail('broken'));
  };

  const connected = () => {
    if (over) return;
    const outage = outages.find(({ from, to }) => time.now() >= from && time.now() < to);
    if (outage?.kind === 'refused' || chance.strikes('connection refused', where)) {
      return fail('connect');
    }
    try {
      request.beforeFirstByte?.();
    } catch (error) {
      return end(() => reject(error));
    }
    if (chance.strikes('dies before the bytes', where)) {
      world.kill(life, `before the bytes of ${operation}`);
      return;
    }
    sent = true;
    if (isExecute) watch.leaves(life, who, String(body['taskId']), imagesOf(body['params']));
    if (isCreation) customWatch.leaves(life, who);
    deadline = time.after(ANSWER_TAKES, life, () => fail('timeout'));
    if (outage !== undefined) {
      time.after(delay(), life, () => end(() => resolve(standIn(outage.kind))));
      return;
    }
    if (chance.strikes('request lost', where)) return silence();
    arriveSometime();
  };

  const arriveSometime = () => {
    const { doubtWindow } = world;
    let travels = delay();
    if (chance.strikes('request late', where)) {
      travels = chance.between(where, 1000, doubtWindow * 0.8);
    } else if (chance.strikes('request later than the window', where)) {
      travels = chance.between(where, doubtWindow * 1.1, doubtWindow * 3);
    }
    if (travels > ANSWER_TAKES) silence();
    const arrival: Arrival = {
      path,
      query,
      body,
      key: request.headers['Authorization'] ?? '',
      file: request.body?.kind === 'image' ? disk.contentOf(request.body.path) : null,
      sentAt: time.now(),
      isEcho: false,
    };
    time.after(travels, null, () => arrive(arrival));
    if ((isExecute || isCreation) && chance.strikes('request doubled', where)) {
      const echo = { ...arrival, isEcho: true };
      time.after(travels + delay(), null, () => void service.handle(echo));
    }
  };

  const arrive = (arrival: Arrival) => {
    const isBusy = chance.strikes('answer refuses for now', where);
    const reply = isBusy ? slowDown : service.handle(arrival);
    if (!isBusy && chance.strikes('answer lost', where)) return silence();
    if (!isBusy && chance.strikes('answer garbled', where)) {
      return answer(garbled(reply, Math.floor(chance.number(where) * 7)), () => {});
    }
    const headers =
      isBusy && chance.number(where) < 0.5
        ? { ...json, 'retry-after': String(1 + Math.floor(chance.number(where) * 20)) }
        : json;
    const response = { status: reply.status, headers, body: encoded(reply.envelope) };
    answer(response, () => {
      watch.arrives(life, who, body, reply);
      customWatch.arrives(life, { path, query }, who, reply);
    });
  };

  const answer = (response: RawResponse, told: () => void) => {
    const takes = chance.strikes('answer slow', where)
      ? chance.between(where, 1000, ANSWER_TAKES * 1.2)
      : delay();
    const arrives = () => {
      told();
      resolve(response);
    };
    time.after(takes, life, () => end(arrives));
  };

  if (request.signal.aborted) return abort();
  request.signal.addEventListener('abort', abort, { once: true });
  time.after(delay(), life, connected);
}

/** Returns an id in the request; ids start with the name of their photo. */
function subjectOf(body: Record<string, unknown>, request: WireRequest): string {
  const { taskId, executionId, initParams } = body as Record<string, string> & {
    initParams?: { originalImage?: string };
  };
  const [image] = imagesIn(body);
  const file = request.body?.kind === 'image' ? request.body.path : '';
  return (
    taskId ?? executionId ?? initParams?.originalImage ?? image ?? file.split('/').at(-2) ?? ''
  );
}

const json = { 'content-type': 'application/json' };
const html = { 'content-type': 'text/html' };
const page = encoded('<html><body>Welcome to the guest network. Please sign in.</body></html>');

function encoded(value: unknown): Uint8Array {
  return Buffer.from(typeof value === 'string' ? value : JSON.stringify(value));
}

function standIn(kind: Outage['kind']): RawResponse {
  return { status: kind === 'gateway' ? 502 : 200, headers: html, body: page };
}

/** The answer in which the service says that it has done nothing for now. */
const slowDown: Reply = {
  status: 429,
  envelope: { success: false, code: 429, msg: 'too many requests' },
};

/** Returns the number of images in a request to execute. */
function imagesOf(params: { readonly batchCount?: number }): number {
  return params.batchCount ?? 1;
}

/** Returns a corrupted answer, which the client must not mistake for an answer of the service. */
function garbled({ envelope }: Reply, kind: number): RawResponse {
  const whole = encoded(envelope);
  const elsewhere = { location: 'https://elsewhere.example/' };
  const others: RawResponse[] = [
    { status: 200, headers: html, body: page },
    { status: 200, headers: json, body: whole.subarray(0, whole.length >> 1) },
    { status: 502, headers: html, body: page },
    { status: 500, headers: json, body: encoded({ success: false, code: 500, msg: 'oops' }) },
    { status: 307, headers: elsewhere, body: encoded('') },
    { status: 200, headers: json, body: encoded({ success: true, code: 0, msg: '' }) },
  ];
  return others[kind] ?? { status: 200, headers: json, body: encoded('') };
}
