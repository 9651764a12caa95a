import { ConnectFailure } from '#electron/adapters/network/failure.ts';
import { problemOf } from '#shared/failure.ts';
import { causeText } from '#shared/problem.ts';
import { readEnvelope, type Envelope } from './envelope.ts';
import { readRetryAfter } from './retry-after.ts';
import type { RawResponse, TransportFailure } from './transport.ts';
import { saidOf } from './failure-problem.ts';
import type { Answer, ServiceFailure } from './types.ts';

/** What the classification of a response depends on. */
export interface Context {
  /** Host of the service, for messages. */
  readonly host: string;
  /** The API key, which is removed from every text in the result. */
  readonly key: string;
  /** Wall-clock ms, to evaluate a Retry-After date. */
  readonly wall: number;
}

/** How to read the data of an operation's answer. */
export interface Payload<T> {
  /** Returns the typed value; null if `data` lacks fields that every answer to the operation must have. */
  readonly read: (data: unknown) => T | null;
  /**
   * Whether an id in a valid envelope proves success, whatever the HTTP status, as for requests
   * that are sent only once (execute, creating a custom model or scene). For other requests, only a
   * 2xx status is success.
   */
  readonly provenByData?: boolean;
}

/**
 * Status codes of client errors that don't prove a refusal: the service may have processed the
 * request, or may process it later.
 */
const undecided = [408, 409, 425];

/**
 * Turns a response into a typed answer, by the rules of the execute protocol:
 *
 * - a valid envelope with success and the expected data: the value;
 * - a valid envelope with success=false and status 2xx or 4xx: refused (401, 403: unauthorised; 429:
 *   rate-limited), not processed; with 408, 409, 425 or 5xx it may have been processed;
 * - anything else (a redirect, a proxy's error page of any status, HTML, truncated JSON, success without
 *   the data): not an envelope, may have been processed.
 */
export function classifyResponse<T>(
  response: RawResponse,
  payload: Payload<T>,
  context: Context,
): Answer<T> {
  const { status } = response;
  const redirected = status >= 300 && status < 400;
  const envelope = redirected ? null : readEnvelope(response.body);
  if (envelope === null) return failed(notEnvelope(response, context, notEnvelopeWords(response)));

  if (!envelope.success) return failed(refusal(response, envelope, context));
  const trusted = (status >= 200 && status < 300) || payload.provenByData === true;
  const value = trusted ? payload.read(envelope.data) : null;
  if (value !== null) return { ok: true, value };
  const what = trusted ? 'incomplete' : 'success';
  return failed(notEnvelope(response, context, what));
}

function failed(failure: ServiceFailure): { readonly ok: false; readonly failure: ServiceFailure } {
  return { ok: false, failure };
}

function refusal(response: RawResponse, envelope: Envelope, context: Context): ServiceFailure {
  const { status } = response;
  const words = cleanWords(envelope.message, context.key);
  const code = cleanWords(envelope.code, context.key);
  const kind = refusalKind(status);
  const { host } = context;
  const about = words === '' ? host : words;
  const said =
    words === ''
      ? problemOf(`${refusalCodes[kind]}.code`, { host, code })
      : problemOf(refusalCodes[kind], { host, words });
  return {
    kind,
    mayHaveBeenProcessed: status >= 500 || undecided.includes(status),
    ...saidOf(said),
    about,
    status,
    serviceCode: code,
    serviceMessage: words,
    fromService: true,
    ...retryAfterOf(response, context),
  };
}

const refusalCodes = {
  unauthorised: 'service-unauthorised',
  'rate-limited': 'service-rate-limited',
  refused: 'service-refused',
} as const;

function refusalKind(status: number): 'unauthorised' | 'rate-limited' | 'refused' {
  if (status === 401 || status === 403) return 'unauthorised';
  return status === 429 ? 'rate-limited' : 'refused';
}

function notEnvelope(response: RawResponse, context: Context, what: WhatInstead): ServiceFailure {
  const contentType = response.headers['content-type'] ?? 'no content type';
  return {
    kind: 'not-envelope',
    mayHaveBeenProcessed: true,
    ...saidOf(
      problemOf('service-not-an-envelope', {
        host: context.host,
        what,
        status: response.status,
        advice: adviceFor(response),
      }),
    ),
    about: context.host,
    status: response.status,
    fromService: false,
    detail: `HTTP ${response.status}, ${response.body.length} bytes, ${cleanWords(contentType, context.key)}`,
    ...retryAfterOf(response, context),
  };
}

/** Kinds of responses that are not an envelope. */
type WhatInstead = 'incomplete' | 'success' | 'redirect' | 'empty' | 'page' | 'other';

function adviceFor({ status, headers }: RawResponse) {
  if (status === 407) return 'proxy';
  if (status === 401 || status === 403) return 'key';
  if (status >= 500) return 'fault';
  if (/html/i.test(headers['content-type'] ?? '')) {
    return 'page';
  }
  return 'address';
}

function notEnvelopeWords({ status, headers, body }: RawResponse): WhatInstead {
  if (status >= 300 && status < 400) return 'redirect';
  if (body.length === 0) return 'empty';
  if (/html/i.test(headers['content-type'] ?? '')) return 'page';
  return 'other';
}

function retryAfterOf(response: RawResponse, context: Context): { retryAfterMs?: number } {
  const retryAfterMs = readRetryAfter(response.headers['retry-after'], context.wall);
  return retryAfterMs === null ? {} : { retryAfterMs };
}

/** Reasons of failures after which the message also states that nothing was sent. */
const saysUnsent: ReadonlySet<TransportFailure['reason']> = new Set([
  'connect',
  'certificate',
  'proxy',
  'timeout',
  'aborted',
]);

/** Turns a transport failure into a typed failure. */
export function classifyFailure(
  failure: TransportFailure,
  context: Omit<Context, 'wall'>,
): ServiceFailure {
  const { host } = context;
  const way = failure.cause instanceof ConnectFailure ? failure.cause : null;
  const noWay = way?.problem ?? problemOf('service-unreachable', { host });
  const kinds = {
    connect: ['network', noWay],
    certificate: ['network', noWay],
    proxy: ['network', noWay],
    offline: ['network', noWay],
    broken: ['network', problemOf('service-unreachable.broken', { host })],
    timeout: ['timeout', problemOf('service-timeout', { host })],
    'too-large': ['not-envelope', problemOf('service-not-an-envelope.large', { host })],
    file: ['file', problemOf('file-unreadable.upload')],
    aborted: ['aborted', problemOf('aborted.request', { host })],
  } as const;
  const [kind, why] = kinds[failure.reason];
  const isUnsent = !failure.sent && saysUnsent.has(failure.reason);
  return {
    kind,
    mayHaveBeenProcessed: failure.sent,
    ...saidOf(isUnsent ? problemOf('service-unreachable.unsent', { why }) : why),
    ...(kind === 'file' ? {} : { about: way?.problem.about ?? host }),
    ...(way !== null && kind === 'network' && { code: way.problem.code }),
    ...(way !== null && { leg: way.leg }),
    fromService: false,
    detail: cleanWords(causeText(failure), context.key),
  };
}

/**
 * Makes text from the service or a server safe to show on one line on screen and in the log:
 * removes control characters and the key (some services repeat a key that they refuse), and limits
 * the text to 300 characters.
 */
export function cleanWords(words: string, key: string): string {
  const line = words.replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ');
  return line.replaceAll(key, '[key]').trim().slice(0, 300);
}
