import type { Problem } from '#shared/problem.ts';
import type { CallbackSettings } from '#shared/views/callback.ts';
import type { Clock } from '../../base/clock.ts';
import { Semaphore } from '../../base/semaphore.ts';
import { listen, type Listener, type Listening } from './listen.ts';

interface ServerParts extends Pick<Listener, 'onRequest' | 'isKnown' | 'onTurnedAway'> {
  readonly clock: Clock;
  /** Called when the server starts or stops listening. */
  readonly onChange: () => void;
  /** Called when the server cannot listen, and the reason has changed. */
  readonly onTrouble: (problem: Problem) => void;
}

type Place = Pick<CallbackSettings, 'listenOn' | 'port'>;

/**
 * Interval in ms between two attempts to listen, because the network may not be up yet or the port may
 * still be in use.
 */
const RETRY_EVERY = 30_000;

/** Listens at the address in the settings, and retries automatically while that fails. */
export class CallbackServer {
  readonly #parts: ServerParts;
  readonly #changes = new Semaphore(1);
  readonly #closing = new AbortController();
  #retries = new AbortController();
  #place: Place | null = null;
  #listening: Listening | null = null;
  #problem: Problem | null = null;

  constructor(parts: ServerParts) {
    this.#parts = parts;
  }

  /** Current address, such as `127.0.0.1:8455`; null while the server is not listening. */
  get address(): string | null {
    return this.#listening?.address ?? null;
  }

  /** The reason the server cannot listen; null if it can. */
  get problem(): Problem | null {
    return this.#problem;
  }

  /**
   * Applies settings, one change at a time; calls `adopt` when it begins to apply this change.
   * Resolves once the server is listening, or has found that it cannot listen.
   */
  follow(settings: CallbackSettings, adopt: () => void): Promise<void> {
    const { listenOn, port, isOn } = settings;
    return this.#changes.run(async () => {
      const isSame = listenOn === this.#place?.listenOn && port === this.#place.port;
      adopt();
      if (this.#listening !== null && isSame && isOn) return this.#parts.onChange();
      await this.#shut();
      this.#place = { listenOn, port };
      if (isOn && !this.#closing.signal.aborted) return this.#open(this.#place);
      this.#parts.onChange();
    });
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#changes.run(() => this.#shut());
  }

  async #open(place: Place): Promise<void> {
    const { onRequest, isKnown, onTurnedAway, onChange, onTrouble } = this.#parts;
    const { listenOn: host, port } = place;
    const opened = await listen({ host, port, onRequest, isKnown, onTurnedAway });
    this.#listening = opened.ok ? opened.value : null;
    const before = this.#problem;
    this.#problem = opened.ok ? null : opened.problem;
    if (!opened.ok && opened.problem.message !== before?.message) onTrouble(opened.problem);
    onChange();
    if (!opened.ok) void this.#openLater(place, this.#retries.signal);
  }

  async #openLater(place: Place, retries: AbortSignal): Promise<void> {
    const signal = AbortSignal.any([retries, this.#closing.signal]);
    await this.#parts.clock.sleep(RETRY_EVERY, signal);
    await this.#changes.run(() => (signal.aborted ? Promise.resolve() : this.#open(place)));
  }

  async #shut(): Promise<void> {
    this.#retries.abort();
    this.#retries = new AbortController();
    const before = this.#listening;
    this.#listening = null;
    this.#problem = null;
    await before?.close();
  }
}
