import { endOfAll } from '../../base/closing.ts';
import { findAgent } from '#shared/agents/index.ts';
import { ownAgent, ownFacts, type OwnKind } from '#shared/own.ts';
import { failure, success, type Outcome } from '#shared/problem.ts';
import { unlessAborted } from '../../base/unless-aborted.ts';
import { troubleOf } from '../../adapters/ledger/fault.ts';
import type { OwnRow } from '../../adapters/ledger/own.ts';
import { createAlarm } from './alarm.ts';
import { createCarrier } from './carry.ts';
import type { OwnContext } from './context.ts';
import { describeAll } from './describe.ts';
import { follow } from './follow.ts';
import { createOwnPictures } from './pictures.ts';
import { cutOffProblem, unknownProblem } from './problems.ts';
import { removeAll } from './remove.ts';
import { checkRequest } from './request.ts';
import { createSync } from './sync.ts';
import type { Own, OwnEvent, OwnParts } from './types.ts';

/** ms between two looks through the account while a window is open. */
const SYNC_EVERY = 30 * 60_000;
/** ms before what the ledger could not take is tried again. */
const SET_BACK = 5000;
/** ms that stopping waits for the answer to a request that is on its way. */
const STOP_PATIENCE = 10_000;

/** Wires the room; nothing runs before `start`. */
export function createOwn(parts: OwnParts, on: (event: OwnEvent) => void): Own {
  const { ledger, clock, copies } = parts;
  const { creations } = ledger;
  const stopping = new AbortController();
  const impatient = new AbortController();
  const { signal } = stopping;
  const running: Promise<void>[] = [];
  let told = Promise.withResolvers<void>();
  let isReady = false;
  let isSynced = false;

  const tell = () => {
    told.resolve();
    told = Promise.withResolvers();
    on({ kind: 'own' });
  };
  const context: OwnContext = {
    ...parts,
    tell,
    changed(kind) {
      if (isSynced) refreshTemplates(parts, kind);
      tell();
      context.news.ring();
    },
    news: createAlarm(clock),
    person: createAlarm(clock),
    mistake(error) {
      const problem = parts.mistake(error);
      on({ kind: 'mistake', problem });
      return problem;
    },
  };
  const sync = createSync(context, signal);
  const pictures = createOwnPictures(parts);
  const carrier = createCarrier(context, { signal, sent: impatient.signal });

  /** Goes on with it after trouble of the ledger, or a mistake of ours, until the end. */
  const keepAt = async (work: () => Promise<void>): Promise<void> => {
    while (!signal.aborted) {
      try {
        return await work();
      } catch (error) {
        if (troubleOf(error) === null) context.mistake(error);
        await clock.sleep(SET_BACK, signal);
      }
    }
  };
  const carryOn = async (): Promise<void> => {
    creations.recover(cutOffProblem());
    isReady = true;
    carrier.fill();
    await copies.tidy();
  };
  const syncNowAndThen = async (): Promise<void> => {
    while (!signal.aborted) {
      // where the network is to be spared, it is looked through when a person asks
      if (parts.network.mode() === 'normal') await sync.refresh();
      await clock.sleep(SYNC_EVERY, signal);
    }
  };

  const ready = async (kind: OwnKind, id: number, end: AbortSignal): Promise<Outcome<OwnRow>> => {
    for (;;) {
      const next = told.promise;
      const row = ledger.own.get(kind, id);
      if (row?.presence !== 'there' && row?.presence !== 'deleting') return unknown();
      if (row.status === 'complete' || row.status === 'failed') return success(row);
      const isNews = next.then(() => true);
      if ((await unlessAborted(isNews, AbortSignal.any([end, signal]))) === null) {
        return failure('aborted', 'It was stopped.');
      }
    }
  };

  return {
    start(options = { sync: false }) {
      isSynced = options.sync;
      running.push(
        keepAt(carryOn),
        keepAt(() => follow(context, signal)),
        keepAt(() => removeAll(context, signal)),
        ...(isSynced ? [keepAt(syncNowAndThen), keepAt(() => describeAll(context, signal))] : []),
      );
    },
    look: copies.look,
    async create(kind, name, photos, end) {
      const checked = await checkRequest(parts, { kind, name, photos }, end);
      if (!checked.ok) return checked;
      if (signal.aborted || end.aborted) return failure('aborted', 'It was stopped.');
      const id = creations.add(kind, checked.value.name, checked.value.photos);
      tell();
      if (isReady) carrier.fill();
      return success(id);
    },
    again(id) {
      if (!creations.again(id)) return unknown();
      tell();
      if (isReady) carrier.fill();
      return success(null);
    },
    putAway(id) {
      if (!creations.putAway(id)) return unknown();
      carrier.letGo(id);
      tell();
      return success(null);
    },
    sent: carrier.sent,
    refresh() {
      context.person.ring();
      context.news.ring();
      return sync.refresh();
    },
    isSameAccount() {
      if (parts.account !== null) ledger.owner.setAccount(parts.account);
      void sync.refresh();
    },
    standing: sync.standing,
    remove(kind, id) {
      ledger.own.deleting(kind, id);
      tell();
      context.news.ring();
    },
    async picture(kind, id, n, size, end) {
      return pictures.get(ledger.own.get(kind, id), n, size, end);
    },
    ready,
    async stop() {
      stopping.abort();
      const arrived = new AbortController();
      void clock.sleep(STOP_PATIENCE, arrived.signal).then(() => impatient.abort());
      try {
        await endOfAll([...running, carrier.ended(), sync.ended()]);
      } finally {
        arrived.abort();
      }
    },
  };
}

/** Pickers show own ones among the templates. */
function refreshTemplates({ templates }: OwnParts, kind: OwnKind): void {
  const agent = findAgent(ownAgent.agentName, ownAgent.agentVersion);
  if (agent.ok) templates.refresh(agent.value, ownFacts[kind].list);
}

function unknown(): Outcome<never> {
  return { ok: false, problem: unknownProblem() };
}
