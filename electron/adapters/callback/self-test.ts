import type { IncomingMessage, ServerResponse } from 'node:http';
import { Agent } from 'undici';
import type { CallbackTest } from '#shared/views/callback.ts';
import type { Clock } from '../../base/clock.ts';
import { codeOf, ConnectFailure } from '../network/failure.ts';
import type { Network } from '../network/network.ts';
import { plainAddress } from '../settings/address-list.ts';
import { senderOf, type Rules } from './notification.ts';
import { newToken, tokenIn } from './token.ts';

export interface SelfTest {
  /** Sends a request to the public address, as the service would. Ends within 10 seconds. */
  run(publicUrl: string, rules: Rules, signal: AbortSignal): Promise<CallbackTest>;
  /**
   * Answers a request that belongs to a running test, whatever its sender; returns whether the
   * request belonged to a test.
   */
  took(request: IncomingMessage, response: ServerResponse, rules: Rules): boolean;
}

/** Maximum duration of a test in ms. */
const TEST_TIMEOUT = 10_000;

/** The request of a test, as it arrived. */
interface ProbeArrival {
  readonly from: string | null;
  /** Whether a reverse proxy that is not trusted forwarded the request. */
  readonly isUntold: boolean;
}

/**
 * Creates the self-test, which sends a request to the public address; only a one-time token
 * distinguishes it from other requests.
 */
export function createSelfTest(
  clock: Clock,
  secret: (bytes: number) => Buffer,
  network: Network,
): SelfTest {
  const underWay = new Map<string, ProbeArrival | null>();

  const post = async (address: string, signal: AbortSignal): Promise<MissedProbe> => {
    const url = new URL(address);
    const agent = new Agent({ connect: network.connector(TEST_TIMEOUT, signal), allowH2: false });
    try {
      const { statusCode, body } = await agent.request({
        origin: url.origin,
        path: `${url.pathname}${url.search}`,
        method: 'POST',
        body: '{}',
        signal,
      });
      body.on('error', () => {}).destroy();
      return { outcome: 'elsewhere', detail: `HTTP ${statusCode}`, problem: null };
    } catch (error) {
      if (error instanceof ConnectFailure && isOurs(error)) {
        return { outcome: 'unsent', detail: null, problem: error.problem };
      }
      return { outcome: 'unreached', detail: reasonOf(error), problem: null };
    } finally {
      await agent.destroy();
    }
  };

  return {
    async run(publicUrl, rules, signal) {
      const token = newToken(secret);
      underWay.set(token, null);
      const late = new AbortController();
      const limits = AbortSignal.any([signal, late.signal]);
      void clock.sleep(TEST_TIMEOUT, limits).then(() => late.abort());
      const began = clock.mono();
      const missed = await post(`${publicUrl}/${token}`, limits);
      late.abort();
      const seen = underWay.get(token) ?? null;
      underWay.delete(token);
      if (seen === null) return { ...missed, hindrance: null, from: null, ms: null };
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
        problem: null,
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

/** The result of a test whose request did not arrive. */
type MissedProbe = Pick<CallbackTest, 'outcome' | 'detail' | 'problem'>;

/**
 * Checks whether the connection failed on this computer's side, which proves nothing about the
 * public address.
 */
function isOurs({ reason }: ConnectFailure): boolean {
  return reason === 'offline' || reason === 'certificate' || reason.startsWith('proxy-');
}

/** Returns a short error code of the system, such as `ECONNREFUSED`. */
function reasonOf(error: unknown): string {
  if (!(error instanceof ConnectFailure)) return codeOf(error) || String(error);
  if (error.reason === 'timeout' || error.reason === 'aborted') return 'ETIMEDOUT';
  return codeOf(error.cause) || error.message;
}
