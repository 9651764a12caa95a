import { endOfAll } from '../../base/closing.ts';
import { findAgent } from '#shared/agents/index.ts';
import { customModelAgent, customModelFacts, type CustomModelKind } from '#shared/custom-models.ts';
import { failure } from '#shared/failure.ts';
import { success, type Outcome } from '#shared/problem.ts';
import { createNews, type News } from '../../base/news.ts';
import { unlessAborted } from '../../base/unless-aborted.ts';
import type { CustomModelRow } from '../../adapters/ledger/custom-models.ts';
import { createAlarm } from '../../base/alarm.ts';
import { Background } from './background.ts';
import type { CustomModelContext } from './context.ts';
import { CreationSupervisor } from './creation-supervisor.ts';
import { createCustomModelPictures } from './pictures.ts';
import { unknownCreation, unknownProblem } from './problems.ts';
import { checkRequest } from './request.ts';
import { createSync } from './sync.ts';
import type { CustomModels, CustomModelEvent, CustomModelParts } from './types.ts';

/** Time in ms for which a program that is stopping still waits for the answer to a sent request. */
const STOP_TIMEOUT = 10_000;

/** Wires the work on custom models and scenes without starting it. */
export function createCustomModels(
  parts: CustomModelParts,
  on: (event: CustomModelEvent) => void,
): CustomModels {
  const { ledger, clock, copies } = parts;
  const stopping = new AbortController();
  const impatient = new AbortController();
  const { signal } = stopping;
  let isSynced = false;
  const shown = createNews();
  const tell = () => {
    shown.tell();
    on({ kind: 'custom-models' });
  };
  const context: CustomModelContext = {
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
  const creations = new CreationSupervisor(context, { signal, sent: impatient.signal });
  const background = new Background(context, signal);
  const pictures = createCustomModelPictures(parts);
  const begin = (): void => {
    tell();
    if (background.isReady) creations.fill();
  };

  return {
    start(options = { sync: false }) {
      isSynced = options.sync;
      background.start(creations, isSynced ? sync : null);
    },
    look: copies.look,
    async check(request, end) {
      const checked = await checkRequest(parts, request, end);
      const isStopped = signal.aborted || end.aborted;
      return checked.ok && isStopped ? failure('aborted') : checked;
    },
    begin,
    again(id) {
      if (!ledger.creations.again(id)) return unknownCreation(id);
      begin();
      return success(null);
    },
    putAway(id) {
      if (!ledger.creations.putAway(id)) return unknownCreation(id);
      creations.letGo(id);
      tell();
      return success(null);
    },
    sent: (id) => creations.sent(id),
    refresh() {
      context.person.ring();
      context.news.ring();
      return sync.refresh();
    },
    isSameAccount() {
      if (parts.account !== null) ledger.owner.setAccount(parts.account);
      void sync.refresh();
    },
    sync: sync.state,
    remove(kind, id) {
      ledger.customModels.deleting(kind, id);
      tell();
      context.news.ring();
    },
    async picture(kind, id, n, size, end) {
      return pictures.get(ledger.customModels.get(kind, id), n, size, end);
    },
    ready: (kind, id, end) =>
      whenReady(() => ledger.customModels.get(kind, id), shown, AbortSignal.any([end, signal])),
    async stop() {
      stopping.abort();
      const arrived = new AbortController();
      void clock.sleep(STOP_TIMEOUT, arrived.signal).then(() => impatient.abort());
      try {
        await endOfAll([...background.running(), creations.ended(), sync.ended()]);
      } finally {
        arrived.abort();
      }
    },
  };
}

async function whenReady(
  read: () => CustomModelRow | undefined,
  news: News,
  end: AbortSignal,
): Promise<Outcome<CustomModelRow>> {
  for (;;) {
    const next = news.next();
    const row = read();
    if (row?.presence !== 'there' && row?.presence !== 'deleting') return unknown();
    if (row.status === 'complete' || row.status === 'failed') return success(row);
    await unlessAborted(next, end);
    if (end.aborted) return failure('aborted');
  }
}

/** Refreshes the templates, because pickers also show custom models. */
function refreshTemplates({ templates }: CustomModelParts, kind: CustomModelKind): void {
  const agent = findAgent(customModelAgent.agentName, customModelAgent.agentVersion);
  if (agent.ok) templates.refresh(agent.value, customModelFacts[kind].list);
}

function unknown(): Outcome<never> {
  return failure(unknownProblem());
}
