import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { inEnglish } from '../fixtures/environment.ts';
import {
  listening,
  PATIENCE,
  type RunningProgram,
  type ProgramEnd,
  type Surroundings,
} from './darkslide.ts';

const main = fileURLToPath(new URL('../../electron/hosts/cli/main.ts', import.meta.url));
const project = fileURLToPath(new URL('../../', import.meta.url));

export interface Running extends Omit<RunningProgram, 'interrupt'> {
  /** Returns the output so far. */
  stdout(): string;
  /** Stops reading stdout and closes the pipe, as `head` does in `darkslide … | head`. */
  stopReading(): void;
  kill(signal: NodeJS.Signals): void;
}

/**
 * Starts the command line as a separate process, for tests of signals, crashes, pipes, and two
 * processes at once. The process gets only the PATH from the environment of this process. `under`
 * is a program that starts the command; `patience` is the time in ms after which the process is
 * killed.
 */
export function start(
  args: readonly string[],
  around: Omit<Surroundings, 'policy'> = {},
  under: readonly string[] = [],
  patience = PATIENCE,
): Running {
  const [program = '', ...words] = [...under, process.execPath, main, ...args];
  const child = spawn(program, words, {
    cwd: around.workFolder ?? project,
    env: { ...inEnglish, ...around.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const { said, hear, says, endedWith } = listening();
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => hear(name, text));
  }
  const timer = setTimeout(() => child.kill('SIGKILL'), patience);
  onTestFinished(() => void child.kill('SIGKILL'));
  const ended = new Promise<ProgramEnd>((resolve) => {
    child.on('close', (status) => {
      clearTimeout(timer);
      resolve(endedWith(status));
    });
  });
  return {
    ended,
    says: (text) => says(text, ended),
    stdout: () => said.stdout,
    stopReading: () => child.stdout.destroy(),
    kill: (signal) => child.kill(signal),
  };
}
