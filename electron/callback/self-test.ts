import type { IncomingMessage, ServerResponse } from 'node:http';
import type { CallbackTest } from '#shared/views/callback.ts';
import type { Clock } from '../base/clock.ts';
import { plainAddress } from '../settings/address-list.ts';
import { senderOf, type Rules } from './take.ts';
import { newToken, tokenIn } from './token.ts';

export interface SelfTest {
  /** Sends a request to the public address, as the service would. Ends within 10 s. */
  run(publicUrl: string, rules: Rules, signal: AbortSignal): Promise<CallbackTest>;
  /** Whether a request is that of a test under way; then it is answered, wherever it comes from. */
  took(request: IncomingMessage, response: ServerResponse, rules: Rules): boolean;
}

/** ms */
const PATIENCE = 10_000;

/** What came in of a test. */
interface Seen {
  readonly from: string | null;
  /** It passed a reverse proxy that nobody trusts. */
  readonly isUntold: boolean;
}

/** A request of our own to the public address: only a token of that moment tells it from a stranger's. */
export function createSelfTest(clock: Clock, secret: (bytes: number) => Buffer): SelfTest {
  const underWay = new Map<string, Seen | null>();

  const post = async (url: string, signal: AbortSignal): Promise<string> => {
    try {
      const response = await fetch(url, { method: 'POST', body: '{}', redirect: 'manual', signal });
      await response.body?.cancel();
      return `HTTP ${response.status}`;
    } catch (error) {
      return reasonOf(error);
    }
  };

  return {
    async run(publicUrl, rules, signal) {
      const token = newToken(secret);
      underWay.set(token, null);
      const late = new AbortController();
      const limits = AbortSignal.any([signal, late.signal]);
      void clock.sleep(PATIENCE, limits).then(() => late.abort());
      const began = clock.mono();
      const detail = await post(`${publicUrl}/${token}`, limits);
      late.abort();
      const seen = underWay.get(token) ?? null;
      underWay.delete(token);
      if (seen === null) {
        const outcome = detail.startsWith('HTTP ') ? 'elsewhere' : 'unreached';
        return { outcome, hindrance: null, from: null, ms: null, detail };
      }
      return {
        outcome: 'reached',
        hindrance: seen.isUntold
          ? 'proxy-not-trusted'
          : rules.sources.isEmpty
            ? 'no-sources'
            : null,
        from: seen.from,
        ms: Math.round(clock.mono() - began),
        detail: null,
      };
    },
    took(request, response, rules) {
      const token = underWay.size === 0 ? null : tokenIn(request.url);
      if (token === null || !underWay.has(token)) return false;
      const peer = plainAddress(request.socket.remoteAddress ?? '');
      const isPassedOn = request.headers['x-forwarded-for'] !== undefined;
      const isTrusted = peer !== null && rules.proxies.has(peer);
      underWay.set(token, { from: senderOf(request, rules), isUntold: isPassedOn && !isTrusted });
      request.resume();
      response.writeHead(200, { 'content-type': 'text/plain' }).end('TEST');
      return true;
    },
  };
}

/** `ECONNREFUSED`, or what else the system says in a word. */
function reasonOf(error: unknown): string {
  if (error instanceof Error && error.name === 'AbortError') return 'ETIMEDOUT';
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  const code = (cause as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : String(cause);
}
