import { createAlarm } from '../../base/alarm.ts';
import type { Deletion } from '../../adapters/ledger/deletions.ts';
import { isNo } from '../../adapters/service/failure-problem.ts';
import { deleteTask } from './delete-task.ts';
import type { Gates } from './gates.ts';
import { jobsPastSearch } from './late.ts';
import type { Parts } from './parts.ts';
import type { Complain } from './recovery.ts';

/** Time in ms after which a deletion without an answer is tried again. */
const RETRY_AFTER = 5 * 60_000;
/** Number of tasks that are deleted before the ledger is read again; and number of simultaneous deletions. */
const BATCH = 100;
const AT_ONCE = 4;

/**
 * Deletes from the service the tasks that the ledger lists for deletion, until each is gone or the service has
 * refused to delete it.
 */
export interface Deleter {
  /** Runs immediately and then at intervals, until aborted. */
  run(signal: AbortSignal): Promise<void>;
  /** Checks again; call when there may be more to delete. */
  wake(): void;
}

export function createDeleter(parts: Parts, gates: Gates, complain: Complain): Deleter {
  const { ledger, clock } = parts;
  const alarm = createAlarm(clock);

  const deleteAll = async (signal: AbortSignal) => {
    for (let open = ledger.deletions.open(BATCH); open.length > 0;) {
      const ended: boolean[] = [];
      for (let at = 0; at < open.length && !signal.aborted; at += AT_ONCE) {
        const some = open.slice(at, at + AT_ONCE);
        const answers = await Promise.all(some.map((each) => endDeletion(parts, each, signal)));
        ended.push(...answers.map((answer) => answer === 'ended'));
        if (answers.includes('away')) return;
      }
      if (open.length < BATCH || ended.includes(false) || signal.aborted) return;
      open = ledger.deletions.open(BATCH);
    }
  };

  return {
    async run(signal) {
      const rest = alarm.listen();
      while (!signal.aborted) {
        try {
          const isShut = gates.closed().some(({ gate }) => gate === 'service' || gate === 'ledger');
          if (!isShut) {
            askAfterSearch(parts);
            await deleteAll(signal);
          }
        } catch (error) {
          complain(error, 'tasks that are to be deleted');
        }
        await rest(RETRY_AFTER, signal);
      }
    },
    wake: alarm.ring,
  };
}

/**
 * Requests the deletions that recipes want and that had to wait, because a lost request could still turn up when the
 * job was done. A task of a job with a notice stays, because the notice may be about an image on it.
 */
function askAfterSearch({ ledger, clock }: Pick<Parts, 'ledger' | 'clock'>): void {
  const now = clock.wall();
  for (const id of jobsPastSearch(ledger, now)) {
    const loaded = ledger.jobs.load(id);
    if (!loaded.ok || !loaded.value.recipe.deleteTask || loaded.value.problem !== null) continue;
    ledger.transaction(() => deleteTask(now)(ledger, id));
  }
}

/**
 * Asks the service to delete one task (interface: "Task operations", delete) and records its answer. Repeating
 * the request does no harm: a task that the service does not have counts as deleted. `later`: no
 * reliable answer; `away`: at the moment, the service will not answer for other tasks either.
 */
export async function endDeletion(
  { ledger, service }: Pick<Parts, 'ledger' | 'service'>,
  deletion: Deletion,
  signal: AbortSignal,
): Promise<'ended' | 'later' | 'away'> {
  const { taskId } = deletion;
  const answer = await service.deleteTask(taskId, { signal });
  if (answer.ok) {
    ledger.deletions.ended(deletion);
    return 'ended';
  }
  if (!isNo(answer.failure)) return answer.failure.kind === 'refused' ? 'later' : 'away';
  // the service does not document its codes, so only a query shows whether the task still exists
  const asked = await service.query({ taskId }, { signal });
  if (asked.ok) {
    const { serviceMessage, message } = answer.failure;
    ledger.deletions.refused(deletion, serviceMessage ?? message);
  } else if (isNo(asked.failure)) {
    ledger.deletions.ended(deletion);
  } else {
    return 'later';
  }
  return 'ended';
}
