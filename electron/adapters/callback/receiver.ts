import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Problem } from '#shared/problem.ts';
import type {
  CallbackRefusal,
  CallbackSettings,
  CallbackStatus,
  CallbackTest,
} from '#shared/views/callback.ts';
import type { Clock } from '../../base/clock.ts';
import type { HintRepository } from '../ledger/hints.ts';
import type { Network } from '../network/network.ts';
import { readAddressList } from '../settings/address-list.ts';
import { checkPublicUrl, usualCallback, whyNotOffered } from '../settings/callback.ts';
import { listen, type Listening } from './listen.ts';
import { createSelfTest } from './self-test.ts';
import { refuse, takeNotification, type Rules } from './take.ts';
import { keyOf, newToken } from './token.ts';

export interface ReceiverParts {
  /** Base address of the service that notifications come from. */
  readonly serviceUrl: string;
  readonly hints: Pick<HintRepository, 'isKnown' | 'take'>;
  readonly clock: Clock;
  readonly secret: (bytes: number) => Buffer;
  /** The way out, for the test of the public address. */
  readonly network: Network;
  /** A notification was committed for this job; without one, whether any can come has changed. */
  readonly onHint: (jobId?: number) => void;
  /** Its status is another. */
  readonly onChange: () => void;
  /** It cannot listen, for another reason than before. */
  readonly onTrouble: (problem: Problem) => void;
  readonly onMistake: (error: unknown) => void;
}

/** Listens for the service's notifications of executions ("Events"), where somebody has switched it on. */
export interface Receiver {
  /** From now on these are in force. Resolves when it listens, or has found that it cannot. */
  set(settings: CallbackSettings): Promise<void>;
  /** An address for one execution, and the key the ledger knows it by; null while none is of use. */
  newAddress(): { readonly url: string; readonly key: string } | null;
  /** Whether notifications can come now. */
  isListening(): boolean;
  status(): CallbackStatus;
  /** Sends a request to the public address itself. */
  test(signal: AbortSignal): Promise<CallbackTest>;
  close(): Promise<void>;
}

/** ms between two tries to listen: a network that is not up yet, a port that is still in use. */
const TRY_AGAIN = 30_000;

export function createReceiver(parts: ReceiverParts): Receiver {
  const { serviceUrl, hints, clock, secret, network, onHint, onChange, onTrouble, onMistake } =
    parts;
  const tally = createTally(clock, onChange);
  const selfTest = createSelfTest(clock, secret, network);
  const closing = new AbortController();
  let trying = new AbortController();
  let settings = usualCallback;
  let rules = rulesOf(settings);
  let listening: Listening | null = null;
  let problem: Problem | null = null;
  /** One change of where it listens after another. */
  let turn = Promise.resolve();

  const onRequest = (request: IncomingMessage, response: ServerResponse) => {
    answer(request, response).catch((error: unknown) => {
      onMistake(error);
      response.destroy();
    });
  };

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (selfTest.took(request, response, rules)) return;
    const taken = await takeNotification(request, response, rules, hints);
    if (taken.kind === 'refused') {
      if (taken.why === 'ledger') onMistake(taken.cause);
      refuse(request, response, taken.why);
      tally.refuse(taken.why, taken.from);
      return;
    }
    response.writeHead(200, { 'content-type': 'text/plain' }).end('SUCCESS');
    tally.acknowledge();
    onHint(taken.jobId);
  };

  const open = async (): Promise<void> => {
    const opened = await listen({
      host: settings.listenOn,
      port: settings.port,
      onRequest,
      isKnown: (address) => rules.sources.has(address) || rules.proxies.has(address),
      onTurnedAway: (address) => tally.refuse('connections', address),
    });
    listening = opened.ok ? opened.value : null;
    const before = problem;
    problem = opened.ok ? null : opened.problem;
    if (problem !== null && problem.message !== before?.message) onTrouble(problem);
    onHint();
    onChange();
    if (!opened.ok) void tryLater(trying.signal);
  };

  const tryLater = async (signal: AbortSignal): Promise<void> => {
    await clock.sleep(TRY_AGAIN, AbortSignal.any([signal, closing.signal]));
    turn = turn.then(() => (signal.aborted || closing.signal.aborted ? undefined : open()));
  };

  const shut = async (): Promise<void> => {
    trying.abort();
    trying = new AbortController();
    const before = listening;
    listening = null;
    problem = null;
    await before?.close();
  };

  const comply = async (next: CallbackSettings): Promise<void> => {
    const isElsewhere = next.listenOn !== settings.listenOn || next.port !== settings.port;
    settings = next;
    rules = rulesOf(next);
    if (listening === null || isElsewhere || !next.isOn) {
      await shut();
      if (next.isOn && !closing.signal.aborted) return open();
    }
    onHint();
    onChange();
  };

  /** Where the service would reach it; null while it would not be let in. */
  const publicUrl = (): string | null => {
    if (listening === null || rules.sources.isEmpty) return null;
    const url = checkPublicUrl(settings.publicUrl);
    return url.ok && misfit() === null ? url.value : null;
  };

  /** Why the service is not given the public address, though Darkslide listens. */
  const misfit = (): Problem | null =>
    listening === null ? null : whyNotOffered(settings.publicUrl, serviceUrl);

  return {
    set(wanted) {
      turn = turn.then(() => comply(wanted));
      return turn;
    },
    newAddress() {
      const base = publicUrl();
      if (base === null) return null;
      const token = newToken(secret);
      return { url: `${base}/${token}`, key: keyOf(token) };
    },
    isListening: () => publicUrl() !== null,
    status: () => ({
      state: listening !== null ? 'listening' : problem === null ? 'off' : 'trouble',
      listensOn: listening?.address ?? null,
      problem: problem ?? misfit(),
      isOffered: publicUrl() !== null,
      ...tally.read(),
    }),
    async test(signal) {
      const url = checkPublicUrl(settings.publicUrl);
      if (listening === null || !url.ok) {
        return {
          outcome: 'off',
          hindrance: null,
          from: null,
          ms: null,
          detail: null,
          problem: null,
        };
      }
      return selfTest.run(url.value, rules, AbortSignal.any([signal, closing.signal]));
    },
    async close() {
      closing.abort();
      turn = turn.then(shut);
      await turn;
    },
  };
}

function rulesOf({ sources, trustedProxies }: CallbackSettings): Rules {
  return {
    sources: readAddressList(sources).list,
    proxies: readAddressList(trustedProxies).list,
  };
}

type Counts = Pick<CallbackStatus, 'lastAt' | 'acknowledged' | 'refused' | 'lastRefusal'>;

function createTally({ wall }: Clock, onChange: () => void) {
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
