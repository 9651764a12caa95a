import { ConnectFailure } from '#electron/adapters/network/failure.ts';
import { causeText } from '#shared/problem.ts';
import { readEnvelope, type Envelope } from './envelope.ts';
import { readRetryAfter } from './retry-after.ts';
import type { RawResponse, TransportFailure } from './transport.ts';
import type { Answer, ServiceFailure } from './types.ts';

/** What classifying needs to know besides the answer itself. */
export interface Context {
  /** The service's host, for the sentence a person reads. */
  readonly host: string;
  /** Taken out of every text that goes on from here. */
  readonly key: string;
  /** Wall clock, ms, for a Retry-After that is a date. */
  readonly wall: number;
}

/** How one operation's payload is read. */
export interface Payload<T> {
  /** The typed value, or `null` when the data the operation promises is not there. */
  readonly read: (data: unknown) => T | null;
  /**
   * True for what is sent once (execute, creating a custom model or scene): a valid envelope that
   * holds the id says that it was done, whatever the HTTP status. For all else only a 2xx is success.
   */
  readonly provenByData?: boolean;
}

/** HTTP 4xx that do not say that the request was refused: it may have been, or may still be, run. */
const undecided = [408, 409, 425];

/**
 * Makes one typed answer of a response. For what is sent once the rows are those of execute's
 * protocol:
 *
 * - a valid envelope, success, with the operation's data: the value;
 * - a valid envelope, success=false, with 2xx or 4xx: refused (401, 403: unauthorised; 429:
 *   rate-limited), not processed; but with 408, 409, 425 or 5xx it may have been processed;
 * - everything else (a redirect, a proxy's page of any status, 4xx and 407 included, HTML, cut JSON,
 *   a success without its data): not an envelope, and may have been processed.
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
  const what = trusted ? 'success without the data it promises' : `success with HTTP ${status}`;
  return failed(notEnvelope(response, context, what));
}

function failed(failure: ServiceFailure): { readonly ok: false; readonly failure: ServiceFailure } {
  return { ok: false, failure };
}

function refusal(response: RawResponse, envelope: Envelope, context: Context): ServiceFailure {
  const { status } = response;
  const words = cleanWords(envelope.message, context.key);
  const code = cleanWords(envelope.code, context.key);
  const said = words === '' ? `code ${code}, without words` : `“${words}”`;
  const kind = refusalKind(status);
  const sentence = {
    unauthorised: `${context.host} does not accept the API key: ${said}. Check the key in the settings.`,
    'rate-limited': `${context.host} asks to slow down: ${said}. Darkslide tries again later.`,
    refused: `${context.host} refused: ${said}`,
  }[kind];
  return {
    kind,
    mayHaveBeenProcessed: status >= 500 || undecided.includes(status),
    message: sentence,
    about: words === '' ? context.host : words,
    status,
    serviceCode: code,
    serviceMessage: words,
    fromService: true,
    ...retryAfterOf(response, context),
  };
}

function refusalKind(status: number): 'unauthorised' | 'rate-limited' | 'refused' {
  if (status === 401 || status === 403) return 'unauthorised';
  return status === 429 ? 'rate-limited' : 'refused';
}

function notEnvelope(response: RawResponse, context: Context, what: string): ServiceFailure {
  const contentType = response.headers['content-type'] ?? 'no content type';
  return {
    kind: 'not-envelope',
    mayHaveBeenProcessed: true,
    message: `The answer from ${context.host} is not the service's own (${what}). ${adviceFor(response)}`,
    about: context.host,
    status: response.status,
    fromService: false,
    detail: `HTTP ${response.status}, ${response.body.length} bytes, ${cleanWords(contentType, context.key)}`,
    ...retryAfterOf(response, context),
  };
}

function adviceFor({ status, headers }: RawResponse): string {
  if (status === 407) return 'A proxy asks for a sign-in; sign in to the network first.';
  if (status === 401 || status === 403) return 'Check the address and the API key.';
  if (status >= 500) return 'The service has a fault; Darkslide tries again later.';
  if (/html/i.test(headers['content-type'] ?? '')) {
    return 'If this network has a sign-in page, sign in to the network first.';
  }
  return 'Check the address of the service.';
}

function notEnvelopeWords({ status, headers, body }: RawResponse): string {
  if (status >= 300 && status < 400) return `a redirect, HTTP ${status}, which is not followed`;
  if (body.length === 0) return `empty, HTTP ${status}`;
  if (/html/i.test(headers['content-type'] ?? '')) return `a web page, HTTP ${status}`;
  return `HTTP ${status}`;
}

function retryAfterOf(response: RawResponse, context: Context): { retryAfterMs?: number } {
  const retryAfterMs = readRetryAfter(response.headers['retry-after'], context.wall);
  return retryAfterMs === null ? {} : { retryAfterMs };
}

/** Makes a typed failure of a request that got no response. */
export function classifyFailure(
  failure: TransportFailure,
  context: Omit<Context, 'wall'>,
): ServiceFailure {
  const { host } = context;
  const unsent = failure.sent ? '' : ' Nothing was sent.';
  const way = failure.cause instanceof ConnectFailure ? failure.cause : null;
  const why = way?.problem.message ?? `${host} cannot be reached. Check the network connection.`;
  const kinds = {
    connect: ['network', `${why}${unsent}`],
    certificate: ['network', `${why}${unsent}`],
    proxy: ['network', `${why}${unsent}`],
    offline: ['network', why],
    broken: ['network', `The connection to ${host} broke before its answer was complete.`],
    timeout: ['timeout', `${host} did not answer in time.${unsent}`],
    'too-large': [
      'not-envelope',
      `The answer from ${host} is far larger than the service's own. Check the address.`,
    ],
    file: ['file', `The file to upload could not be read whole. Check that it is still there.`],
    aborted: ['aborted', `The request to ${host} was stopped.${unsent}`],
  } as const;
  const [kind, message] = kinds[failure.reason];
  return {
    kind,
    mayHaveBeenProcessed: failure.sent,
    message,
    ...(kind === 'file' ? {} : { about: way?.problem.about ?? host }),
    ...(way !== null && kind === 'network' && { code: way.problem.code }),
    ...(way !== null && { leg: way.leg }),
    fromService: false,
    detail: cleanWords(causeText(failure), context.key),
  };
}

/**
 * Words from outside, fit for one line on screen and in a log: without control characters, without
 * the key (some services repeat it in their refusal) and of bounded length.
 */
export function cleanWords(words: string, key: string): string {
  const line = words.replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ');
  return line.replaceAll(key, '[key]').trim().slice(0, 300);
}
