import type { ChannelName, EventData, EventName, Input, Output } from '../ipc.ts';
import { failure, type Outcome } from '../problem.ts';
import type { AnswerFrame, ScreenPort } from './frames.ts';

/** A screen's way to the studio. */
export interface Client {
  /**
   * Asks and resolves with the answer; never rejects. An aborted signal cancels the work and resolves
   * with `aborted`, a way that breaks off with `studio-gone`: a command may then have been done.
   */
  ask<C extends ChannelName>(
    channel: C,
    input: Input<C>,
    signal?: AbortSignal,
  ): Promise<Outcome<Output<C>>>;
  /** Calls `listener` on each announcement until the function it returns is called. */
  on<E extends EventName>(event: E, listener: (data: EventData<E>) => void): () => void;
}

interface Pending {
  readonly settle: (outcome: Outcome<unknown>) => void;
}

export function createClient(port: ScreenPort): Client {
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
          // the studio's handler of this channel made it
          resolve(outcome as Outcome<Output<typeof channel>>);
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
  return failure(
    'studio-gone',
    'Darkslide does not answer: it was closed or the connection to it broke. Work that was bought is not lost; it goes on when Darkslide runs.',
  );
}

function stopped(): Outcome<never> {
  return failure('aborted', 'It was stopped.');
}
