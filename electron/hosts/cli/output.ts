import type { Writable } from 'node:stream';
import { plainJson, plainLines, plainText } from '#shared/plain-text.ts';
import type { Problem } from '#shared/problem.ts';

/**
 * The one writer of the command line: results, words around them, problems, progress. Nothing it is
 * given moves a cursor or turns a text around; a name that stands in a text of several lines is made
 * one line by whoever puts it there (`plainText`).
 */
export interface Output {
  readonly json: boolean;
  /** What was asked for: its JSON on a line of its own, or `text` for a person. */
  result(json: object, text: string): void;
  /** Words around the results; with --json they go to stderr. */
  say(text: string): void;
  /** Something a person should know while the work goes on; stderr. */
  warn(text: string): void;
  /** Why the command cannot be carried out: stderr, and with --json a line on stdout as well. */
  problem(problem: Problem): void;
  /** How far the work has come, on stderr: written over by the next on a terminal, else a line now and then. */
  progress(text: string): void;
  /** One more text that must never be seen. */
  hide(secret: string): void;
  /** Aborts when nobody reads the output any more. */
  readonly closed: AbortSignal;
  /** Waits until all is written, or nobody reads it, and takes the listeners off the streams. */
  release(): Promise<void>;
}

export interface OutputOptions {
  readonly json: boolean;
  readonly verbose: boolean;
  /** Texts that must never be seen, the API key; replaced wherever they would turn up. */
  readonly secrets: readonly string[];
  /** ms, monotonic. */
  readonly mono: () => number;
  /** Takes every line as well, after the time. */
  readonly log?: { readonly write: (line: string) => void; readonly wall: () => number } | null;
}

/** Where lines are written to; a terminal has a width in `columns`. */
export type Stream = Writable & { readonly isTTY?: boolean; readonly columns?: number };

/** Shorter ones stand in ordinary words. */
const SHORTEST_SECRET = 8;

/** ms between two lines of progress where there is no terminal. */
const PROGRESS_LINES = 30_000;

const ERASE_LINE = '\r\u001B[K';

export function createOutput(options: OutputOptions, stdout: Stream, stderr: Stream): Output {
  const { json, verbose } = options;
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
    problem({ code, message, parameter, detail }) {
      line(stderr, `error ${code}: ${plainText(message)}`);
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
 * Lets the reader of a stream leave early, as `| head` does: `onClosed` hears of it, and nothing is
 * thrown. `release` waits until all is written, or the stream is closed, and removes the listeners.
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

/** A pipe that broke says so after the write that broke it, so one turn more is waited. */
function written(stream: Writable): Promise<void> {
  return new Promise((resolve) => stream.write('', () => setImmediate(resolve)));
}

function indent(text: string): string {
  return text.replaceAll(/^/gm, '  ');
}
