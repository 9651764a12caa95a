/**
 * All faults between a client and the service, as data. A fault states whether the request is
 * processed, what is answered instead or how the answer is changed, and what happens to the
 * connection. The server handles all faults in the same few steps.
 */
import { chance } from './chance.ts';
import type { Envelope, Operation } from './envelope.ts';

interface NamedFault<K extends string> {
  readonly kind: K;
}

export type FaultKind =
  /** The connection is reset before the body is read. */
  | NamedFault<'reset'>
  /** Processed; then the connection is closed without an answer. */
  | NamedFault<'accept-then-close'>
  /** Processed; then the connection is reset without an answer. */
  | NamedFault<'accept-then-reset'>
  /** Processed; the answer (JSON, image or PSD) ends half way and the connection closes. */
  | NamedFault<'cut'>
  /**
   * The answer states a length that is `by` bytes too large (default 10) or, if negative, too
   * small.
   */
  | (NamedFault<'wrong-length'> & { readonly by?: number })
  /** 5xx with an error page that is not an envelope. */
  | (NamedFault<'server-error'> & { readonly status?: number; readonly processed?: boolean })
  /** 200 with HTML, as from a captive portal. */
  | (NamedFault<'html'> & { readonly processed?: boolean })
  | (NamedFault<'redirect'> & { readonly status?: 301 | 302 | 303 | 307 | 308 })
  | (NamedFault<'unauthorised'> & { readonly status?: 401 | 403 })
  /** 407 as from a proxy. */
  | NamedFault<'proxy-auth'>
  /** 429; `retryAfter` is the content of the header: seconds, a date, or garbage. */
  | (NamedFault<'too-many'> & { readonly retryAfter?: string })
  /** A valid envelope that refuses with this text; `processed`: the request was processed despite the refusal. */
  | (NamedFault<'refused'> & {
      readonly text: string;
      readonly status?: number;
      readonly processed?: boolean;
    })
  /** Processed; the service's own answer with another HTTP status, by default 502. */
  | (NamedFault<'wrong-status'> & { readonly status?: number })
  /** The body of an upload is read at this speed. */
  | (NamedFault<'slow-upload'> & { readonly bytesPerSecond: number })
  /** `ms` pass before the request is processed, or before the answer is sent. */
  | (NamedFault<'slow'> & {
      readonly ms: number;
      readonly when?: 'before-processing' | 'before-answer';
    })
  /** Like `slow`, but waits until the promise settles. */
  | (NamedFault<'held'> & {
      readonly until: Promise<unknown>;
      readonly when?: 'before-processing' | 'before-answer';
    })
  /**
   * Executions, custom models and custom scenes appear in lists only `ms` after they were created.
   */
  | (NamedFault<'lag'> & { readonly ms: number })
  /** The connection stays open without an answer. */
  | (NamedFault<'hang'> & { readonly processed?: boolean })
  /** 404 without an envelope. */
  | NamedFault<'not-found'>
  /** 200 with the wrong content: `html`, or bytes that are not an image. */
  | (NamedFault<'wrong-content'> & { readonly as?: 'html' | 'bytes' })
  /** Invalid JSON. */
  | NamedFault<'bad-json'>
  /** An envelope that reports success and has no data. */
  | NamedFault<'no-data'>
  /**
   * Executions, images, PSDs, custom models or scenes have this status, in queries and in lists.
   */
  | (NamedFault<'unknown-status'> & { readonly status?: string })
  /** Executions succeed but list only the first images. */
  | (NamedFault<'few-results'> & { readonly listed: number })
  /** Lists the images only as `result`, not under both names. */
  | NamedFault<'result'>
  | (NamedFault<'code-as'> & { readonly type: 'string' | 'number' })
  /** `message` and `msg` are swapped. */
  | NamedFault<'message-swapped'>
  | NamedFault<'unknown-fields'>
  /** A query for one execution lists all executions of the task, the requested one first. */
  | NamedFault<'queried-first'>;

export type Fault = FaultKind & {
  readonly on: Operation | 'any';
  /**
   * Number of requests that the fault affects; if absent, all requests until the fault is cleared.
   */
  readonly times?: number;
  /** Number of matching requests before the first one that the fault affects. */
  readonly after?: number;
  /**
   * Fraction of requests that the fault affects, from 0 to 1, chosen by the seed; if absent, every
   * request.
   */
  readonly rate?: number;
};

