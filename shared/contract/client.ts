import type { Channels, Events } from '../ipc.ts';
import { failure } from '../page-failure.ts';
import type { Outcome } from '../problem.ts';
import type {
  EventPayload,
  ChannelOutput,
  ChannelInput,
  ChannelList,
  EventList,
} from './channel.ts';
import type { AnswerFrame, ScreenPort } from './frames.ts';

/** A screen's connection to the studio. */
export type Client = ClientOf<Channels, Events>;

/** A connection to a server of these channels and events. */
export interface ClientOf<L extends ChannelList, E extends EventList> {
  /**
   * Sends a request and resolves with the answer; never rejects. Aborting the signal cancels the work and resolves with
   * `aborted`. If the connection is lost, resolves with `studio-gone`; a command may then have been carried out.
   */
  ask<C extends keyof L & string>(
    channel: C,
    input: ChannelInput<L[C]>,
    signal?: AbortSignal,
  ): Promise<Outcome<ChannelOutput<L[C]>>>;
  /** Calls `listener` for each announcement until the returned function is called. */
  on<N extends keyof E & string>(
    event: N,
    listener: (data: EventPayload<E[N]>) => void,
  ): () => void;
}

interface Pending {
  readonly settle: (outcome: Outcome<unknown>) => void;
}

export function createClient<L extends ChannelList = Channels, E extends EventList = Events>(
  port: ScreenPort,
): ClientOf<L, E> {
  const pending = new Map<number, Pending>();
  const listeners = new Map<string, Set<(data: never) => void>>();
  let lastId = 0;
  let isClosed = false;

  port.onFrame((frame: AnswerFrame) => {
    if (frame.kind === 'answer') pending.get(frame.id)?.settle(frame.outcome);
    else for (const listener of listeners.get(frame.name) ?? []) listener(frame.data as never);
  });
  port.onClose(() => {
    isClosed = true;
    for (const { settle } of pending.values()) settle(gone());
  });

  return {
    ask(channel, input, signal) {
      if (signal?.aborted === true) return Promise.resolve(stopped());
      if (isClosed) return Promise.resolve(gone());
      lastId += 1;
      const id = lastId;
      return new Promise((resolve) => {
        const cancel = () => {
          if (!isClosed) port.post({ kind: 'cancel', id });
          settle(stopped());
        };
        const settle = (outcome: Outcome<unknown>) => {
          pending.delete(id);
          signal?.removeEventListener('abort', cancel);
          // The studio's handler of this channel has created the value, so its type is right.
          resolve(outcome as Outcome<ChannelOutput<L[typeof channel]>>);
        };
        pending.set(id, { settle });
        signal?.addEventListener('abort', cancel, { once: true });
        port.post({ kind: 'ask', id, channel, input });
      });
    },
    on(event, listener) {
      const all = listeners.get(event) ?? new Set();
      listeners.set(event, all.add(listener));
      return () => void all.delete(listener);
    },
  };
}

function gone(): Outcome<never> {
  return failure('studio-gone');
}

function stopped(): Outcome<never> {
  return failure('aborted');
}
