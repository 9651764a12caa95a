import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { bareEnvironment } from '../fixtures/environment.ts';

export const ofCheckout = fileURLToPath(new URL('../../electron/browser/main.ts', import.meta.url));
/** Takes the file of a policy as its first argument. */
export const underPolicy = fileURLToPath(new URL('under-policy.ts', import.meta.url));
const READY = /^Darkslide is ready at (http:\S+)$/m;
const NEXT = /^(?:Darkslide is ready at|To open another page:) (http:\S+)$/gm;
/** ms after which a program that does not end is killed. */
const PATIENCE = 20_000;

/** How a program of `npm start` ended. */
export interface Ended {
  /** Null when a signal ended it. */
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The page host as a process of its own, as `npm start` runs it. */
export interface Program {
  readonly pid: number;
  readonly ended: Promise<Ended>;
  /** The first address to open; rejects when it ends without one. */
  ready(): Promise<string>;
  /** The address that was shown last, which no page has used yet. */
  address(): string;
  /** Interrupts it and waits for its end. */
  stop(signal?: NodeJS.Signals): Promise<Ended>;
}

/**
 * Starts it, or that of a package, with nothing of this one's environment but the path. No browser
 * opens, unless the test brings one with `opens`.
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
  let stdout = '';
  let stderr = '';
  const ended = new Promise<Ended>((resolve) => {
    child.once('close', (status) => resolve({ status, stdout, stderr }));
  });
  const ready = new Promise<string>((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
      const address = READY.exec(stdout)?.[1];
      if (address !== undefined) resolve(address);
    });
    void ended.then(({ status }) =>
      reject(new Error(`It ended with ${status}.\n${stdout}\n${stderr}`)),
    );
  });
  // who never asks is told nothing
  ready.catch(() => {});
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  return {
    pid: child.pid ?? 0,
    ended,
    ready: () => ready,
    address: () => [...stdout.matchAll(NEXT)].at(-1)?.[1] ?? '',
    async stop(signal = 'SIGTERM') {
      child.kill(signal);
      const late = setTimeout(() => child.kill('SIGKILL'), PATIENCE);
      const end = await ended;
      clearTimeout(late);
      return end;
    },
  };
}
