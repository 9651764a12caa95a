import type { IncomingMessage, ServerResponse } from 'node:http';
import { longestAnswer } from '#shared/limits.ts';
import type { CallbackRefusal } from '#shared/views/callback.ts';
import type { HintRepository } from '../ledger/hints.ts';
import type { AddressList } from '../settings/address-list.ts';
import { originOf } from './origin.ts';
import { keyOf, tokenIn } from './token.ts';

/**
 * The addresses from which notifications are accepted, and the proxies that are trusted to report
 * the sender's address.
 */
export interface Rules {
  readonly sources: AddressList;
  readonly proxies: AddressList;
}

export type NotificationResult =
  | { readonly kind: 'taken'; readonly jobId: number }
  | {
      readonly kind: 'refused';
      readonly why: CallbackRefusal;
      readonly from: string | null;
      /** The error that prevented the ledger from storing the notification. */
      readonly cause?: unknown;
    };

/**
 * Maximum size of a notification's body in bytes. The body is only counted, not parsed. A
 * notification repeats the submitted parameters, as the answer to a query does, including a mask in
 * base64.
 */
const LONGEST_BODY = longestAnswer;

/**
 * Receives one notification. When the promise resolves with `taken`, the notification has been committed but
 * not yet answered. The body is read to its end and ignored, because only a query reveals the state of an
 * execution. The body of a refused request is not read.
 */
export async function receiveNotification(
  request: IncomingMessage,
  response: ServerResponse,
  rules: Rules,
  hints: Pick<HintRepository, 'isKnown' | 'take'>,
): Promise<NotificationResult> {
  const from = senderOf(request, rules);
  const refused = (why: CallbackRefusal, cause?: unknown): NotificationResult => ({
    kind: 'refused',
    why,
    from,
    cause,
  });
  if (from === null || !rules.sources.has(from)) return refused('origin');
  if (request.method !== 'POST') return refused('method');
  const token = tokenIn(request.url);
  if (token === null) return refused('address');
  try {
    const key = keyOf(token);
    if (!hints.isKnown(key)) return refused('address');
    if (!(await isReadToEnd(request, response))) return refused('size');
    const taken = hints.take(key);
    return taken === null ? refused('address') : { kind: 'taken', jobId: taken.jobId };
  } catch (error) {
    return refused('ledger', error);
  }
}

/** Returns the address from which a request comes, or null if it is unknown. */
export function senderOf({ socket, headers }: IncomingMessage, { proxies }: Rules): string | null {
  const forwarded = headers['x-forwarded-for'];
  return originOf(socket.remoteAddress, [forwarded].flat().join(',') || undefined, proxies);
}

const answers: Readonly<Record<CallbackRefusal, number>> = {
  origin: 403,
  address: 404,
  method: 405,
  size: 413,
  connections: 503,
  ledger: 503,
};

/** Answers a refused request with a text that is never SUCCESS. */
export function refuse(request: IncomingMessage, response: ServerResponse, why: CallbackRefusal) {
  response.writeHead(answers[why], {
    'content-type': 'text/plain',
    ...(why === 'method' ? { allow: 'POST' } : {}),
  });
  response.end('REFUSED');
  cutOff(request);
}

/**
 * Maximum bytes of a refused request's body that are read. A connection that is closed while its
 * sender is still writing may lose the answer.
 */
const DRAINED_BYTES = 256 * 1024;

/** Reads up to `DRAINED_BYTES` of the body, so that the sender can receive the answer. */
function cutOff(request: IncomingMessage): void {
  if (request.complete) return;
  let left = DRAINED_BYTES;
  request.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) request.destroy();
  });
}

/**
 * Reads the body to its end. Resolves to false for a body that was truncated, or that is too long,
 * in which case the rest is not read.
 */
function isReadToEnd(request: IncomingMessage, response: ServerResponse): Promise<boolean> {
  if (Number(request.headers['content-length'] ?? 0) > LONGEST_BODY) return Promise.resolve(false);
  if (/^100-continue$/i.test(request.headers.expect ?? '')) response.writeContinue();
  return new Promise((resolve) => {
    let bytes = 0;
    const done = (isWhole: boolean) => {
      request.off('data', count).off('end', atEnd).off('close', broken).off('error', broken);
      // without an error listener, an error would end the program
      request.on('error', () => {});
      resolve(isWhole);
    };
    const count = (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > LONGEST_BODY) done(false);
    };
    const atEnd = () => done(true);
    const broken = () => done(false);
    request.on('data', count).on('end', atEnd).on('close', broken).on('error', broken);
  });
}
