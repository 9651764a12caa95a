import { basename } from 'node:path';
import * as v from 'valibot';
import { failure } from '#shared/problem.ts';
import type { Outcome } from '#shared/problem.ts';
import type { Clock } from '../../base/clock.ts';
import type { HelperProcess } from '../../base/helper.ts';
import { answerSchema } from './protocol.ts';
import type { Order, Work } from './protocol.ts';

/** ms an aborted request may still run before its process is ended. */
const ABORT_GRACE = 1_000;
/** ms to wait for killed processes when closing. */
const CLOSE_WITHIN = 3_000;
/** A process is replaced after so many requests … */
const REQUESTS_PER_PROCESS = 250;
/** … or when it holds so many bytes between two of them: glibc and wasm never give memory back. */
const RSS_PER_PROCESS = 700_000_000;

interface Ticket {
  readonly order: Order;
  readonly deadline: number;
  /** Answers the caller; later calls have no effect. */
  settle(outcome: Outcome<unknown>): void;
}

interface Slot {
  readonly helper: HelperProcess;
  readonly gone: Promise<void>;
  ticket: Ticket | null;
  /** Ends the waits of the running ticket. */
  released: AbortController;
  served: number;
}

export interface Pool {
  /** Runs `work` in the next free process, for at most `deadline` ms once it has started. */
  run(work: Work, deadline: number, signal?: AbortSignal): Promise<Outcome<unknown>>;
  close(): Promise<void>;
}

/**
 * At most `processes` helper processes, each with one request at a time, so that ending a process
 * costs exactly the request it works on. Processes start when they are needed.
 */
export function createPool(parts: {
  readonly start: () => HelperProcess;
  readonly processes: number;
  readonly clock: Clock;
}): Pool {
  const { clock } = parts;
  const slots = new Set<Slot>();
  const queue: Ticket[] = [];
  let lastId = 0;
  let closed = false;

  function open(): Slot {
    const helper = parts.start();
    const { promise: gone, resolve } = Promise.withResolvers<void>();
    const slot: Slot = { helper, gone, ticket: null, released: new AbortController(), served: 0 };
    helper.onExit((code) => {
      resolve();
      discard(slot, crashed(slot.ticket, code));
    });
    helper.onMessage((message) => receive(slot, message));
    slots.add(slot);
    return slot;
  }

  function pump(): void {
    while (queue.length > 0) {
      const slot =
        [...slots].find((s) => s.ticket === null) ?? (slots.size < parts.processes ? open() : null);
      const ticket = slot === null ? undefined : queue.shift();
      if (slot === null || ticket === undefined) return;
      begin(slot, ticket);
    }
  }

  function begin(slot: Slot, ticket: Ticket): void {
    slot.ticket = ticket;
    slot.released = new AbortController();
    slot.helper.send(ticket.order);
    void endAfter(slot, ticket.deadline, timedOut(ticket));
  }

  /** Ends the process of `slot` unless its present ticket is answered within `ms`. */
  async function endAfter(slot: Slot, ms: number, outcome: Outcome<never>): Promise<void> {
    const { signal } = slot.released;
    await clock.sleep(ms, signal);
    if (!signal.aborted) discard(slot, outcome);
  }

  function receive(slot: Slot, message: unknown): void {
    const answer = v.safeParse(answerSchema, message);
    if (slot.ticket === null || !answer.success || answer.output.id !== slot.ticket.order.id) {
      return;
    }
    const { ticket } = slot;
    slot.ticket = null;
    slot.released.abort();
    slot.served += 1;
    if (slot.served >= REQUESTS_PER_PROCESS || answer.output.rss > RSS_PER_PROCESS) discard(slot);
    ticket.settle(answer.output.outcome as Outcome<unknown>);
    pump();
  }

  function discard(slot: Slot, outcome?: Outcome<never>): void {
    if (!slots.delete(slot)) return;
    slot.released.abort();
    slot.helper.kill();
    if (outcome !== undefined) slot.ticket?.settle(outcome);
    pump();
  }

  function run(work: Work, deadline: number, signal?: AbortSignal): Promise<Outcome<unknown>> {
    if (closed || signal?.aborted === true) return Promise.resolve(stopped());
    return new Promise((resolve) => {
      const ticket: Ticket = {
        order: { id: (lastId += 1), work },
        deadline,
        settle(outcome) {
          signal?.removeEventListener('abort', abort);
          resolve(outcome);
        },
      };
      const abort = () => {
        const waiting = queue.indexOf(ticket);
        if (waiting >= 0) queue.splice(waiting, 1);
        const slot = [...slots].find((s) => s.ticket === ticket);
        if (slot !== undefined) void endAfter(slot, ABORT_GRACE, stopped());
        ticket.settle(stopped());
      };
      signal?.addEventListener('abort', abort, { once: true });
      queue.push(ticket);
      pump();
    });
  }

  return {
    run,
    async close() {
      closed = true;
      for (const ticket of queue.splice(0)) ticket.settle(stopped());
      const open = [...slots];
      for (const slot of open) discard(slot, stopped());
      const done = new AbortController();
      await Promise.race([
        Promise.all(open.map((slot) => slot.gone)),
        clock.sleep(CLOSE_WITHIN, done.signal),
      ]);
      done.abort();
    },
  };
}

function stopped(): Outcome<never> {
  return failure('aborted', 'The work on the photo was stopped.');
}

function timedOut(ticket: Ticket): Outcome<never> {
  const seconds = Math.round(ticket.deadline / 1_000);
  return failure(
    'photo-timeout',
    `${subject(ticket)} was not read after ${seconds} s and was given up. Open it and save it anew, then try again.`,
    { about: nameOf(ticket) },
  );
}

function crashed(ticket: Ticket | null, code: number | null): Outcome<never> {
  return failure(
    'image-process-crashed',
    `The image process stopped while it worked on ${ticket === null ? 'a photo' : subject(ticket)}. Nothing else was lost; try this photo again, or save it anew.`,
    {
      ...(ticket === null ? {} : { about: nameOf(ticket) }),
      detail: code === null ? 'ended by a signal' : `exit code ${code}`,
    },
  );
}

function subject(ticket: Ticket): string {
  return `"${nameOf(ticket)}"`;
}

function nameOf({ order: { work } }: Ticket): string {
  return basename('path' in work ? work.path : work.request.source);
}