/** An answer that is sent in place of the service's own. */
export interface Instead {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string;
  readonly type: 'application/json' | 'text/html' | 'application/octet-stream';
}

export type Wait = number | Promise<unknown>;

/** How the server handles one request. */
export interface FaultEffect {
  readonly process: boolean;
  /**
   * Time in ms to wait, or a promise to wait for, before the request is processed and before the
   * answer is sent.
   */
  readonly waitBefore?: Wait;
  readonly waitAfter?: Wait;
  readonly instead?: Instead;
  /** Refuses in the service's own envelope. */
  readonly refusal?: {
    readonly text: string;
    readonly status: number;
    readonly headers?: Readonly<Record<string, string>>;
  };
  readonly change?: (envelope: Envelope) => unknown;
  /** HTTP status with which the service's own answer is sent. */
  readonly status?: number;
  /** Bytes per second at which the body of an upload is read. */
  readonly pace?: number;
  readonly wire?:
    'reset-unread' | 'close' | 'reset' | 'half' | 'hang' | { readonly lengthBy: number };
  readonly view?: { readonly lagMs?: number; readonly queriedFirst?: boolean };
}

const noFault: FaultEffect = { process: true };

const html = (text: string) => `<!doctype html><html><body><h1>${text}</h1></body></html>`;

function page(status: number, text: string, headers: Record<string, string> = {}): Instead {
  return { status, headers, body: html(text), type: 'text/html' };
}

type Json = Record<string, unknown>;

function eachExecution(envelope: Envelope, change: (execution: Json) => Json): unknown {
  const data = envelope.data as Json | undefined;
  if (!Array.isArray(data?.['executions'])) return envelope;
  return { ...envelope, data: { ...data, executions: (data['executions'] as Json[]).map(change) } };
}

/** Sets the status of all list entries that have a status. */
function withListed(data: Json, status: string): Json {
  const bent = (entry: Json) => ('status' in entry ? { ...entry, status } : entry);
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => [
      name,
      Array.isArray(value) ? (value as Json[]).map(bent) : value,
    ]),
  );
}

function withStatus(envelope: Envelope, status: string): unknown {
  const data = envelope.data;
  if (typeof data === 'object' && data !== null && 'status' in data) {
    return { ...envelope, data: { ...data, status } };
  }
  if (typeof data === 'object' && data !== null && !('executions' in data)) {
    return { ...envelope, data: withListed(data as Json, status) };
  }
  return eachExecution(envelope, (execution) => {
    const results = (execution['results'] as Json[]).map((result) => ({ ...result, status }));
    return { ...execution, status, results, result: results };
  });
}

function swapped({ message, msg, ...rest }: Envelope): unknown {
  return message === undefined ? { ...rest, message: msg } : { ...rest, msg: message };
}

function waiting(
  wait: Wait,
  when: 'before-processing' | 'before-answer' = 'before-answer',
): FaultEffect {
  return when === 'before-answer'
    ? { process: true, waitAfter: wait }
    : { process: true, waitBefore: wait };
}

type FaultEffects = {
  readonly [K in FaultKind['kind']]: (fault: Extract<FaultKind, { kind: K }>) => FaultEffect;
};

