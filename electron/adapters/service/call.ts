import type { Clock } from '#electron/base/clock.ts';
import { checkServiceKey } from '../settings/service-address.ts';
import { classifyFailure, classifyResponse, type Payload } from './classify.ts';
import type { RateLimit } from './rate.ts';
import { withRetries, type Repeat } from './retry.ts';
import { TransportFailure, type Transport, type WireBody } from './transport.ts';
import type { Answer, ServiceFailure } from './types.ts';

/** The properties that all requests of one operation share. */
export interface Operation<T> extends Payload<T> {
  readonly method: 'GET' | 'POST';
  /** Path relative to the base URL. */
  readonly path: string;
  readonly repeat: Repeat;
  /**
   * Whether the operation deletes something. If so, a 404 on a retry means that an earlier attempt
   * succeeded.
   */
  readonly removes?: boolean;
}

/** The properties of a request that differ from call to call. */
export interface Request {
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly body?: WireBody;
  readonly signal?: AbortSignal;
  readonly beforeFirstByte?: () => void;
}

/** One attempt at a request, safe to log: without key, body or ids. */
export interface CallLog {
  /** Path relative to the base URL, without the query. */
  readonly path: string;
  /** Number of the attempt, starting at 1. */
  readonly attempt: number;
  /** Duration in ms, including the wait for the rate limit. */
  readonly ms: number;
  readonly outcome: 'ok' | ServiceFailure['kind'];
  readonly status?: number;
}

/** The client's API key, which may be replaced while the client is in use. */
export interface HeldKey {
  now(): string;
  /** Reports that the service refused `key`. Later requests use the new key, if there is one. */
  refused(key: string): void;
}

/**
 * Holds a key and replaces it with the result of `reread` after the service has refused it. Ignores
 * a malformed replacement.
 */
export function holdKey(first: string, reread?: () => string | null): HeldKey {
  let key = first;
  return {
    now: () => key,
    refused(tried) {
      const read = tried === key ? (reread?.() ?? null) : null;
      const next = read === null ? null : checkServiceKey(read);
      if (next?.ok === true) key = next.value;
    },
  };
}

/** The state that all calls of one client share. */
export interface Line {
  readonly baseUrl: string;
  readonly key: HeldKey;
  readonly transport: Transport;
  readonly rate: RateLimit;
  readonly clock: Clock;
  /** Returns a random number from 0 up to but not including 1. */
  readonly random: () => number;
  readonly log: ((call: CallLog) => void) | undefined;
  /** Aborts every call. */
  readonly closing: AbortSignal;
}

/**
 * Makes one call, with retries if the operation allows them, and returns a typed answer. Throws
 * only the errors that `beforeFirstByte` throws.
 */
export async function call<T>(
  line: Line,
  operation: Operation<T>,
  request: Request,
): Promise<Answer<T>> {
  const { signal, release } = either(line.closing, request.signal);
  let doubt = false;
  const run = async (number: number): Promise<Answer<T>> => {
    const start = line.clock.mono();
    const tried = line.key.now();
    let answer = await attempt(line, operation, request, signal);
    const isNewKey = line.key.now() !== tried && operation.repeat !== 'never';
    if (isNewKey && !answer.ok && answer.failure.kind === 'unauthorised') {
      answer = await attempt(line, operation, request, signal);
    }
    record(line, operation, number, line.clock.mono() - start, answer);
    if (answer.ok) return answer;
    if (doubt && operation.removes === true && saysGone(answer.failure)) {
      const value = operation.read(undefined);
      if (value !== null) return { ok: true, value };
    }
    doubt ||= answer.failure.mayHaveBeenProcessed;
    return answer;
  };
  try {
    return await withRetries(run, operation.repeat, { ...line, signal });
  } finally {
    release();
  }
}

function saysGone({ kind, status }: ServiceFailure): boolean {
  return kind === 'refused' && status === 404;
}

async function attempt<T>(
  { baseUrl, key: held, transport, rate, clock }: Line,
  operation: Operation<T>,
  request: Request,
  signal: AbortSignal,
): Promise<Answer<T>> {
  let key = held.now();
  const host = new URL(baseUrl).host;
  try {
    if (!(await rate.take(signal))) throw new TransportFailure('aborted', false, 'aborted');
    // While this request waited for the rate limit, another request may have been refused because
    // of the key.
    key = held.now();
    const response = await transport.send({
      method: operation.method,
      url: `${baseUrl}${operation.path}${queryString(request.query)}`,
      headers: { Authorization: key, Accept: 'application/json' },
      body: request.body ?? null,
      connection: operation.repeat === 'safe' ? 'pooled' : 'fresh',
      ...(request.beforeFirstByte && { beforeFirstByte: request.beforeFirstByte }),
      signal,
    });
    const answer = classifyResponse(response, operation, { host, key, wall: clock.wall() });
    if (!answer.ok && answer.failure.kind === 'unauthorised') held.refused(key);
    return answer;
  } catch (error) {
    if (!(error instanceof TransportFailure)) throw error;
    return { ok: false, failure: classifyFailure(error, { host, key }) };
  }
}

function record(
  { log }: Line,
  { path }: { readonly path: string },
  attempt: number,
  ms: number,
  answer: Answer<unknown>,
): void {
  if (answer.ok) return log?.({ path, attempt, ms, outcome: 'ok' });
  const { kind, status } = answer.failure;
  log?.({ path, attempt, ms, outcome: kind, ...(status === undefined ? {} : { status }) });
}

function queryString(query: Request['query']): string {
  const given = Object.entries(query ?? {}).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return given.length === 0 ? '' : `?${new URLSearchParams(given).toString()}`;
}

/** Returns a signal that aborts when either of two signals does; `release` removes its listeners. */
function either(
  first: AbortSignal,
  second: AbortSignal | undefined,
): { readonly signal: AbortSignal; readonly release: () => void } {
  const joined = new AbortController();
  const abort = () => joined.abort();
  const sources = second === undefined ? [first] : [first, second];
  for (const source of sources) {
    if (source.aborted) abort();
    else source.addEventListener('abort', abort, { once: true });
  }
  return {
    signal: joined.signal,
    release: () => sources.forEach((source) => source.removeEventListener('abort', abort)),
  };
}
