import pino from 'pino';
import { plainLines, plainText } from '#shared/plain-text.ts';
import type { Problem } from '#shared/problem.ts';
import type { LogEntry } from '#shared/views/settings.ts';
import type { Clock } from '../../base/clock.ts';
import { openLogFile } from './log-file.ts';
import { createRedactor, type Redactor } from './redact.ts';

export type LogLevel = LogEntry['level'];

/** The log of the studio's events, for the screen, the disk and support. */
export interface EventLog extends Redactor {
  note(level: LogLevel, text: string, more?: Pick<Problem, 'detail'> & { code?: string }): void;
  problem(level: LogLevel, problem: Problem): void;
  /** Returns entries of at least this severity, newest first. */
  entries(least: LogLevel, limit: number): readonly LogEntry[];
  close(): void;
}

const levels: readonly LogLevel[] = ['info', 'warn', 'error'];
/** Number of entries kept for the screen. */
const KEPT = 2000;
/** Size in bytes of one part of the log on disk, and the number of parts. */
const PART_BYTES = 1_000_000;
const PARTS = 5;

/**
 * Opens the log in `folder`. `ours` returns the folders whose paths may appear in the log. `onEntry` is called for each
 * new entry.
 */
export function openEventLog(
  folder: string,
  clock: Clock,
  ours: () => readonly string[],
  onEntry: () => void,
): EventLog {
  const redactor = createRedactor(ours);
  const file = openLogFile(folder, PART_BYTES, PARTS);
  const logger = pino({ base: null, timestamp: () => `,"time":${clock.wall()}` }, file);
  const kept: LogEntry[] = [];

  const note: EventLog['note'] = (level, text, { code, detail } = {}) => {
    const clean = plainText(redactor.redact(text));
    kept.push({ at: clock.wall(), level, text: clean, code: code ?? null });
    if (kept.length > KEPT) kept.shift();
    logger[level](
      {
        ...(code === undefined ? {} : { code }),
        ...(detail === undefined ? {} : { detail: plainLines(redactor.redact(detail)) }),
      },
      clean,
    );
    onEntry();
  };

  return {
    ...redactor,
    note,
    problem: (level, { message, key: _key, values: _values, ...more }) =>
      note(level, message, more),
    entries: (least, limit) =>
      kept
        .filter(({ level }) => levels.indexOf(level) >= levels.indexOf(least))
        .slice(-limit)
        .toReversed(),
    close: () => file.close(),
  };
}
