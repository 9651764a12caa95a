import { needPerson } from '#shared/job.ts';
import { success, type ProblemCode } from '#shared/problem.ts';
import type { Counts, Status, Waiting } from '#shared/views/status.ts';
import { systemClock } from '../../base/clock.ts';
import type { Ledger } from '../../adapters/ledger/open.ts';
import type { ClosedGate } from '../../engine/queue/gates.ts';
import type { Desk } from './desk.ts';
import { watchSpace } from './disk-space.ts';
import { limitIsManaged } from '../../adapters/settings/effective.ts';
import { progressOf } from './progress.ts';
import type { HandlersOf } from './handlers-of.ts';

/** The strip along the bottom of the window, and stopping all work. */
export function statusHandlers(desk: Desk): HandlersOf<'status'> & HandlersOf<'work'> {
  const spaceIn = watchSpace(systemClock);
  const status = async (): Promise<Status> => {
    const studio = desk.studio();
    const { ledger, isDemo, serviceUrl, closedGates, queue } = studio;
    const { imagesPerDay, outFolder, network } = desk.preferences.read();
    const counts = countsOf(ledger);
    const gates = closedGates();
    const isPaused = ledger.pauses.since() !== null;
    return {
      connection: network.mode === 'offline' ? 'offline' : connectionOf(desk, gates),
      serviceUrl: isDemo ? null : serviceUrl,
      waitingFor: gates.map(waitingOf),
      networkMode: network.mode,
      counts,
      needPerson: needPerson(counts, ledger.figures.unanswered()),
      today: { images: ledger.spending.today(), limit: imagesPerDay },
      isLimitManaged: limitIsManaged(desk.preferences.managed(), imagesPerDay),
      progress: progressOf(studio, imagesPerDay),
      isMoving: queue.moving() > 0,
      isPaused,
      diskFree: await spaceIn(outFoldersOf(ledger, outFolder)),
    };
  };
  return {
    'status.get': async () => success(await status()),
    'work.pause': () => {
      desk.studio().pauseAll();
      return success(null);
    },
    'work.try-again': async ({ gate }) => {
      await desk.studio().tryAgain(gate);
      return success(null);
    },
    'work.resume': () => {
      desk.studio().resumeAll();
      return success(null);
    },
  };
}

function countsOf(ledger: Ledger): Counts {
  const counts = ledger.jobs.count();
  return { ...counts, total: Object.values(counts).reduce((a, b) => a + b, 0) };
}

/** What the work has last met: nothing is asked of the service for the sake of the strip. */
function connectionOf(desk: Desk, gates: readonly ClosedGate[]): Status['connection'] {
  const { url, key } = desk.service();
  if (url !== null && key === 'none') return 'keyless';
  const code = gates.find(({ gate }) => gate === 'service')?.problem.code;
  if (code === 'service-unauthorised') return 'refused';
  if (code !== undefined && code !== 'service-rate-limited' && code !== 'service-balance') {
    return 'offline';
  }
  return desk.studio().isDemo ? 'demo' : 'connected';
}

function waitingOf({ gate, problem, since, until }: ClosedGate): Waiting {
  return { gate, problem, since, needsPerson: until === null || endedByPerson.has(problem.code) };
}

/** What no time ends; it is tried now and then all the same, and a person may have seen to it elsewhere. */
const endedByPerson: ReadonlySet<ProblemCode> = new Set<ProblemCode>([
  'service-unauthorised',
  'service-key-invalid',
  'service-balance',
  'service-certificate',
  'service-certificate-expired',
  'service-certificate-early',
  'service-certificate-name',
  'certificates-not-safe',
  'certificates-unreadable',
  'proxy-authentication',
  'proxy-credentials-refused',
  'proxy-sign-in-unsupported',
]);

/** Where results go: the armed hot folders' output, or what new ones are offered. */
function outFoldersOf({ hotFolders }: Ledger, preferred: string | null): readonly string[] {
  const armed = hotFolders.saved().filter((folder) => folder.armed);
  const folders = armed.map((folder) => folder.outFolder);
  return [...new Set(preferred === null ? folders : [...folders, preferred])];
}
