import { findAgent } from '#shared/agents/index.ts';
import { ownAgent, ownFacts, type OwnKind } from '#shared/own.ts';
import { failure, success, type Outcome } from '#shared/problem.ts';
import { troubleOf } from '../ledger/fault.ts';
import type { OwnRow } from '../ledger/own.ts';
import type { OwnContext } from './context.ts';
import { follow } from './follow.ts';
import { removeAll } from './remove.ts';
import { createSync } from './sync.ts';
import type { Own, OwnEvent, OwnParts } from './types.ts';

/** ms between two looks through the account while a window is open. */
const SYNC_EVERY = 30 * 60_000;
/** ms before what the ledger could not take is tried again. */
const SET_BACK = 5000;

/** Wires the room; nothing runs before `start`. */
export function createOwn(parts: OwnParts, on: (event: OwnEvent) => void): Own {
  const { ledger, clock } = parts;
  const stopping = new AbortController();
  const { signal } = stopping;
  let alarm = new AbortController();
  let news = Promise.withResolvers<void>();
  const running: Promise<void>[] = [];
  let isSynced = false;

  const wake = () => {
    alarm.abort();
    alarm = new AbortController();
  };
  const tell = () => {
    news.resolve();
    news = Promise.withResolvers();
    on({ kind: 'own' });
  };
  const context: OwnContext = {
    ...parts,
    tell,
    changed(kind) {
      if (isSynced) refreshTemplates(parts, kind);
      tell();
      wake();
    },
    rest: (ms, until) => clock.sleep(ms, AbortSignal.any([until, alarm.signal])),
  };
  const sync = createSync(context, signal);

  /** Goes on with it after trouble of the ledger, or a mistake of ours, until the end. */
  const keepAt = async (work: () => Promise<void>): Promise<void> => {
    while (!signal.aborted) {
      try {
        return await work();
      } catch (error) {
        if (troubleOf(error) === null) on({ kind: 'mistake', problem: parts.mistake(error) });
        await clock.sleep(SET_BACK, signal);
      }
    }
  };
  const syncNowAndThen = async (): Promise<void> => {
    while (!signal.aborted) {
      await sync.refresh();
      await clock.sleep(SYNC_EVERY, signal);
    }
  };

  const ready = async (kind: OwnKind, id: number, until: AbortSignal): Promise<Outcome<OwnRow>> => {
    for (;;) {
      const next = news.promise;
      const row = ledger.own.get(kind, id);
      if (row === undefined || row.presence !== 'there') return unknown();
      if (row.status === 'complete' || row.status === 'failed') return success(row);
      if (!(await unlessAborted(next, [until, signal])))
        return failure('aborted', 'It was stopped.');
    }
  };

  return {
    start(options = { sync: false }) {
      isSynced = options.sync;
      running.push(
        keepAt(() => follow(context, signal)),
        keepAt(() => removeAll(context, signal)),
        ...(isSynced ? [keepAt(syncNowAndThen)] : []),
      );
    },
    look: () => Promise.resolve(notBuilt()),
    create: () => Promise.resolve(notBuilt()),
    again: notBuilt,
    putAway: notBuilt,
    sent: () => [],
    refresh() {
      wake();
      return sync.refresh();
    },
    standing: sync.standing,
    remove(kind, id) {
      ledger.own.deleting(kind, id);
      tell();
      wake();
    },
    picture: () => Promise.resolve(notBuilt()),
    settled: () => Promise.resolve(notBuilt()),
    ready,
    async stop() {
      stopping.abort();
      await Promise.all(running);
    },
  };
}

/** Pickers show own ones among the templates. */
function refreshTemplates({ templates }: OwnParts, kind: OwnKind): void {
  const agent = findAgent(ownAgent.agentName, ownAgent.agentVersion);
  if (agent.ok) templates.refresh(agent.value, ownFacts[kind].list);
}

function notBuilt(): Outcome<never> {
  return failure('request-unknown', 'This comes with one of the next changes.');
}

function unknown(): Outcome<never> {
  return failure('own-unknown', 'This model or scene is not in the account, or not any more.');
}

/** False when one of the signals aborts before. */
async function unlessAborted(
  news: Promise<void>,
  signals: readonly AbortSignal[],
): Promise<boolean> {
  const either = AbortSignal.any([...signals]);
  if (either.aborted) return false;
  const { promise, resolve } = Promise.withResolvers<void>();
  const leave = () => resolve();
  either.addEventListener('abort', leave, { once: true });
  try {
    await Promise.race([news, promise]);
    return !either.aborted;
  } finally {
    either.removeEventListener('abort', leave);
  }
}
