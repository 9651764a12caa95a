import { eachLimit } from '#shared/spending-limits.ts';
import { availableParallelism, release, totalmem } from 'node:os';
import type { Input } from '#shared/ipc.ts';
import type { HostInfo } from '#shared/views/host.ts';
import type { LogEntry } from '#shared/views/settings.ts';
import { systemClock } from '../../base/clock.ts';
import type { Session } from './session.ts';
import { createRedactor } from './redact.ts';

/** Number of log entries included in the diagnostics. */
const ENTRIES = 500;

/** Returns the newest log entries of at least this severity. */
export function logPage(
  { log }: Pick<Session, 'log'>,
  { least, limit }: Input<'log.page'>,
): readonly LogEntry[] {
  return log.entries(least, limit);
}

/**
 * Returns the text for support: versions, settings, counts and log. Contains no keys and no addresses of photos, and
 * only the last part of each path.
 */
export function diagnostics(session: Session, info: HostInfo): string {
  const { ledger, isDemo, closedGates } = session.studio();
  const service = session.service();
  const preferences = session.preferences.read();
  const day = new Date(systemClock.wall()).toISOString();
  const lines = [
    `Darkslide ${info.version} (${info.kind}) on ${info.platform} ${release()}, ${info.locale}`,
    `Node ${process.version}, ${availableParallelism()} cores, ${gigabytes(totalmem())} GB of memory, ${gigabytes(process.memoryUsage().rss)} GB in use`,
    `Written ${day}`,
    '',
    `Service: ${isDemo ? 'demo' : (service.url ?? '')}, key: ${service.key}`,
    `Jobs: ${list(ledger.jobs.count())}`,
    `Images today: ${ledger.spending.today()}; in flight: ${ledger.executions.countInFlight()}`,
    `Paused: ${ledger.pauses.since() === null ? 'no' : 'yes'}`,
    ...closedGates().map(({ gate, problem }) => `Waiting at ${gate}: ${problem.code}`),
    ...ledger.hotFolders
      .saved()
      .map(
        ({ id, armed, after, subFolders, ...limits }) =>
          `Hot folder ${id}: ${armed ? 'armed' : 'paused'}, ${after}, ${subFolders}, limits ${JSON.stringify(eachLimit((name) => limits[name]))}`,
      ),
    `Settings: ${JSON.stringify({ ...preferences, outFolder: undefined, export: { ...preferences.export, folder: undefined } })}`,
    '',
    'Log, newest first:',
    ...session.log.entries('info', ENTRIES).map(entryLine),
  ];
  return session.log.redact(createRedactor(() => []).redact(`${lines.join('\n')}\n`));
}

function entryLine({ at, level, text, code }: LogEntry): string {
  return `${new Date(at).toISOString()} ${level}${code === null ? '' : ` ${code}`}: ${text}`;
}

function list(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .map(([name, count]) => `${count} ${name}`)
    .join(', ');
}

function gigabytes(bytes: number): string {
  return (bytes / 1e9).toFixed(1);
}
