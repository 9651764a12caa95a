import type { Writable } from 'node:stream';
import { plainJson, plainLines, plainText } from '#shared/plain-text.ts';
import type { Problem } from '#shared/problem.ts';
import type { Speech } from './speech.ts';

/**
 * Writes all output of the command line: results, messages, problems and progress. Removes characters that move the
 * cursor or reverse text. In texts of several lines, callers insert names with `plainText`, so that each name stays on
 * one line.
 */
export interface Output {
  readonly json: boolean;
  /** Writes a result: one line of JSON, or `text` without --json. */
  result(json: object, text: string): void;
  /** Writes a message; with --json to stderr. */
  say(text: string): void;
  /** Writes a notice that does not end the work, to stderr. */
  warn(text: string): void;
  /** Writes a problem to stderr, with --json also as a line on stdout. */
  problem(problem: Problem): void;
  /**
   * Writes the progress to stderr: on a terminal, it replaces the previous progress; otherwise, a line is written from
   * time to time.
   */
  progress(text: string): void;
  /** Adds a secret that is never written. */
  hide(secret: string): void;
  /** Aborted when the reader of the output is gone. */
  readonly closed: AbortSignal;
  /** Waits until everything is written or the reader is gone, and removes the listeners from the streams. */
  release(): Promise<void>;
}

export interface OutputOptions {
  readonly json: boolean;
  readonly verbose: boolean;
  /** Secrets, such as the API key, that are replaced in all output. */
  readonly secrets: readonly string[];
  /** Returns a monotonic time in ms. */
  readonly mono: () => number;
  readonly speech: Speech;
  /** Receives a copy of every line, with the time before it. */
  readonly log?: { readonly write: (line: string) => void; readonly wall: () => number } | null;
}

/** A stream for lines; a terminal has a width in `columns`. */
export type Stream = Writable & { readonly isTTY?: boolean; readonly columns?: number };

/** Minimum length of a secret; shorter ones would match ordinary words. */
const SHORTEST_SECRET = 8;

/** Interval in ms between two lines of progress without a terminal. */
const PROGRESS_LINES = 30_000;

const ERASE_LINE = '\r\u001B[K';

export function createOutput(options: OutputOptions, stdout: Stream, stderr: Stream): Output {
  const { json, verbose } = options;
  const { t, told } = options.speech;
  const secrets = options.secrets.filter((secret) => secret.length >= SHORTEST_SECRET);
  const closed = new AbortController();
  let progressShown = false;

  const clean = (text: string) =>
    secrets.reduce((cleaned, secret) => cleaned.replaceAll(secret, '…'), text);

  let nextLine = options.mono() + PROGRESS_LINES;
  const progressLine = (text: string) => {
    if (options.mono() < nextLine) return;
    nextLine = options.mono() + PROGRESS_LINES;
    line(stderr, text);
  };

  const eraseProgress = () => {
    if (progressShown) stderr.write(ERASE_LINE);
    progressShown = false;
  };
  const line = (stream: Stream, text: string) => {
    eraseProgress();
    const cleaned = plainLines(clean(text));
    options.log?.write(`${new Date(options.log.wall()).toISOString()} ${cleaned}\n`);
    if (!closed.signal.aborted) stream.write(`${cleaned}\n`);
  };

  const pipes = tolerateClosedPipes([stdout, stderr], () => closed.abort());

  return {
    json,
    result: (value, text) => line(stdout, json ? plainJson(value) : text),
    say: (text) => line(json ? stderr : stdout, text),
    warn: (text) => line(stderr, text),
    problem(problem) {
      const { code, message, parameter, detail } = problem;
      line(stderr, t('problem', { code, message: plainText(told(problem)) }));
      if (verbose && detail !== undefined) line(stderr, indent(detail));
      const more = parameter === undefined ? {} : { parameter };
      if (json) line(stdout, plainJson({ error: { code, message, ...more } }));
    },
    progress(text) {
      if (stderr.isTTY !== true) return progressLine(text);
      eraseProgress();
      stderr.write(plainText(clean(text)).slice(0, (stderr.columns ?? 80) - 1));
      progressShown = true;
    },
    hide(secret) {
      if (secret.length >= SHORTEST_SECRET) secrets.push(secret);
    },
    closed: closed.signal,
    async release() {
      eraseProgress();
      await pipes.release();
    },
  };
}

/**
 * Lets the reader of a stream close it early, as `| head` does: calls `onClosed` instead of throwing. `release` waits
 * until everything is written or the stream is closed, and removes the listeners.
 */
export function tolerateClosedPipes(
  streams: readonly Writable[],
  onClosed: () => void,
): { release(): Promise<void> } {
  const onError = (error: Error & { code?: string }) => {
    if (error.code !== 'EPIPE') throw error;
    onClosed();
  };
  for (const stream of streams) stream.on('error', onError);
  return {
    async release() {
      await Promise.all(streams.map(written));
      for (const stream of streams) stream.off('error', onError);
    },
  };
}

/** Waits for one more turn of the event loop after the write, because a broken pipe reports its error only then. */
function written(stream: Writable): Promise<void> {
  return new Promise((resolve) => stream.write('', () => setImmediate(resolve)));
}

function indent(text: string): string {
  return text.replaceAll(/^/gm, '  ');
}
