import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { bareEnvironment } from '../fixtures/environment.ts';
import { endedOf, PATIENCE, type Ended, type Surroundings } from './darkslide.ts';

const main = fileURLToPath(new URL('../../electron/cli/main.ts', import.meta.url));
const mainUnderPolicy = fileURLToPath(new URL('under-policy.ts', import.meta.url));
const project = fileURLToPath(new URL('../../', import.meta.url));

export interface Running {
  readonly ended: Promise<Ended>;
  /** Resolves when stdout or stderr holds the text. */
  says(text: string): Promise<void>;
  /** What it has printed so far. */
  stdout(): string;
  /** Closes our end of stdout, as `| head` does. */
  stopReading(): void;
  kill(signal: NodeJS.Signals): void;
}

/**
 * Starts the command line as a process of its own: for signals, crashes, pipes and two of them at once.
 * It has nothing of this one's environment but the path; `under` is a program to start it with.
 */
export function start(
  args: readonly string[],
  around: Surroundings = {},
  under: readonly string[] = [],
): Running {
  const script = around.policy === undefined ? [main] : [mainUnderPolicy, around.policy];
  const [program = '', ...words] = [...under, process.execPath, ...script, ...args];
  const child = spawn(program, words, {
    cwd: around.workFolder ?? project,
    env: { ...bareEnvironment, ...around.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  let listeners: (() => void)[] = [];
  const hear = () => {
    for (const listener of listeners) listener();
  };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
    hear();
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
    hear();
  });
  const timer = setTimeout(() => child.kill('SIGKILL'), PATIENCE);
  onTestFinished(() => void child.kill('SIGKILL'));
  const ended = new Promise<Ended>((resolve) => {
    child.on('close', (status) => {
      clearTimeout(timer);
      resolve(endedOf(status, stdout, stderr));
    });
  });
  return {
    ended,
    says: (text) =>
      new Promise((resolve, reject) => {
        const look = () => {
          if (!`${stdout}\n${stderr}`.includes(text)) return;
          listeners = listeners.filter((listener) => listener !== look);
          resolve();
        };
        listeners.push(look);
        look();
        void ended.then(({ status }) =>
          reject(new Error(`It ended with ${status} and never said "${text}".\n${stderr}`)),
        );
      }),
    stdout: () => stdout,
    stopReading: () => child.stdout.destroy(),
    kill: (signal) => child.kill(signal),
  };
}
