import { closestLimit, eachLimit } from '#shared/spending-limits.ts';
import type { Counts, Status } from '#shared/views/status.ts';
import { systemClock } from '../../base/clock.ts';
import type { Ledger } from '../../adapters/ledger/open.ts';
import type { ClosedGate } from '../../engine/queue/gates.ts';
import type { Session } from '../session/session.ts';
import { waitingOf } from '../waiting.ts';
import { watchSpace } from './disk-space.ts';
import { needAttention } from './need-attention.ts';
import { limitIsManaged } from '../../adapters/settings/effective.ts';
import { progressOf } from './progress.ts';
import { studioSpending } from './spending.ts';

type StatusSession = Pick<Session, 'studio' | 'preferences' | 'service'>;

/** Returns a function that reads the content of the status bar at the bottom of the window. */
export function watchStatus(session: StatusSession): () => Promise<Status> {
  const spaceIn = watchSpace(systemClock);
  return async () => {
    const studio = session.studio();
    const { ledger, isDemo, serviceUrl, closedGates, queue } = studio;
    const preferences = session.preferences.read();
    const { outFolder, network } = preferences;
    const spending = studioSpending(
      ledger,
      eachLimit((name) => preferences[name]),
    );
    const closest = closestLimit(spending);
    const counts = countsOf(ledger);
    const gates = closedGates();
    const isPaused = ledger.pauses.since() !== null;
    return {
      connection: network.mode === 'offline' ? 'offline' : connectionOf(session, gates),
      serviceUrl: isDemo ? null : serviceUrl,
      waitingFor: gates.map(waitingOf),
      networkMode: network.mode,
      counts,
      needPerson: needAttention(ledger, counts),
      spending,
      isLimitManaged:
        closest !== null &&
        limitIsManaged(session.preferences.managed(), closest.name, closest.amount),
      progress: progressOf(studio, spending),
      isMoving: queue.moving() > 0,
      isPaused,
      diskFree: await spaceIn(outFoldersOf(ledger, outFolder)),
    };
  };
}

function countsOf(ledger: Ledger): Counts {
  const counts = ledger.jobs.count();
  return { ...counts, total: Object.values(counts).reduce((a, b) => a + b, 0) };
}

/** Returns the state of the connection as the queue last found it, because the status bar itself sends no requests. */
function connectionOf(session: StatusSession, gates: readonly ClosedGate[]): Status['connection'] {
  const { url, key } = session.service();
  if (url !== null && key === 'none') return 'keyless';
  const code = gates.find(({ gate }) => gate === 'service')?.problem.code;
  if (code === 'service-unauthorised') return 'refused';
  if (code !== undefined && code !== 'service-rate-limited' && code !== 'service-balance') {
    return 'offline';
  }
  return session.studio().isDemo ? 'demo' : 'connected';
}

/** Returns the output folders of armed hot folders, and the default folder for new ones. */
function outFoldersOf({ hotFolders }: Ledger, preferred: string | null): readonly string[] {
  const armed = hotFolders.saved().filter((folder) => folder.armed);
  const folders = armed.map((folder) => folder.outFolder);
  return [...new Set(preferred === null ? folders : [...folders, preferred])];
}