const effects: FaultEffects = {
  reset: () => ({ process: false, wire: 'reset-unread' }),
  'accept-then-close': () => ({ process: true, wire: 'close' }),
  'accept-then-reset': () => ({ process: true, wire: 'reset' }),
  cut: () => ({ process: true, wire: 'half' }),
  'wrong-length': ({ by = 10 }) => ({ process: true, wire: { lengthBy: by } }),
  'server-error': ({ status = 503, processed = false }) => ({
    process: processed,
    instead: page(status, 'Service temporarily unavailable'),
  }),
  html: ({ processed = false }) => ({
    process: processed,
    instead: page(200, 'Sign in to the network'),
  }),
  redirect: ({ status = 307 }) => ({
    process: false,
    instead: page(status, 'Moved', { location: '/elsewhere' }),
  }),
  unauthorised: ({ status = 401 }) => ({
    process: false,
    refusal: { text: 'The API key is not valid.', status },
  }),
  'proxy-auth': () => ({
    process: false,
    instead: page(407, 'Proxy authentication required', { 'proxy-authenticate': 'Basic' }),
  }),
  'too-many': ({ retryAfter }) => ({
    process: false,
    refusal: {
      text: 'Too many requests.',
      status: 429,
      headers: retryAfter === undefined ? {} : { 'retry-after': retryAfter },
    },
  }),
  refused: ({ text, status = 200, processed = false }) => ({
    process: processed,
    refusal: { text, status },
  }),
  'wrong-status': ({ status = 502 }) => ({ process: true, status }),
  'slow-upload': ({ bytesPerSecond }) => ({ process: true, pace: bytesPerSecond }),
  slow: ({ ms, when }) => waiting(ms, when),
  held: ({ until, when }) => waiting(until, when),
  lag: ({ ms }) => ({ process: true, view: { lagMs: ms } }),
  hang: ({ processed = false }) => ({ process: processed, wire: 'hang' }),
  'not-found': () => ({ process: false, instead: page(404, 'Not found') }),
  'wrong-content': ({ as = 'bytes' }) => ({
    process: false,
    instead:
      as === 'html'
        ? page(200, 'Sign in to the network')
        : { status: 200, body: 'This is no picture.', type: 'application/octet-stream' },
  }),
  'bad-json': () => ({
    process: true,
    instead: {
      status: 200,
      body: '{"success": true, "code": 0, "data": ',
      type: 'application/json',
    },
  }),
  'no-data': () => ({ process: true, change: (envelope) => ({ ...envelope, data: undefined }) }),
  'unknown-status': ({ status = 'Polishing' }) => ({
    process: true,
    change: (envelope) => withStatus(envelope, status),
  }),
  'few-results': ({ listed }) => ({
    process: true,
    change: (envelope) =>
      eachExecution(envelope, (execution) => {
        const [results, result] = [execution['results'], execution['result']].map((list) =>
          Array.isArray(list) ? list.slice(0, listed) : [],
        );
        return { ...execution, status: 'Success', results, result };
      }),
  }),
  result: () => ({
    process: true,
    change: (envelope) =>
      eachExecution(envelope, (execution) =>
        Object.fromEntries(Object.entries(execution).filter(([name]) => name !== 'results')),
      ),
  }),
  'code-as': ({ type }) => ({
    process: true,
    change: ({ code, ...rest }) => ({
      ...rest,
      code: type === 'string' ? String(code) : Number(code),
    }),
  }),
  'message-swapped': () => ({ process: true, change: swapped }),
  'unknown-fields': () => ({
    process: true,
    change: (envelope) =>
      eachExecution({ ...envelope, traceId: 'c0ffee' } as Envelope, (execution) => ({
        ...execution,
        queueDepth: 3,
        billing: { credits: null },
      })),
  }),
  'queried-first': () => ({ process: true, view: { queriedFirst: true } }),
};

function effectOf<K extends FaultKind['kind']>(
  fault: Extract<FaultKind, { kind: K }>,
): FaultEffect {
  const effect: (fault: Extract<FaultKind, { kind: K }>) => FaultEffect = effects[fault.kind];
  return effect(fault);
}

/** The active faults, and how many requests each fault has matched. */
export class Faults {
  readonly #seed: number;
  #active: { readonly fault: Fault; met: number; happened: number }[] = [];

  constructor(seed: number, faults: readonly Fault[]) {
    this.#seed = seed;
    faults.forEach((fault) => this.inject(fault));
  }

  inject(fault: Fault): void {
    this.#active.push({ fault, met: 0, happened: 0 });
  }

  clear(): void {
    this.#active = [];
  }

  /**
   * Returns the effect on one request: the effect of the first injected fault that applies to it.
   */
  effectOn(operation: Operation): FaultEffect {
    for (const [index, entry] of this.#active.entries()) {
      const { fault } = entry;
      if (fault.on !== 'any' && fault.on !== operation) continue;
      entry.met += 1;
      if (entry.met <= (fault.after ?? 0) || entry.happened >= (fault.times ?? Infinity)) continue;
      if (chance(this.#seed, 'fault', index, entry.met) >= (fault.rate ?? 1)) continue;
      entry.happened += 1;
      return effectOf(fault);
    }
    return noFault;
  }
}
