import { availableParallelism, release, totalmem } from 'node:os';
import { success } from '#shared/problem.ts';
import type { LogEntry } from '#shared/views/settings.ts';
import { systemClock } from '../../base/clock.ts';
import type { Desk } from './desk.ts';
import type { HandlersOf } from './handlers-of.ts';
import type { Host } from './host.ts';
import { createRedactor } from './redact.ts';

/** Entries of the log that go with the diagnostics. */
const ENTRIES = 500;

/** The log on screen, and what is sent to support. */
export function logHandlers(desk: Desk, host: Host): HandlersOf<'log'> & HandlersOf<'diagnostics'> {
  return {
    'log.page': ({ least, limit }) => success(desk.log.entries(least, limit)),
    'diagnostics.get': () => success(diagnostics(desk, host)),
  };
}

/** Versions, settings, counts and log: no key, no address of a photo, and of paths the last name. */
function diagnostics(desk: Desk, { info }: Host): string {
  const { ledger, isDemo, closedGates } = desk.studio();
  const service = desk.service();
  const preferences = desk.preferences.read();
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
        ({ id, armed, after, subFolders, imagesPerDay }) =>
          `Hot folder ${id}: ${armed ? 'armed' : 'paused'}, ${after}, ${subFolders}, limit ${imagesPerDay ?? 'none'}`,
      ),
    `Settings: ${JSON.stringify({ ...preferences, outFolder: undefined, export: { ...preferences.export, folder: undefined } })}`,
    '',
    'Log, newest first:',
    ...desk.log.entries('info', ENTRIES).map(entryLine),
  ];
  return desk.log.redact(createRedactor(() => []).redact(`${lines.join('\n')}\n`));
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
