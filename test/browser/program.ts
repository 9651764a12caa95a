import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { bareEnvironment } from '../fixtures/environment.ts';

export const ofCheckout = fileURLToPath(
  new URL('../../electron/hosts/browser/main.ts', import.meta.url),
);
const READY = /^Darkslide is ready at (http:\S+)$/m;
const NEXT = /^(?:Darkslide is ready at|To open another page:) (http:\S+)$/gm;
/** Milliseconds after which a program that does not exit is killed. */
const PATIENCE = 120_000;

/** How a program that `npm start` runs has ended. */
export interface ProgramEnd {
  /** Exit status; null if a signal ended the program. */
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The output of a program while it runs. */
export interface Said {
  readonly ended: Promise<ProgramEnd>;
  /** Resolves with the first address to open; rejects if the program ends before it prints one. */
  ready(): Promise<string>;
  /** Returns the address that the program printed last; no page has opened it yet. */
  address(): string;
}

/** The page host as a separate process, as `npm start` runs it. */
export interface Program extends Said {
  readonly pid: number;
  /** Interrupts the program and waits for its end. */
  stop(signal?: NodeJS.Signals): Promise<ProgramEnd>;
}

/**
 * Creates an object that collects the output of a program. The caller passes each piece of output to `heard`,
 * and the exit status to `end`.
 */
export function listenToProgram(): Said & {
  heard(stream: 'stdout' | 'stderr', text: string): void;
  end(status: number | null): void;
} {
  const said = { stdout: '', stderr: '' };
  const ready = Promise.withResolvers<string>();
  const ended = Promise.withResolvers<ProgramEnd>();
  // prevents an unhandled rejection in tests that don't wait for the address
  ready.promise.catch(() => {});
  return {
    ended: ended.promise,
    ready: () => ready.promise,
    address: () => [...said.stdout.matchAll(NEXT)].at(-1)?.[1] ?? '',
    heard(stream, text) {
      said[stream] += text;
      const address = READY.exec(said.stdout)?.[1];
      if (address !== undefined) ready.resolve(address);
    },
    end(status) {
      ready.reject(new Error(`It ended with ${status}.\n${said.stdout}\n${said.stderr}`));
      ended.resolve({ status, ...said });
    },
  };
}

/**
 * Starts the program, or the program of a package, with only the PATH from the environment of this process.
 * No browser opens unless the test supplies one with `opens`.
 */
export function startProgram(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  main = ofCheckout,
  opens = false,
): Program {
  const child = spawn(process.execPath, [main, ...args, ...(opens ? [] : ['--no-open'])], {
    env: { ...bareEnvironment, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const { heard, end, ...said } = listenToProgram();
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream].setEncoding('utf8').on('data', (text: string) => heard(stream, text));
  }
  child.once('close', end);
  return {
    ...said,
    pid: child.pid ?? 0,
    async stop(signal = 'SIGTERM') {
      child.kill(signal);
      const late = setTimeout(() => child.kill('SIGKILL'), PATIENCE);
      const ended = await said.ended;
      clearTimeout(late);
      return ended;
    },
  };
}
