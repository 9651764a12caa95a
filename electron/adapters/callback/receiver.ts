import type { IncomingMessage, ServerResponse } from 'node:http';
import { problemIn, success, type Outcome, type Problem } from '#shared/problem.ts';
import {
  usualCallback,
  type CallbackRefusal,
  type CallbackSettings,
  type CallbackStatus,
  type CallbackTest,
} from '#shared/views/callback.ts';
import type { Clock } from '../../base/clock.ts';
import type { HintRepository } from '../ledger/hints.ts';
import type { Network } from '../network/network.ts';
import { readAddressList } from '../settings/address-list.ts';
import { checkPublicUrl, checkOffered } from '../settings/callback.ts';
import { createSelfTest } from './self-test.ts';
import { CallbackServer } from './server.ts';
import { refuse, receiveNotification, type Rules } from './notification.ts';
import { keyOf, newToken } from './token.ts';

export interface ReceiverParts {
  /** Base address of the service that sends the notifications. */
  readonly serviceUrl: string;
  readonly hints: Pick<HintRepository, 'isKnown' | 'take'>;
  readonly clock: Clock;
  readonly secret: (bytes: number) => Buffer;
  /** Opens connections to test the public address. */
  readonly network: Network;
  /**
   * Called with a job after a notification about the job has been committed, and without a job
   * after listening has started or stopped.
   */
  readonly onHint: (jobId?: number) => void;
  /** Called when the receiver's status has changed. */
  readonly onChange: () => void;
  /** Called when the receiver cannot listen, and the reason has changed. */
  readonly onTrouble: (problem: Problem) => void;
  readonly onMistake: (error: unknown) => void;
}

/**
 * Receives the service's notifications about executions (interface: "Events") if the user has
 * turned notifications on.
 */
export interface Receiver {
  /** Applies these settings. Resolves once the receiver listens, or has found that it cannot. */
  set(settings: CallbackSettings): Promise<void>;
  /**
   * Returns an address for the notifications of one execution, and the key under which the ledger
   * stores it; null while notifications cannot arrive.
   */
  newAddress(): { readonly url: string; readonly key: string } | null;
  /** Checks whether notifications can arrive now. */
  isListening(): boolean;
  status(): CallbackStatus;
  /** Tests the public address by sending a request to it. */
  test(signal: AbortSignal): Promise<CallbackTest>;
  close(): Promise<void>;
}

/** The current settings, and everything derived from them. */
interface InForce {
  readonly settings: CallbackSettings;
  readonly rules: Rules;
}

export function createReceiver(parts: ReceiverParts): Receiver {
  const { serviceUrl, hints, clock, secret, network, onHint, onChange, onMistake } = parts;
  const counts = createCounts(clock, onChange);
  const selfTest = createSelfTest(clock, secret, network);
  const closing = new AbortController();
  let inForce = inForceBy(usualCallback);

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { rules } = inForce;
    if (selfTest.took(request, response, rules)) return;
    const taken = await receiveNotification(request, response, rules, hints);
    if (taken.kind === 'refused') {
      if (taken.why === 'ledger') onMistake(taken.cause);
      refuse(request, response, taken.why);
      counts.refuse(taken.why, taken.from);
      return;
    }
    response.writeHead(200, { 'content-type': 'text/plain' }).end('SUCCESS');
    counts.acknowledge();
    onHint(taken.jobId);
  };

  const server = new CallbackServer({
    clock,
    onRequest(request, response) {
      answer(request, response).catch((error: unknown) => {
        onMistake(error);
        response.destroy();
      });
    },
    isKnown: (address) => inForce.rules.sources.has(address) || inForce.rules.proxies.has(address),
    onTurnedAway: (address) => counts.refuse('connections', address),
    onChange() {
      onHint();
      onChange();
    },
    onTrouble: parts.onTrouble,
  });

  /**
   * Returns the public address to give to the service; null while the service's notifications would
   * be refused.
   */
  const publicUrl = (): string | null => {
    if (server.address === null || inForce.rules.sources.isEmpty) return null;
    const url = checkPublicUrl(inForce.settings.publicUrl);
    return url.ok && offered().ok ? url.value : null;
  };

  /**
   * Checks whether the public address can be given to the service. Not checked while Darkslide is not
   * listening.
   */
  const offered = (): Outcome<void> =>
    server.address === null ? success() : checkOffered(inForce.settings.publicUrl, serviceUrl);

  return {
    set: (settings) => server.follow(settings, () => (inForce = inForceBy(settings))),
    newAddress() {
      const base = publicUrl();
      if (base === null) return null;
      const token = newToken(secret);
      return { url: `${base}/${token}`, key: keyOf(token) };
    },
    isListening: () => publicUrl() !== null,
    status: () => ({
      state: server.address !== null ? 'listening' : server.problem === null ? 'off' : 'trouble',
      listensOn: server.address,
      problem: server.problem ?? problemIn(offered()),
      isOffered: publicUrl() !== null,
      ...counts.read(),
    }),
    async test(signal) {
      const url = checkPublicUrl(inForce.settings.publicUrl);
      if (server.address === null || !url.ok) return notTested;
      const end = AbortSignal.any([signal, closing.signal]);
      return selfTest.run(url.value, inForce.rules, end);
    },
    async close() {
      closing.abort();
      await server.close();
    },
  };
}

const notTested: CallbackTest = {
  outcome: 'off',
  hindrance: null,
  from: null,
  ms: null,
  detail: null,
  problem: null,
};

function inForceBy(settings: CallbackSettings): InForce {
  return { settings, rules: rulesOf(settings) };
}

function rulesOf({ sources, trustedProxies }: CallbackSettings): Rules {
  return {
    sources: readAddressList(sources).list,
    proxies: readAddressList(trustedProxies).list,
  };
}

type Counts = Pick<CallbackStatus, 'lastAt' | 'acknowledged' | 'refused' | 'lastRefusal'>;

function createCounts({ wall }: Clock, onChange: () => void) {
  let counts: Counts = {
    lastAt: null,
    acknowledged: 0,
    refused: { origin: 0, address: 0, method: 0, size: 0, connections: 0, ledger: 0 },
    lastRefusal: null,
  };
  const become = (next: Counts) => {
    counts = next;
    onChange();
  };
  return {
    read: () => counts,
    acknowledge: () => become({ ...counts, lastAt: wall(), acknowledged: counts.acknowledged + 1 }),
    refuse: (why: CallbackRefusal, from: string | null) =>
      become({
        ...counts,
        refused: { ...counts.refused, [why]: counts.refused[why] + 1 },
        lastRefusal: { at: wall(), why, from },
      }),
  };
}
